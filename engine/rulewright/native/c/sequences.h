/* Tuples, lists, maps and sets: how they are laid out; sequences, and which values are true. */

typedef struct {
    uint8_t type, age;
    uint16_t stored; /* the age of its storage */
    uint32_t len;
    V *items;
    uint32_t cap, clean; /* clean: of a map, how many entries have been moved out of the nursery */
} Seq;

typedef struct {
    Seq keys;
    V *values; /* NULL of a set */
    uint32_t *hashes;
    int32_t *index; /* by hash, which entry; NULL of few entries */
    uint32_t mask;
    uint32_t span;  /* of a table by integers that lie close together: so many from `low` on, in `index` */
    int64_t low;
} Map;

#define SEQ(v) ((Seq *)(v))
#define MAP(v) ((Map *)(v))

static inline int is_type(V v, int type)
{
    return IS_OBJECT(v) && SEQ(v)->type == type;
}

static inline V new_seq(int type, uint32_t len)
{
    Seq *made = allocate(sizeof(Seq) + (size_t)len * sizeof(V));
    *made = (Seq){.type = (uint8_t)type, .age = (uint8_t)age, .stored = (uint16_t)age, .len = len, .items = (V *)(made + 1), .cap = len};
    return (V)made;
}

static inline V new_tuple(uint32_t len)
{
    return new_seq(TUPLE, len);
}

static inline V new_list(uint32_t room)
{
    V made = new_seq(LIST, room);
    SEQ(made)->len = 0;
    return made;
}

static inline void push(V list, V item)
{
    Seq *q = SEQ(list);
    if (UNLIKELY(q->len == q->cap)) {
        uint32_t cap = q->cap < 4 ? 8 : q->cap * 2;
        V *items = allocate((size_t)cap * sizeof(V));
        memcpy(items, q->items, (size_t)q->len * sizeof(V));
        q->items = items;
        q->cap = cap;
        q->stored = (uint16_t)age;
    }
    q->items[q->len++] = item;
}

/* What can be gone through: a tuple, a list, or the keys of a map. */
static inline Seq *items_of(V v)
{
    if (UNLIKELY(!IS_OBJECT(v) || SEQ(v)->type > SET))
        raise_(E_OTHER, "nothing to go through");
    return SEQ(v);
}

static inline Seq *sequence(V v)
{
    if (UNLIKELY(!IS_OBJECT(v) || SEQ(v)->type > LIST))
        raise_(E_OTHER, "no sequence");
    return SEQ(v);
}

static inline Seq *list_of(V v)
{
    if (UNLIKELY(!is_type(v, LIST)))
        raise_(E_OTHER, "no list");
    return SEQ(v);
}

static inline int is_number(V v)
{
    return IS_INT(v) || v == TRUE_ || v == FALSE_;
}

static inline int truth(V v)
{
    if (IS_INT(v))
        return v != 1;
    if (IS_OBJECT(v))
        return SEQ(v)->type >= SLICE || SEQ(v)->len != 0;
    return v != NONE && v != FALSE_ && v != EMPTY_STRING;
}
