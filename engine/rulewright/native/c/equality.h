/* When values are equal, and what a map has under a key: maps are equal by their keys, and keys are values. */

static V equal_slow(V a, V b);
static uint64_t hash_slow(V v);

static inline int equal(V a, V b)
{
    if (a == b)
        return 1;
    if ((a & b & 1) || IS_STRING(a) || IS_STRING(b))
        return 0;
    return (int)equal_slow(a, b);
}

static inline uint64_t mixed(uint64_t x)
{
    x *= 0x9E3779B97F4A7C15u;
    return x ^ x >> 29;
}

static inline uint64_t hash_of(V v)
{
    if (LIKELY(IS_INT(v)))
        return mixed((uint64_t)v);
    return hash_slow(v);
}

static uint64_t hash_slow(V v)
{
    if (is_number(v))
        return mixed((uint64_t)INT(AS_INT(v)));
    if (!IS_OBJECT(v))
        return mixed((uint64_t)v);
    if (SEQ(v)->type != TUPLE)
        raise_(E_OTHER, "no key");
    uint64_t found = 1469598103934665603u;
    for (uint32_t i = 0; i < SEQ(v)->len; i++)
        found = mixed(found ^ hash_of(SEQ(v)->items[i]));
    return found;
}

static inline int same_key(V a, V b)
{
    if (a == b)
        return 1;
    if (is_type(a, TUPLE) && is_type(b, TUPLE) && SEQ(a)->len == SEQ(b)->len) {
        for (uint32_t i = 0; i < SEQ(a)->len; i++)
            if (!equal(SEQ(a)->items[i], SEQ(b)->items[i]))
                return 0;
        return 1;
    }
    return equal(a, b);
}

static int32_t find_hashed(Map *map, V key, uint32_t hash)
{
    Seq *keys = &map->keys;
    if (!map->index) {
        for (uint32_t i = 0; i < keys->len; i++)
            if (map->hashes[i] == hash && same_key(keys->items[i], key))
                return (int32_t)i;
        return -1;
    }
    for (uint32_t at = hash & map->mask;; at = (at + 1) & map->mask) {
        int32_t i = map->index[at];
        if (i < 0)
            return -1;
        if (map->hashes[i] == hash && same_key(keys->items[i], key))
            return i;
    }
}

static inline int32_t find(Map *map, V key)
{
    if (map->span && IS_INT(key)) {
        uint64_t at = (uint64_t)((key >> 1) - map->low);
        return at < map->span ? map->index[at] : -1;
    }
    if (!map->keys.len)
        return -1;
    if (map->span) { /* True and False, perhaps */
        for (uint32_t i = 0; i < map->keys.len; i++)
            if (equal(map->keys.items[i], key))
                return (int32_t)i;
        return -1;
    }
    return find_hashed(map, key, (uint32_t)hash_of(key));
}

static V equal_slow(V a, V b)
{
    if (is_number(a) || is_number(b))
        return is_number(a) && is_number(b) && AS_INT(a) == AS_INT(b);
    if (!IS_OBJECT(a) || !IS_OBJECT(b) || SEQ(a)->type != SEQ(b)->type || SEQ(a)->len != SEQ(b)->len)
        return 0;
    if (SEQ(a)->type == STATE)
        return 0;
    for (uint32_t i = 0; i < SEQ(a)->len; i++) {
        if (SEQ(a)->type == SET || SEQ(a)->type == DICT) {
            int32_t at = find(MAP(b), SEQ(a)->items[i]);
            if (at < 0 || (SEQ(a)->type == DICT && !equal(MAP(a)->values[i], MAP(b)->values[at])))
                return 0;
        } else if (!equal(SEQ(a)->items[i], SEQ(b)->items[i]))
            return 0;
    }
    return 1;
}
