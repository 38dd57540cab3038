/* What Python's operators and built-in functions do with collections and numbers. */

static V slice_of(V v, V low, V high, V step)
{
    Seq *q = sequence(v);
    int64_t len = q->len, by = step == NONE ? 1 : AS_INT(step);
    if (!by)
        raise_(E_OTHER, "slice");
    int64_t start = low == NONE ? (by < 0 ? len - 1 : 0) : AS_INT(low);
    int64_t stop = high == NONE ? (by < 0 ? -1 : len) : AS_INT(high);
    int64_t least = by < 0 ? -1 : 0, most = by < 0 ? len - 1 : len;
    if (low != NONE) {
        start = start < 0 ? start + len : start;
        start = start < least ? least : start > most ? most : start;
    }
    if (high != NONE) {
        stop = stop < 0 ? stop + len : stop;
        stop = stop < least ? least : stop > most ? most : stop;
    }
    V made = q->type == LIST ? new_list(4) : 0;
    if (q->type == TUPLE) {
        int64_t size = by > 0 ? (stop > start ? (stop - start + by - 1) / by : 0) : (start > stop ? (start - stop - by - 1) / -by : 0);
        made = new_tuple((uint32_t)size);
        for (int64_t i = 0, at = start; i < size; i++, at += by)
            SEQ(made)->items[i] = q->items[at];
        return made;
    }
    for (int64_t at = start; by > 0 ? at < stop : at > stop; at += by)
        push(made, q->items[at]);
    return made;
}

static inline V ITEM_I(V of, int64_t index)
{
    if (LIKELY(IS_OBJECT(of) && SEQ(of)->type <= LIST))
        return SEQ(of)->items[AT(index, SEQ(of)->len)];
    if (is_type(of, DICT)) {
        int32_t at = find(MAP(of), INT(index));
        if (at < 0)
            raise_(E_LOOKUP, "key");
        return MAP(of)->values[at];
    }
    raise_(E_OTHER, "no item");
}

static inline V ITEM(V of, V index)
{
    if (LIKELY(IS_INT(index)))
        return ITEM_I(of, index >> 1);
    if (is_type(index, SLICE))
        return slice_of(of, SEQ(index)->items[0], SEQ(index)->items[1], SEQ(index)->items[2]);
    if (is_type(of, DICT)) {
        int32_t at = find(MAP(of), index);
        if (at < 0)
            raise_(E_LOOKUP, "key");
        return MAP(of)->values[at];
    }
    return ITEM_I(of, AS_INT(index));
}

static inline void SET_ITEM(V of, V index, V value)
{
    if (is_type(of, DICT)) {
        put(of, index, value);
        return;
    }
    Seq *q = list_of(of);
    q->items[AT(AS_INT(index), q->len)] = value;
}

/* of[low:high] = values, without a step. */
static void SET_SLICE(V of, int64_t low, int64_t high, V values)
{
    Seq *q = list_of(of), *with = items_of(values);
    if (low < 0 || high < low || high > q->len)
        raise_(E_OTHER, "slice");
    uint32_t rest = q->len - (uint32_t)high, len = (uint32_t)low + with->len + rest;
    V *items = allocate(sizeof(V) * (len + 4));
    memcpy(items, q->items, sizeof(V) * (size_t)low);
    memcpy(items + low, with->items, sizeof(V) * with->len);
    memcpy(items + low + with->len, q->items + high, sizeof(V) * rest);
    q->items = items;
    q->len = len;
    q->cap = len + 4;
    q->stored = (uint16_t)age;
}

static inline int contains(V in, V item)
{
    Seq *q = items_of(in);
    if (q->type >= DICT)
        return find(MAP(in), item) >= 0;
    if (IS_INT(item)) {
        for (uint32_t i = 0; i < q->len; i++)
            if (q->items[i] == item || (!IS_INT(q->items[i]) && equal(q->items[i], item)))
                return 1;
        return 0;
    }
    for (uint32_t i = 0; i < q->len; i++)
        if (equal(q->items[i], item))
            return 1;
    return 0;
}

static V list_from(V v)
{
    Seq *q = items_of(v);
    V made = new_list(q->len);
    memcpy(SEQ(made)->items, q->items, sizeof(V) * q->len);
    SEQ(made)->len = q->len;
    return made;
}

static V tuple_from(V v)
{
    Seq *q = items_of(v);
    if (q->type == TUPLE)
        return v;
    V made = new_tuple(q->len);
    memcpy(SEQ(made)->items, q->items, sizeof(V) * q->len);
    return made;
}

static void extend(V list, V more_items)
{
    Seq *q = items_of(more_items);
    for (uint32_t i = 0; i < q->len; i++)
        push(list, q->items[i]);
}

static V set_from(V v)
{
    Seq *q = items_of(v);
    V made = new_map(SET);
    for (uint32_t i = 0; i < q->len; i++)
        put(made, q->items[i], NONE);
    return made;
}

static V keys_from(V v) /* dict.fromkeys */
{
    Seq *q = items_of(v);
    V made = new_map(DICT);
    for (uint32_t i = 0; i < q->len; i++)
        put(made, q->items[i], NONE);
    return made;
}

static void update(V set, V with)
{
    Seq *q = items_of(with);
    for (uint32_t i = 0; i < q->len; i++)
        put(set, q->items[i], NONE);
}

static V pop_last(V list)
{
    Seq *q = list_of(list);
    if (!q->len)
        raise_(E_LOOKUP, "pop");
    return q->items[--q->len];
}

static V ranged(int64_t from, int64_t to, int64_t by)
{
    V made = new_list(from < to && by > 0 ? (uint32_t)((to - from + by - 1) / by) : 4);
    for (int64_t i = from; by > 0 ? i < to : i > to; i += by)
        push(made, INT(i));
    return made;
}

