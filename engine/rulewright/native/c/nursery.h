/* Moving values out of the nursery, into storage that outlives the step. */

static V moved_out(V v, int all);

static void move_items(Seq *q, uint32_t from, int all)
{
    for (uint32_t i = from; i < q->len; i++)
        q->items[i] = moved_out(q->items[i], all);
}

/* A value that outlives the step: what lies in the nursery (or, where `all` is to be moved, is old) is copied. */
static V moved_out(V v, int all)
{
    if (!IS_OBJECT(v) || SEQ(v)->age == PERMANENT)
        return v;
    Seq *q = SEQ(v);
    if (q->type == STATE)
        raise_(E_OTHER, "a state outlives its step");
    if (q->type == DICT || q->type == SET) {
        Map *map = MAP(v);
        if (q->age == YOUNG || all) {
            map = MAP(new_map(q->type));
            map->keys.len = q->len;
            map->keys.items = q->items;
            map->values = MAP(v)->values;
            map->hashes = MAP(v)->hashes;
        }
        if (map->keys.stored == YOUNG || map != MAP(v) || all) {
            uint32_t cap = q->cap < 8 ? 8 : q->cap;
            grow_map(map, cap);
        }
        for (uint32_t i = map == MAP(v) && !all ? q->clean : 0; i < map->keys.len; i++) {
            map->keys.items[i] = moved_out(map->keys.items[i], all);
            if (q->type == DICT)
                map->values[i] = moved_out(map->values[i], all);
        }
        map->keys.clean = map->keys.len;
        return (V)map;
    }
    if (q->age != YOUNG && !all) {
        if (q->type == LIST) {
            if (q->stored == YOUNG) { /* it has grown in the nursery */
                V *items = allocate(sizeof(V) * (q->cap ? q->cap : 1));
                memcpy(items, q->items, sizeof(V) * q->len);
                q->items = items;
                q->stored = OLD;
            }
            move_items(q, 0, 0);
        }
        return v;
    }
    V made = new_seq(q->type, q->len);
    memcpy(SEQ(made)->items, q->items, sizeof(V) * q->len);
    move_items(SEQ(made), 0, all);
    return made;
}
