/* What generated code calls, after `runtime/support/triggers.py`: triggers. */

static V rt_PENDING(V triggers)
{
    Seq *q = items_of(triggers);
    V found = new_list(4);
    for (uint32_t i = 0; i < q->len; i++)
        if (equal(ITEM_I(q->items[i], 3), ITEM_I(q->items[0], 3)))
            push(found, q->items[i]);
    return found;
}

#define DEEPEST 2000 /* frames on the stack when a trigger begins; as in runtime/support/triggers.py */

static V rt_TRIGGER(State *s, V seat, V choice, V args)
{
    if (SEQ(s->stack)->len > DEEPEST)
        raise_(E_CIRCLE, "chain");
    return rt_START(s, seat, slice_of(choice, NONE, INT(3), NONE), args);
}

static void listen(State *s, Listener *row, int64_t actor, int64_t seat, int64_t table, V args, V found)
{
    if (row->card >= 0 && !contains(row->zones, INT(s->where[row->card])))
        return;
    if (row->limit && s->n[row->limit])
        return;
    Seq *more_args = SEQ(args);
    V all[4 + 16];
    all[0] = INT(seat);
    all[1] = INT(row->card);
    all[2] = INT(actor);
    if (more_args->len > 16)
        raise_(E_OTHER, "arguments");
    memcpy(all + 3, more_args->items, sizeof(V) * more_args->len);
    if (!truth(call(row->test, s, 3 + (int)more_args->len, all)))
        return;
    V trigger = new_tuple(4);
    V *items = SEQ(trigger)->items;
    items[0] = INT(table);
    items[1] = INT(row->number);
    items[2] = INT(row->card);
    items[3] = INT(seat);
    push(found, trigger);
}

static V rt_TRIGGERED(State *s, V actor_, V table_, V args)
{
    int64_t actor = AT(AS_INT(actor_), PLAYERS), table = AT(AS_INT(table_), offers_len);
    args = tuple_from(args);
    Listening *rows = offers[table].listening;
    V found = new_list(4);
    for (int64_t i = 0; i < rows[actor].len[0]; i++)
        listen(s, &rows[actor].rows[0][i], actor, actor, table, args, found);
    for (int64_t seat = 0; seat < PLAYERS; seat++)
        for (int64_t i = 0; seat != actor && i < rows[seat].len[1]; i++)
            listen(s, &rows[seat].rows[1][i], actor, seat, table, args, found);
    Seq *q = SEQ(found);
    if (q->len > 1) {
        int64_t at[PLAYERS], keys[q->len];
        Seq *line = SEQ(seats_ordered(s));
        for (int64_t i = 0; i < PLAYERS; i++)
            at[line->items[i] >> 1] = i;
        for (uint32_t i = 0; i < q->len; i++)
            keys[i] = MOD(at[SEQ(q->items[i])->items[3] >> 1] - at[actor], PLAYERS);
        sort_by(q->items, keys, q->len, 0);
    }
    return found;
}

static int state_check(State *s, int64_t you)
{
    V begun = new_list(4);
    Seq *all = SEQ(state_triggers);
    for (int64_t turn = 0; turn < PLAYERS; turn++) {
        int64_t seat = (you + turn) % PLAYERS;
        for (uint32_t number = 0; number < all->len; number++) {
            V *one = SEQ(all->items[number])->items; /* test, entry, pad, flag, card */
            int64_t flag = one[3] >> 1;
            int now = truth(call(one[0], s, 1, (V[]){INT(seat)}));
            if (now && !s->n[flag + seat]) {
                mark(s, flag, seat, 1);
                int64_t limit = AS_INT(get(once, INT(number), INT(0)));
                if (!limit || !s->n[limit + seat]) {
                    if (limit)
                        use(s, limit, seat);
                    V frame = new_list(8);
                    push(frame, one[1]);
                    push(frame, INT(seat));
                    push(frame, one[4]);
                    extend(frame, one[2]);
                    push(begun, frame);
                }
            } else if (!now && s->n[flag + seat])
                mark(s, flag, seat, 0);
        }
    }
    for (uint32_t i = SEQ(begun)->len; i > 0; i--)
        push(s->stack, SEQ(begun)->items[i - 1]);
    return SEQ(begun)->len != 0;
}

static V rt_STATE_CHECK(State *s, V you)
{
    return BOOL(state_check(s, AS_INT(you)));
}