/* + of two values: numbers, or sequences of one type. */
static V plus(V a, V b)
{
    if (is_number(a) && is_number(b))
        return INT(ADD(AS_INT(a), AS_INT(b)));
    Seq *x = sequence(a), *y = sequence(b);
    if (x->type != y->type)
        raise_(E_OTHER, "+");
    V made = new_seq(x->type, x->len + y->len);
    memcpy(SEQ(made)->items, x->items, sizeof(V) * x->len);
    memcpy(SEQ(made)->items + x->len, y->items, sizeof(V) * y->len);
    return made;
}

/* += of a value: a list is made longer. */
static V added(V a, V b)
{
    if (!is_type(a, LIST))
        return plus(a, b);
    extend(a, b);
    return a;
}

/* - of two values: numbers, or sets. */
static V minus(V a, V b)
{
    if (is_number(a) && is_number(b))
        return INT(SUB(AS_INT(a), AS_INT(b)));
    if (!is_type(a, SET) || !is_type(b, SET))
        raise_(E_OTHER, "-");
    V made = new_map(SET);
    for (uint32_t i = 0; i < SEQ(a)->len; i++)
        if (find(MAP(b), SEQ(a)->items[i]) < 0)
            put(made, SEQ(a)->items[i], NONE);
    return made;
}

static V times(V a, V b)
{
    if (is_number(a) && is_number(b))
        return INT(MUL(AS_INT(a), AS_INT(b)));
    if (is_number(a)) {
        V other = a;
        a = b;
        b = other;
    }
    Seq *x = sequence(a);
    int64_t count = AS_INT(b) < 0 ? 0 : AS_INT(b);
    V made = new_seq(x->type, (uint32_t)(x->len * count));
    for (int64_t i = 0; i < count; i++)
        memcpy(SEQ(made)->items + i * x->len, x->items, sizeof(V) * x->len);
    return made;
}

static int less(V a, V b)
{
    if (IS_INT(a) && IS_INT(b))
        return a < b;
    if (is_number(a) && is_number(b))
        return AS_INT(a) < AS_INT(b);
    Seq *x = sequence(a), *y = sequence(b);
    if (x->type != y->type)
        raise_(E_OTHER, "<");
    for (uint32_t i = 0; i < x->len && i < y->len; i++)
        if (!equal(x->items[i], y->items[i]))
            return less(x->items[i], y->items[i]);
    return x->len < y->len;
}

/* Sort a list stably by keys beside it (by itself where there are none), the highest first where reversed. */
static void sort_by(V *items, int64_t *keys, uint32_t len, int reversed)
{
    for (uint32_t i = 1; i < len; i++) {
        V item = items[i];
        int64_t key = keys ? keys[i] : 0;
        uint32_t at = i;
        while (at && (keys ? (reversed ? keys[at - 1] < key : key < keys[at - 1])
                           : (reversed ? less(items[at - 1], item) : less(item, items[at - 1])))) {
            items[at] = items[at - 1];
            if (keys)
                keys[at] = keys[at - 1];
            at--;
        }
        items[at] = item;
        if (keys)
            keys[at] = key;
    }
}

static V sorted(V v, int reversed)
{
    V made = list_from(v);
    sort_by(SEQ(made)->items, NULL, SEQ(made)->len, reversed);
    return made;
}

static int64_t sum_of(V v)
{
    Seq *q = items_of(v);
    int64_t found = 0;
    for (uint32_t i = 0; i < q->len; i++)
        found = ADD(found, AS_INT(q->items[i]));
    return found;
}

static V extreme_of(V v, int highest, V otherwise)
{
    Seq *q = items_of(v);
    if (!q->len) {
        if (!otherwise)
            raise_(E_OTHER, "an extreme of nothing");
        return otherwise;
    }
    V best = q->items[0];
    for (uint32_t i = 1; i < q->len; i++)
        if (highest ? less(best, q->items[i]) : less(q->items[i], best))
            best = q->items[i];
    return best;
}

static int64_t count_of(V v, V item)
{
    Seq *q = sequence(v);
    int64_t found = 0;
    for (uint32_t i = 0; i < q->len; i++)
        found += equal(q->items[i], item);
    return found;
}

static V compress(V things, V tests)
{
    Seq *q = items_of(things), *of = items_of(tests);
    V found = new_list(4);
    for (uint32_t i = 0; i < q->len && i < of->len; i++)
        if (truth(of->items[i]))
            push(found, q->items[i]);
    return found;
}

static int any_of(V v)
{
    Seq *q = items_of(v);
    for (uint32_t i = 0; i < q->len; i++)
        if (truth(q->items[i]))
            return 1;
    return 0;
}

static int64_t power(int64_t base, int64_t times)
{
    int64_t found = 1;
    if (times < 0)
        raise_(E_OTHER, "a negative power");
    for (; times > 0 && found; times--)
        found = MUL(found, base);
    return found;
}

static V enumerated(V v)
{
    Seq *q = items_of(v);
    V made = new_list(q->len);
    for (uint32_t i = 0; i < q->len; i++) {
        V pair = new_tuple(2);
        SEQ(pair)->items[0] = INT(i);
        SEQ(pair)->items[1] = q->items[i];
        push(made, pair);
    }
    return made;
}

static int64_t index_of(V v, V item)
{
    Seq *q = sequence(v);
    for (uint32_t i = 0; i < q->len; i++)
        if (equal(q->items[i], item))
            return i;
    raise_(E_OTHER, "no such item");
}

static inline int64_t length(V v)
{
    return items_of(v)->len;
}
