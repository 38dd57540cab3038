/* What generated code calls, after `runtime/support/notes.py`: notes. */

static inline void forget(State *s, V memos)
{
    Seq *q = SEQ(memos);
    for (uint32_t i = 0; i < q->len; i++)
        s->answers[q->items[i] >> 1] = NONE;
}

static void mark(State *s, int64_t row, int64_t seat, int64_t value)
{
    set_cell(s, &s->n[AT(row + seat, N_SIZE)], value);
    V readers = get(readers_of_rows, INT(row), 0);
    if (readers)
        forget(s, readers);
}

static void use(State *s, int64_t flag, int64_t seat)
{
    int again = contains(twice, INT(flag));
    mark(s, flag, seat, again ? s->n[AT(flag + PLAYERS + seat, N_SIZE)] : 1);
    if (again)
        mark(s, flag + PLAYERS, seat, 1);
}

static V rt_USE(State *s, V flag, V seat)
{
    use(s, AS_INT(flag), AS_INT(seat));
    return NONE;
}

static V rt_RESET(State *s, V flags, V of)
{
    Seq *q = items_of(flags), *seats = items_of(of);
    for (uint32_t i = 0; i < q->len; i++)
        for (uint32_t j = 0; j < seats->len; j++) {
            int64_t cell = AT(AS_INT(q->items[i]) + AS_INT(seats->items[j]), N_SIZE);
            if (s->n[cell]) {
                set_cell(s, &s->n[cell], 0);
                forget(s, ITEM(readers_of_flags, q->items[i]));
            }
        }
    return NONE;
}
