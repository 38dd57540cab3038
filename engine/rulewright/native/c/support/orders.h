/* What generated code calls, after `runtime/support/orders.py`: orders and shares. */

static V order(State *s, V seats)
{
    V made = list_from(seats);
    Seq *q = SEQ(made);
    int64_t keys[q->len + 1], first = s->n[first_player_cell];
    if (first < 0)
        first = 0;
    for (uint32_t i = 0; i < q->len; i++) {
        int64_t seat = AS_INT(q->items[i]);
        keys[i] = order_places ? s->n[AT(order_places + seat, N_SIZE)] : MOD(seat - first, PLAYERS);
    }
    sort_by(q->items, keys, q->len, 0);
    return made;
}

static V seats_ordered(State *s)
{
    V seats = new_list(PLAYERS);
    for (int64_t seat = 0; seat < PLAYERS; seat++)
        push(seats, INT(seat));
    return order(s, seats);
}

static V rt_ORDER(State *s, V seats)
{
    return order(s, seats);
}

static V rt_FIRST(State *s)
{
    return SEQ(seats_ordered(s))->items[0];
}

static V rt_LEFTWARDS(State *s, V you, V seats)
{
    V made = list_from(seats);
    Seq *q = SEQ(made);
    int64_t keys[q->len + 1];
    for (uint32_t i = 0; i < q->len; i++)
        keys[i] = MOD(AS_INT(q->items[i]) - AS_INT(you) - 1, PLAYERS);
    sort_by(q->items, keys, q->len, 0);
    return made;
}

static V rt_STARTING(State *s, V begin, V seats)
{
    V first = order(s, begin);
    int64_t seat = AS_INT(SEQ(SEQ(first)->len ? first : seats_ordered(s))->items[0]);
    return rt_LEFTWARDS(s, INT(seat - 1), seats);
}

static V call(V function, State *s, int count, const V *args);

static V rt_FIRSTS(State *s, V by, V you, V things)
{
    Seq *q = items_of(things);
    V ranks = new_list(q->len), found = new_list(4);
    for (uint32_t i = 0; i < q->len; i++)
        push(ranks, call(by, s, 2, (V[]){q->items[i], you}));
    if (!q->len)
        return found;
    V least = extreme_of(ranks, 0, 0);
    for (uint32_t i = 0; i < q->len; i++)
        if (equal(SEQ(ranks)->items[i], least))
            push(found, q->items[i]);
    return found;
}

static V rt_TOWARDS(V start, V goal, V size)
{
    int64_t many = AS_INT(size), from = AS_INT(start), way = MOD(AS_INT(goal) - from, many);
    return way ? INT(MOD(from + (way <= many - way ? 0 : -2), many) + 1) : start;
}

static V rt_SHARES(V prizes, V values, V least)
{
    Seq *p = items_of(prizes), *q = items_of(values);
    V found = new_list(q->len);
    for (uint32_t i = 0; i < q->len; i++) {
        int64_t value = AS_INT(q->items[i]), rank = 0, level = 0, sum = 0;
        for (uint32_t j = 0; j < q->len; j++) {
            rank += AS_INT(q->items[j]) > value;
            level += AS_INT(q->items[j]) == value;
        }
        for (int64_t at = rank; at < rank + level && at < p->len; at++)
            sum += AS_INT(p->items[at]);
        push(found, INT(value >= AS_INT(least) ? FLOOR(sum, level) : 0));
    }
    return found;
}

static V rt_GROUPS(State *s, V things, V reach, V you)
{
    Seq *q = items_of(things);
    V seen = new_map(SET);
    int64_t found = 0;
    for (uint32_t i = 0; i < q->len; i++)
        if (!contains(seen, q->items[i])) {
            found++;
            put(seen, q->items[i], NONE);
            update(seen, call(reach, s, 2, (V[]){q->items[i], you}));
        }
    return INT(found);
}

static V rt_BY_RANK(V things, V values, V extreme)
{
    Seq *q = items_of(things), *of = items_of(values);
    V found = new_list(4);
    if (!q->len)
        return found;
    V best = extreme_of(values, extreme == MAXIMUM, 0);
    for (uint32_t i = 0; i < q->len; i++)
        if (equal(ITEM_I((V)of, i), best))
            push(found, q->items[i]);
    return found;
}

static V rt_BY_DISTANCE(V steps, V things, V goals, V extreme)
{
    const int64_t huge = 1000000;
    Seq *to = items_of(goals);
    V far = new_map(DICT);
    Seq *q = items_of(things);
    for (uint32_t i = 0; i < q->len; i++) {
        V row = ITEM(steps, q->items[i]);
        int64_t least = huge;
        for (uint32_t j = 0; j < to->len; j++) {
            int64_t distance = AS_INT(get(row, to->items[j], INT(huge)));
            if (!j || distance < least)
                least = distance;
        }
        put(far, q->items[i], INT(least));
    }
    Map *map = MAP(far);
    int64_t best = 0;
    int reached = 0;
    for (uint32_t i = 0; i < map->keys.len; i++) {
        int64_t distance = AS_INT(map->values[i]);
        if (distance < huge && (!reached || (extreme == MAXIMUM ? distance > best : distance < best))) {
            best = distance;
            reached = 1;
        }
    }
    V found = new_list(4);
    for (uint32_t i = 0; i < map->keys.len; i++)
        if (reached && AS_INT(map->values[i]) == best)
            push(found, map->keys.items[i]);
    return found;
}
