/* Values for Python, as bytes that its `marshal` module reads. */

/* Bytes in the format of Python's `marshal` module, version 2. */
typedef struct {
    char *data;
    size_t len, cap;
} Bytes;

static const char **texts; /* of strings, by number, in UTF-8 */

static void room(Bytes *to, size_t size)
{
    if (to->len + size > to->cap) {
        to->cap = (to->len + size) * 2;
        to->data = realloc(to->data, to->cap);
        if (!to->data)
            raise_(E_OTHER, "out of memory");
    }
}

static void write_byte(Bytes *to, int byte)
{
    room(to, 1);
    to->data[to->len++] = (char)byte;
}

static void write_long(Bytes *to, int64_t number) /* 32 bits of it, the lowest first */
{
    room(to, 4);
    for (int i = 0; i < 4; i++)
        to->data[to->len++] = (char)(number >> 8 * i);
}

static void write_sized(Bytes *to, int kind, size_t size)
{
    write_byte(to, kind);
    write_long(to, (int64_t)size);
}

static void write_int(Bytes *to, int64_t number)
{
    if (number == (int32_t)number) {
        write_sized(to, 'i', (size_t)number);
        return;
    }
    uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    int digits = 0;
    for (uint64_t left = rest; left; left >>= 15)
        digits++;
    write_byte(to, 'l');
    write_long(to, number < 0 ? -digits : digits);
    for (; rest; rest >>= 15) {
        write_byte(to, (int)(rest & 255));
        write_byte(to, (int)(rest >> 8 & 127));
    }
}

static void write_value(Bytes *to, V v)
{
    if (IS_INT(v))
        write_int(to, v >> 1);
    else if (v == NONE || v == FALSE_ || v == TRUE_)
        write_byte(to, v == NONE ? 'N' : v == FALSE_ ? 'F' : 'T');
    else if (IS_STRING(v)) {
        const char *text = texts[NUMBER_OF(v)];
        size_t size = strlen(text);
        write_sized(to, 'u', size);
        room(to, size);
        memcpy(to->data + to->len, text, size);
        to->len += size;
    } else if (IS_OBJECT(v) && SEQ(v)->type <= SET) {
        static const char kinds[] = {0, '(', '[', '{', '<'};
        Seq *q = SEQ(v);
        if (q->type == DICT)
            write_byte(to, '{');
        else
            write_sized(to, kinds[q->type], q->len);
        for (uint32_t i = 0; i < q->len; i++) {
            write_value(to, q->items[i]);
            if (q->type == DICT)
                write_value(to, MAP(v)->values[i]);
        }
        if (q->type == DICT)
            write_byte(to, '0');
    } else
        raise_(E_OTHER, "a value that Python cannot have");
}
