/* Dictionaries and sets, gone through in the order in which their keys came. */

#define UNINDEXED 8 /* entries up to which a map is searched from its beginning */

static V new_map(int type)
{
    Map *made = allocate(sizeof(Map));
    memset(made, 0, sizeof *made);
    made->keys.type = (uint8_t)type;
    made->keys.age = (uint8_t)age;
    made->keys.stored = (uint16_t)age;
    return (V)made;
}

static void index_map(Map *map, uint32_t cap)
{
    uint32_t mask = 15;
    while (mask < cap * 2)
        mask = mask * 2 + 1;
    map->index = allocate(sizeof(int32_t) * ((size_t)mask + 1));
    memset(map->index, 255, sizeof(int32_t) * ((size_t)mask + 1));
    map->mask = mask;
    for (uint32_t i = 0; i < map->keys.len; i++) {
        uint32_t at = map->hashes[i] & mask;
        while (map->index[at] >= 0)
            at = (at + 1) & mask;
        map->index[at] = (int32_t)i;
    }
}

static void grow_map(Map *map, uint32_t cap)
{
    Seq *keys = &map->keys;
    V *items = allocate(sizeof(V) * cap);
    uint32_t *hashes = allocate(sizeof(uint32_t) * cap);
    if (keys->len) {
        memcpy(items, keys->items, sizeof(V) * keys->len);
        memcpy(hashes, map->hashes, sizeof(uint32_t) * keys->len);
    }
    keys->items = items;
    map->hashes = hashes;
    if (keys->type == DICT) {
        V *values = allocate(sizeof(V) * cap);
        if (keys->len)
            memcpy(values, map->values, sizeof(V) * keys->len);
        map->values = values;
    }
    keys->cap = cap;
    keys->stored = (uint16_t)age;
    map->index = NULL;
    if (cap > UNINDEXED)
        index_map(map, cap);
}

/* Let a table that nobody changes be looked up by integers at once, where they lie close together. */
static void flatten(V v)
{
    Map *map = MAP(v);
    Seq *keys = &map->keys;
    if (keys->len < 2 || !IS_INT(keys->items[0]))
        return;
    int64_t low = keys->items[0] >> 1, high = low;
    for (uint32_t i = 0; i < keys->len; i++) {
        int64_t key = keys->items[i] >> 1;
        if (!IS_INT(keys->items[i]))
            return;
        low = key < low ? key : low;
        high = key > high ? key : high;
    }
    if (high - low > 4 * (int64_t)keys->len + 64)
        return;
    map->span = (uint32_t)(high - low + 1);
    map->low = low;
    map->index = allocate(sizeof(int32_t) * map->span);
    memset(map->index, 255, sizeof(int32_t) * map->span);
    for (uint32_t i = 0; i < keys->len; i++)
        map->index[(keys->items[i] >> 1) - low] = (int32_t)i;
}

static void put(V into_map, V key, V value)
{
    Map *map = MAP(into_map);
    Seq *keys = &map->keys;
    if (UNLIKELY(map->span))
        raise_(E_OTHER, "a table that does not change");
    uint32_t hash = (uint32_t)hash_of(key);
    int32_t at = keys->len ? find_hashed(map, key, hash) : -1;
    if (at >= 0) {
        if (keys->type == DICT) {
            map->values[at] = value;
            if ((uint32_t)at < keys->clean)
                keys->clean = (uint32_t)at;
        }
        return;
    }
    if (keys->len == keys->cap)
        grow_map(map, keys->cap < 4 ? 8 : keys->cap * 2);
    keys->items[keys->len] = key;
    map->hashes[keys->len] = hash;
    if (keys->type == DICT)
        map->values[keys->len] = value;
    if (map->index) {
        uint32_t slot = hash & map->mask;
        while (map->index[slot] >= 0)
            slot = (slot + 1) & map->mask;
        map->index[slot] = (int32_t)keys->len;
    }
    keys->len++;
}

#define IS_SMALL(v) (((uint64_t)(v) & 1) && (uint64_t)((v) + 2) < ((uint64_t)1 << 20)) /* -1 and up */

/* A key made of values: one integer where all are small, otherwise a tuple. */
static inline V packed2(V a, V b)
{
    if (LIKELY(IS_SMALL(a) && IS_SMALL(b)))
        return (a + 2) << 20 | (b + 2) | 1;
    V made = new_tuple(2);
    SEQ(made)->items[0] = a;
    SEQ(made)->items[1] = b;
    return made;
}

static inline V packed3(V a, V b, V c)
{
    if (LIKELY(IS_SMALL(a) && IS_SMALL(b) && IS_SMALL(c)))
        return (a + 2) << 40 | (b + 2) << 20 | (c + 2) | 1;
    V made = new_tuple(3);
    SEQ(made)->items[0] = a;
    SEQ(made)->items[1] = b;
    SEQ(made)->items[2] = c;
    return made;
}

static inline V get(V map, V key, V otherwise)
{
    if (UNLIKELY(!is_type(map, DICT)))
        raise_(E_OTHER, "no dictionary");
    int32_t at = find(MAP(map), key);
    return at < 0 ? otherwise : MAP(map)->values[at];
}
