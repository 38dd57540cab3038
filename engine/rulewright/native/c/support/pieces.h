/* What generated code calls, after `runtime/support/pieces.py`: pieces. */

static void tally_by(State *s, int64_t cell, int64_t by)
{
    cell = AT(cell, N_SIZE);
    if (!fed[cell])
        return;
    Seq *q = SEQ(fed[cell]);
    for (uint32_t i = 0; i < q->len; i += 2) {
        int64_t *tally = &s->tallies[q->items[i] >> 1];
        set_cell(s, tally, *tally + by * (q->items[i + 1] >> 1));
    }
}

static void tally_anew(State *s, int64_t cell)
{
    cell = AT(cell, N_SIZE);
    if (!fed[cell])
        return;
    Seq *q = SEQ(fed[cell]);
    for (uint32_t i = 0; i < q->len; i += 2) {
        int64_t at = q->items[i] >> 1, sum = 0;
        Seq *cells = SEQ(SEQ(sums_made)->items[at]);
        for (uint32_t j = 0; j < cells->len; j++)
            sum = ADD(sum, s->n[cells->items[j] >> 1]);
        set_cell(s, &s->tallies[at], sum);
    }
}

static void move_pieces(State *s, int64_t kind, int64_t owner, int64_t source, int64_t target, int64_t count, int64_t actor)
{
    V table = ITEM_I(index_of_pieces, kind);
    int64_t to = owner;
    if (!AS_INT(ITEM_I(ITEM_I(table, to), target))) {
        int64_t holder = target < ZONES ? AS_INT(ITEM_I(zone_owners, target)) : actor;
        to = AS_INT(ITEM_I(ITEM_I(table, PLAYERS), target)) ? PLAYERS : holder;
    }
    int64_t a = AS_INT(ITEM_I(ITEM_I(table, owner), source)), b = AS_INT(ITEM_I(ITEM_I(table, to), target));
    if (!a || !b)
        raise_(E_OTHER, "a piece cannot lie there");
    set_cell(s, &s->n[AT(a, N_SIZE)], SUB(s->n[AT(a, N_SIZE)], count));
    set_cell(s, &s->n[AT(b, N_SIZE)], ADD(s->n[AT(b, N_SIZE)], count));
    tally_by(s, a, -count);
    tally_by(s, b, count);
    forget(s, ITEM_I(readers_of_pieces, kind));
}

static V rt_MOVE_PIECES(State *s, V kind, V owner, V source, V target, V count, V actor)
{
    move_pieces(s, AS_INT(kind), AS_INT(owner), AS_INT(source), AS_INT(target), AS_INT(count), AS_INT(actor));
    return NONE;
}

static V rt_FILL(State *s, V card)
{
    Seq *row = items_of(ITEM(held_by_cards, card));
    for (uint32_t i = 0; i < row->len; i++) {
        int64_t kind = AS_INT(ITEM_I(row->items[i], 0)), amount = AS_INT(ITEM_I(row->items[i], 1));
        Seq *places = items_of(ITEM_I(piece_places, kind));
        for (uint32_t j = 0; j < places->len; j++) {
            int64_t place = AS_INT(places->items[j]);
            if (place < ZONES && AS_INT(ITEM_I(zone_owners, place)) < 0) {
                move_pieces(s, kind, PLAYERS, place, card_place + AS_INT(card), amount, 0);
                break;
            }
        }
    }
    return NONE;
}
