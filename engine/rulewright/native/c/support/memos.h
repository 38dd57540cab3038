/* What generated code calls, after `runtime/support/memos.py`: memos that outlive a position. */

#define KEPT 10000

static V rt_KEEP(V memo, V key, V value)
{
    if (SEQ(memo)->len < KEPT) { /* what is full stays as it is: values may be in use */
        Arena *before = into;
        int aged = age;
        into = &permanent;
        age = PERMANENT;
        put(memo, moved_out(key, 1), moved_out(value, 1));
        into = before;
        age = aged;
    }
    return value;
}

static V from_stream(const int64_t **stream);

/* A table that only Python can make: asked once for the same arguments. */
static V rt_asked(int64_t kind, int count, const V *args)
{
    V key = new_tuple((uint32_t)count + 1);
    int64_t numbers[8];
    SEQ(key)->items[0] = INT(kind);
    for (int i = 0; i < count; i++) {
        numbers[i] = AS_INT(args[i]);
        SEQ(key)->items[i + 1] = INT(numbers[i]);
    }
    V known = get(asked_before, key, 0);
    if (known)
        return known;
    int64_t *answer = NULL;
    ask_python(kind, numbers, &answer);
    if (!answer)
        raise_(E_OTHER, "Python did not answer");
    Arena *before = into;
    int aged = age;
    into = &permanent;
    age = PERMANENT;
    const int64_t *at = answer;
    V value = from_stream(&at);
    put(asked_before, moved_out(key, 0), value);
    into = before;
    age = aged;
    return value;
}
