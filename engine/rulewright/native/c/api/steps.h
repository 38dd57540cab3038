/* Steps that Python takes: with all options, or, for playouts, with those only that are tried. */

static V in_order(State *s, V options)
{
    if (decisions[label_of(innermost(s))].kind != ASKS_CARD)
        return options;
    V hidden = hidden_places[seat_of(s)];
    Seq *q = SEQ(options);
    int any = 0;
    for (uint32_t i = 0; i < q->len && !any; i++)
        any = AS_INT(q->items[i]) >= 0 && contains(hidden, INT(s->where[AT(AS_INT(q->items[i]), CARDS)]));
    if (!any)
        return options;
    V cards = new_list(q->len), found = new_list(q->len);
    for (uint32_t i = 0; i < q->len; i++)
        if (AS_INT(q->items[i]) >= 0)
            push(cards, q->items[i]);
    cards = sorted(cards, 0);
    for (uint32_t i = 0, next = 0; i < q->len; i++)
        push(found, AS_INT(q->items[i]) >= 0 ? SEQ(cards)->items[next++] : q->items[i]);
    return found;
}

static V advance(State *s)
{
    int64_t offered = -1, fuel = FUEL;
    for (;;) {
        V raw = next_asked(s, &fuel);
        if (!raw)
            return new_list(0);
        V options = legal(s, raw);
        uint32_t many = SEQ(options)->len;
        if (!many)
            raise_(E_NOTHING, "nothing can be carried through");
        if (many > 1)
            return in_order(s, options);
        const Decision *decision = &decisions[label_of(innermost(s))];
        apply(s, SEQ(options)->items[0], 1);
        fuel -= FORCED;
        if (s->log == NONE)
            continue;
        Seq *log = SEQ(s->log);
        if (is_nothing(decision, SEQ(options)->items[0])) {
            log->len--;
            if (log->len == offered)
                log->len--;
        } else if (decision->kind == ASKS_TRIGGER)
            offered = log->len;
    }
}

/* Take an option (none where it is negative) and run on: how many options there are then, or minus the error. After an
error the game stands where it stood. */
EXPORT int64_t rw_step(Game *game, int64_t number)
{
    Catch here = {.outer = NULL};
    State *s = game->s, *volatile before = NULL;
    begin_step();
    if (_setjmp(here.at)) {
        if (before) {
            Arena *storage = &game->storage;
            V log = s->log;
            take_back(s);
            memcpy((char *)s + offsetof(State, stack), (char *)before + offsetof(State, stack),
                offsetof(State, cells) - offsetof(State, stack));
            memcpy(s->zones, before->zones, sizeof(State) - offsetof(State, zones));
            s->log = log == NONE ? NONE : FALSE_;
            into = storage;
            age = OLD;
            move_state(s, 0);
        }
        noted = NULL;
        ways_known = 0; /* parts of it may lie in the nursery */
        clear_nursery();
        return -raised;
    }
    catching = &here;
    before = copy_but_cells(s);
    noted = s;
    changes_len = 0;
    if (s->log != NONE)
        s->log = new_list(8);
    if (number >= 0) {
        if (number >= SEQ(game->values)->len)
            raise_(E_OTHER, "no such option");
        apply(s, moved_out(SEQ(game->values)->items[number], 1), 1);
    }
    V values = advance(s);
    int64_t many = SEQ(values)->len;
    game->values = values;
    game->info[MOVED] = cards_moved(s);
    noted = NULL;
    end_step(game);
    return many;
}

EXPORT const char *rw_why(void)
{
    return raised_why;
}

enum { GO_ON, SURELY, IF_LEGAL, NOT_LEGAL = -100 };

static int is_legal(State *s, V value)
{
    V one = new_list(1);
    push(one, value);
    look.asked = s;
    look.of = NULL;
    int64_t label = label_of(innermost(s));
    if (decisions[label].kind == ASKS_OFFER)
        return SEQ(possible(s, one))->len != 0;
    return !SEQ(s->attempts)->len || (safe[label] && sure_below(s)) || SEQ(leading_through(s, one))->len != 0;
}

/* Run to the next block that offers more than one thing: what it offers, not looked at (Machine.play_on). */
static V run_on(State *s)
{
    int64_t fuel = FUEL;
    for (;;) {
        V raw = next_asked(s, &fuel);
        if (!raw)
            return new_list(0);
        if (SEQ(raw)->len > 1)
            return raw;
        V options = legal(s, raw);
        if (!SEQ(options)->len)
            raise_(E_NOTHING, "nothing can be carried through");
        apply(s, SEQ(options)->items[0], 0);
    }
}

/* Take one of the options that were found last and run on, looking at nothing else: how many there are then, NOT_LEGAL
where it cannot be carried through (the options are those that can be then), or minus the error, after which the game is
of no use. */
EXPORT int64_t rw_go(Game *game, int64_t number, int how)
{
    Catch here = {.outer = NULL};
    State *s = game->s;
    begin_step();
    if (_setjmp(here.at)) {
        into = &game->storage;
        age = OLD;
        s->stack = new_list(0);
        s->attempts = new_list(0);
        s->result = INT(0);
        game->values = new_list(0);
        game->info[ROOM] = 0;
        for (int i = 0; i < ZONES; i++)
            s->zones[i] = new_tuple(0);
        for (int i = 0; i < MEMOS; i++)
            s->answers[i] = NONE;
        ways_known = 0;
        clear_nursery();
        return -raised;
    }
    catching = &here;
    if (how != GO_ON) {
        V value = moved_out(SEQ(game->values)->items[AT(number, SEQ(game->values)->len)], 1);
        if (how == IF_LEGAL && !is_legal(s, value)) {
            game->values = legal(s, moved_out(game->values, 1));
            if (!SEQ(game->values)->len)
                raise_(E_NOTHING, "nothing can be carried through");
            end_step(game);
            return NOT_LEGAL;
        }
        apply(s, value, 0);
        look.unasked = 0;
    }
    V values = run_on(s);
    int64_t many = SEQ(values)->len;
    game->values = values;
    end_step(game);
    return many;
}
