/* What generated code calls, as `runtime/support/` has it in Python: the same names with `rt_` before them.

Each part names its model; what is explained there is not explained again.
*/

/* ------------------------------------------------------------ notes (support/notes.py) */

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

/* ------------------------------------------------------------ pieces (support/pieces.py) */

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

/* ------------------------------------------------------------ orders and shares (support/orders.py) */

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

/* ------------------------------------------------------------ cards (support/cards.py) */

static void play(State *s, int64_t you, int64_t card)
{
    move_card(s, card, AS_INT(ITEM_I(played_to, SEQ(played_to)->len > 1 ? you : 0)), 0);
    forget(s, readers_of_cards);
}

static V rt_PLAY(State *s, V you, V card)
{
    play(s, AS_INT(you), AS_INT(card));
    return NONE;
}

static V rt_PLAYABLE(State *s, V you)
{
    V found = new_list(8);
    Seq *zones = items_of(ITEM(played_from, you));
    for (uint32_t i = 0; i < zones->len; i++)
        extend(found, s->zones[AS_INT(zones->items[i])]);
    return found;
}

static V rt_DRAW(State *s, V pile, V zone, V count)
{
    forget(s, readers_of_cards);
    draw_cards(s, AS_INT(count), AS_INT(pile), AS_INT(zone), AS_INT(get(refills, pile, INT(-1))));
    return NONE;
}

static V moved_since(State *s, V before, int drawn_only)
{
    Seq *q = items_of(before);
    V found = new_list(4);
    if (q->len != CARDS)
        raise_(E_OTHER, "cards");
    for (int64_t card = 0; card < CARDS; card++)
        if (AS_INT(q->items[card]) != s->where[card] && !(drawn_only && contains(refills, INT(s->where[card]))))
            push(found, INT(card));
    return found;
}

static V rt_MOVED(State *s, V before)
{
    return moved_since(s, before, 0);
}

static V rt_DRAWN(State *s, V before)
{
    return moved_since(s, before, 1);
}

static V rt_IN_PLAY(State *s, V card)
{
    int64_t zone = s->where[AT(AS_INT(card), CARDS)];
    return BOOL(zone >= ZONES || (zone >= 0 && truth(ITEM_I(shown_zones, zone))));
}

static V distinct(State *s, V cards, V placed)
{
    Seq *q = items_of(cards);
    V seen = new_map(SET), found = new_list(q->len);
    for (uint32_t i = 0; i < q->len; i++) {
        int64_t card = AS_INT(q->items[i]);
        if (card >= 0 && card < CARDS && copied[card]) {
            int64_t place = s->where[card];
            V cells = get(card_cells, INT(card), 0);
            uint32_t many = cells ? SEQ(cells)->len : 0;
            V key = new_list(many + 3);
            push(key, ITEM_I(component_of, card));
            push(key, INT(place));
            for (uint32_t j = 0; j < many; j++)
                push(key, INT(s->n[SEQ(cells)->items[j] >> 1]));
            if (placed && contains(placed, INT(card)) && 0 <= place && place < ZONES && truth(ITEM_I(open_rows, place))) {
                Seq *zone = SEQ(s->zones[place]);
                uint32_t at = 0;
                while (at < zone->len && zone->items[at] != INT(card))
                    at++;
                push(key, INT(at));
            }
            key = tuple_from(key);
            if (contains(seen, key))
                continue;
            put(seen, key, NONE);
        }
        push(found, q->items[i]);
    }
    return found;
}

static V rt_DISTINCT(State *s, V cards, V placed)
{
    return distinct(s, cards, placed);
}

static V rt_SYMBOLS(State *s, V card, V resource)
{
    (void)s;
    return ITEM(ITEM(worth, card), resource);
}

/* ------------------------------------------------------------ offers (support/offers.py) */

static V lying(State *s, int64_t table, int64_t you)
{
    Offers *of = &offers[table];
    Seq *zones = SEQ(of->zones[you]);
    if (of->here[you]) {
        uint32_t same = 0;
        while (same < zones->len && SEQ(of->last[you])->items[same] == s->zones[zones->items[same] >> 1])
            same++;
        if (same == zones->len)
            return of->here[you];
    }
    V here = new_map(DICT), last = new_tuple(zones->len);
    for (uint32_t i = 0; i < zones->len; i++) {
        V pile = SEQ(last)->items[i] = s->zones[zones->items[i] >> 1];
        for (uint32_t j = 0; j < SEQ(pile)->len; j++) {
            V card = SEQ(pile)->items[j], numbers = get(of->of_card, card, 0);
            for (uint32_t k = 0; numbers && k < SEQ(numbers)->len; k++) {
                V number = SEQ(numbers)->items[k];
                if (!contains(ITEM_I(of->entries[number >> 1].zones, you), zones->items[i]))
                    continue;
                V cards = get(here, number, 0);
                if (!cards) {
                    cards = new_list(4);
                    put(here, number, cards);
                }
                push(cards, card); /* in their order */
                Seq *q = SEQ(cards);
                for (uint32_t at = q->len - 1; at && q->items[at - 1] > card; at--) {
                    q->items[at] = q->items[at - 1];
                    q->items[at - 1] = card;
                }
            }
        }
    }
    of->last[you] = last;
    of->here[you] = here;
    return here;
}

static V list_offers(State *s, int64_t table, V you, V here, V args);

static V entries(State *s, V you, V table, V args)
{
    int64_t number = AT(AS_INT(table), offers_len);
    return list_offers(s, number, you, lying(s, number, AT(AS_INT(you), PLAYERS)), args);
}

static V rt_ENTRIES(State *s, V you, V table, V args)
{
    return entries(s, you, table, args ? args : new_tuple(0));
}

static V rt_OFFER(State *s, V you, V table, V may_end)
{
    V found = entries(s, you, table, new_tuple(0));
    if (truth(may_end))
        push(found, INT(-1));
    return found;
}

static V rt_START(State *s, V you, V choice, V args)
{
    int64_t table = AT(AS_INT(ITEM_I(choice, 0)), offers_len);
    Entry *entry = &offers[table].entries[AT(AS_INT(ITEM_I(choice, 1)), offers[table].len)];
    if (entry->spends && entry->limit)
        use(s, entry->limit, AS_INT(you));
    V frame = new_list(8);
    push(frame, INT(entry->entry));
    push(frame, you);
    if (args)
        extend(frame, args);
    push(frame, ITEM_I(choice, 2));
    enter(s, frame, entry->pad);
    return NONE;
}

#define rt_BEGIN rt_START

static V pads; /* by name, what a new frame has after its arguments */

static V rt_START_EACH(State *s, V you, V ability)
{
    V frame = new_list(8);
    push(frame, ITEM_I(ability, 1));
    push(frame, you);
    push(frame, ITEM_I(ability, 0));
    enter(s, frame, ITEM(pads, ITEM_I(ability, 2)));
    return NONE;
}

/* ------------------------------------------------------------ triggers (support/triggers.py) */

static V rt_PENDING(V triggers)
{
    Seq *q = items_of(triggers);
    V found = new_list(4);
    for (uint32_t i = 0; i < q->len; i++)
        if (equal(ITEM_I(q->items[i], 3), ITEM_I(q->items[0], 3)))
            push(found, q->items[i]);
    return found;
}

static V rt_TRIGGER(State *s, V seat, V choice, V args)
{
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

/* ------------------------------------------------------------ what is under way (support/under_way.py) */

static int is_doing(State *s, V procedures, V you, V f, V owner)
{
    (void)s;
    return SLOT_(f, 1) == you && contains(procedures, owner);
}

static V rt_DURING(State *s, V procedures, V you)
{
    Seq *within = SEQ(look.within), *stack = SEQ(s->stack);
    for (uint32_t i = 0; i < within->len; i += 2)
        if (is_doing(s, procedures, you, within->items[i + 1], within->items[i]))
            return TRUE_;
    for (uint32_t i = 0; i < stack->len; i++)
        if (is_doing(s, procedures, you, stack->items[i], STRING(owners[label_of(stack->items[i])])))
            return TRUE_;
    return FALSE_;
}

static V rt_SLOT(State *s, V procedures, V you, V number)
{
    Seq *within = SEQ(look.within), *stack = SEQ(s->stack);
    for (uint32_t i = within->len; i > 0; i -= 2)
        if (is_doing(s, procedures, you, within->items[i - 1], within->items[i - 2]))
            return ITEM(within->items[i - 1], number);
    for (uint32_t i = stack->len; i > 0; i--)
        if (is_doing(s, procedures, you, stack->items[i - 1], STRING(owners[label_of(stack->items[i - 1])])))
            return ITEM(stack->items[i - 1], number);
    return INT(-1);
}

static void end_game(State *s, V reason)
{
    s->over = truth(reason) ? reason : s->winner < 0 ? WORD_ENDED : WORD_WON;
    SEQ(s->stack)->len = 0;
    SEQ(s->attempts)->len = 0;
}

static V rt_CAN(State *s, V label)
{
    State *trial = ahead(s);
    push(trial->attempts, INT(SEQ(trial->stack)->len - 1));
    SET_SLOT(innermost(trial), 0, label);
    int outermost = !look.depth;
    int found = tried(trial, SEQ(s->attempts)->len, new_map(DICT));
    release(trial);
    if (outermost) {
        look.unasked += WITHIN - look.left;
        if (look.unasked > UNASKED)
            raise_(E_CIRCLE, "acts");
    }
    return BOOL(found);
}

static V rt_SUPPOSE(State *s, V you, V entry, V pad, V test)
{
    State *trial = ahead(s);
    trial->attempts = new_list(4);
    uint32_t depth = SEQ(trial->stack)->len;
    V frame = new_list(8);
    push(frame, entry);
    push(frame, you);
    enter(trial, frame, pad);
    settle(trial, depth);
    while (trial->over == NONE && state_check(trial, AS_INT(you)))
        settle(trial, depth);
    int holds = truth(call(test, trial, 1, (V[]){you}));
    release(trial);
    return BOOL(holds);
}

/* ------------------------------------------------------------ probes (support/probes.py) */

#define MOST_PROBED 1000
#define MOST_UNKNOWN 3

static V rt_PROBE_UNKNOWN(State *s, V f)
{
    (void)s;
    (void)f;
    return INT(UNKNOWN);
}

static V rt_PROBE_ANY(State *s, V f, V slot, V options, V probe)
{
    int64_t unknown = 0;
    if (look.tried > MOST_PROBED)
        return INT(UNKNOWN);
    Seq *q = items_of(options);
    for (uint32_t i = 0; i < q->len; i++) {
        V with = list_from(f);
        SET_ITEM(with, slot, q->items[i]);
        int64_t verdict = AS_INT(call(probe, s, 1, &with));
        if (verdict == CAN)
            return INT(CAN);
        if (verdict && ++unknown == MOST_UNKNOWN)
            return INT(UNKNOWN);
    }
    look.tried += q->len;
    return INT(unknown ? UNKNOWN : CANNOT);
}

static V rt_PROBE_WITHIN(State *s, V f, V procedure, V probe)
{
    push(look.within, procedure);
    push(look.within, f);
    V verdict = call(probe, s, 1, &f);
    SEQ(look.within)->len -= 2;
    return verdict;
}

static V rt_AFTER_PLAYING(State *s, V you, V card)
{
    State *after = ahead(s);
    play(after, AS_INT(you), AS_INT(card));
    return (V)after;
}

static V rt_AFTER_MOVING(State *s, V card, V place, V bottom)
{
    State *after = ahead(s);
    move_card(after, AS_INT(card), AS_INT(place), bottom && truth(bottom));
    forget(after, readers_of_cards);
    return (V)after;
}

/* ------------------------------------------------------------ payments (support/paying.py) */

#define PAYMENTS 60

static inline int64_t worth_of(int64_t card, int64_t resource)
{
    return AS_INT(ITEM_I(ITEM_I(worth, card), resource));
}

static int64_t worth_now(State *s, int64_t you, int64_t card, int64_t resource)
{
    int64_t value = worth_of(card, resource);
    if (convertible[resource]) {
        if (s->n[convert_cell + you])
            for (int64_t r = 0; r < RESOURCES; r++)
                if (convertible[r] && worth_of(card, r) > value)
                    value = worth_of(card, r);
        if (s->n[double_cell + you])
            value *= 2;
    }
    return value;
}

static V a_play(int64_t way, V card, V value)
{
    V made = new_tuple(4);
    V *items = SEQ(made)->items;
    items[0] = INT(0);
    items[1] = INT(way);
    items[2] = card;
    items[3] = value;
    return made;
}

static V all_plays(State *s, V you, int64_t resource)
{
    V found = new_list(8);
    if (paid_by_cards[resource]) {
        V cards = rt_PLAYABLE(s, you);
        for (uint32_t i = 0; i < SEQ(cards)->len; i++) {
            V card = SEQ(cards)->items[i];
            int64_t value = worth_now(s, AS_INT(you), AS_INT(card), resource);
            if (value)
                push(found, a_play(-1, card, INT(value)));
        }
    }
    Seq *of = SEQ(ITEM_I(ways_of, resource));
    for (uint32_t i = 0; i < of->len; i++) {
        V cards = call(ITEM_I(of->items[i], 1), s, 1, &you);
        Seq *q = truth(cards) ? items_of(cards) : NULL;
        for (uint32_t j = 0; q && j < q->len; j++)
            push(found, a_play(AS_INT(ITEM_I(of->items[i], 0)), ITEM_I(q->items[j], 0), ITEM_I(q->items[j], 1)));
    }
    return found;
}

static V changers(State *s, V you, int64_t resource)
{
    return convertible[resource] ? entries(s, you, INT(pay_table), new_tuple(0)) : new_list(0);
}

static V without_copies(State *s, V options, int looking_ahead)
{
    if (!changes_cards)
        return options;
    Seq *q = SEQ(options);
    V own = new_list(q->len), found = new_list(q->len);
    for (uint32_t i = 0; i < q->len; i++)
        if (AS_INT(SEQ(q->items[i])->items[1]) < 0)
            push(own, SEQ(q->items[i])->items[2]);
    V kept = set_from(distinct(s, looking_ahead ? sorted(own, 0) : own, 0));
    for (uint32_t i = 0; i < q->len; i++)
        if (AS_INT(SEQ(q->items[i])->items[1]) >= 0 || contains(kept, SEQ(q->items[i])->items[2]))
            push(found, q->items[i]);
    return found;
}

static void pay_with(State *s, int64_t you, int64_t way, int64_t card)
{
    if (way >= 0) {
        int64_t limit = AS_INT(ITEM_I(ITEM_I(ways, way), 2));
        if (limit)
            use(s, limit, you);
    }
    play(s, you, card);
    if (s->n[double_cell + you])
        mark(s, double_cell, you, 0);
    if (s->n[convert_cell + you])
        mark(s, convert_cell, you, 0);
}

static int64_t rank_of(V option)
{
    return (AS_INT(SEQ(option)->items[1]) + 1) * 10000 + AS_INT(SEQ(option)->items[2]);
}

static V ranked_above(V options, int64_t last)
{
    V found = new_list(SEQ(options)->len);
    for (uint32_t i = 0; i < SEQ(options)->len; i++)
        if (rank_of(SEQ(options)->items[i]) > last)
            push(found, SEQ(options)->items[i]);
    return found;
}

static int64_t value_of(V options)
{
    int64_t sum = 0;
    for (uint32_t i = 0; i < SEQ(options)->len; i++)
        sum += AS_INT(SEQ(SEQ(options)->items[i])->items[3]);
    return sum;
}

/* AFFORDABLE: whether a seat could pay for what an act costs at least. */
static V rt_AFFORDABLE(State *s, V you, V needs)
{
    Map *map = MAP(needs);
    int others = 0;
    for (uint32_t i = 0; i < map->keys.len; i++) {
        V what = map->keys.items[i];
        if (IS_STRING(what))
            others = 1;
        else if (s->n[AT(AS_INT(ITEM(what, you)), N_SIZE)] < AS_INT(map->values[i]))
            return FALSE_;
    }
    if (!others)
        return TRUE_;
    int64_t number = 0, together[RESOURCES + 1];
    memset(together, 0, sizeof together);
    Seq *hands = items_of(ITEM(played_from, you));
    for (uint32_t i = 0; i < hands->len; i++) {
        Seq *pile = SEQ(s->zones[AS_INT(hands->items[i])]);
        number += pile->len;
        for (uint32_t j = 0; j < pile->len; j++)
            for (int64_t r = 0; r < RESOURCES; r++)
                if (paid_by_cards[r])
                    together[r] += worth_of(AS_INT(pile->items[j]), r);
    }
    if (number < AS_INT(get(needs, word_card, INT(0))))
        return FALSE_;
    for (uint32_t i = 0; i < map->keys.len; i++) {
        V noun = map->keys.items[i];
        if (noun == word_card || !IS_STRING(noun))
            continue;
        int64_t least = AS_INT(map->values[i]), resource = AS_INT(ITEM(resource_numbers, noun)), most = together[resource];
        if (most >= least || (convertible[resource] && offers[pay_table].len))
            continue;
        Seq *q = SEQ(ways);
        for (uint32_t j = 0; j < q->len; j++) {
            V *way = SEQ(q->items[j])->items; /* function, resources, limit, conditional */
            if (most >= least || !contains(way[1], INT(resource)))
                continue;
            if (truth(way[3]))
                most += least;
            else {
                V played = call(way[0], s, 1, &you);
                for (uint32_t k = 0; k < SEQ(played)->len; k++)
                    most += AS_INT(ITEM_I(SEQ(played)->items[k], 1));
            }
        }
        if (most < least)
            return FALSE_;
    }
    return TRUE_;
}

static V pay_ask(State *s, V f)
{
    V you = SLOT_(f, 1);
    int64_t resource = AS_INT(SLOT_(f, 2)), least = AS_INT(SLOT_(f, 3)), most = AS_INT(SLOT_(f, 4)), paid = AS_INT(SLOT_(f, 5)),
            last = AS_INT(SLOT_(f, 6));
    if (paid >= most || most <= 0) {
        s->result = INT(paid);
        finish(s);
        return NONE;
    }
    V options = all_plays(s, you, resource), also = changers(s, you, resource);
    if (s->trial && !SEQ(also)->len && paid + value_of(options) < least)
        return FAIL;
    options = without_copies(s, options, s->trial);
    if (!s->trial)
        SET_SLOT(f, 6, INT(-2));
    else if (last >= 0)
        options = ranked_above(options, last);
    V found = new_list(SEQ(options)->len + 1);
    if (paid >= least && paid >= 0 && least < most)
        push(found, INT(-1));
    extend(found, options);
    for (uint32_t i = 0; i < SEQ(also)->len; i++) {
        V one = new_list(4);
        push(one, INT(1));
        extend(one, SEQ(also)->items[i]);
        push(found, tuple_from(one));
    }
    return SEQ(found)->len ? found : FAIL;
}

static V pay_take(State *s, V f)
{
    V you = SLOT_(f, 1), choice = SLOT_(f, 8);
    SET_SLOT(f, 0, INT(pay_block));
    if (choice == INT(-1)) {
        s->result = SLOT_(f, 5);
        finish(s);
        return NONE;
    }
    if (ITEM_I(choice, 0) == INT(1)) {
        SET_SLOT(f, 6, INT(-1));
        rt_START(s, you, slice_of(choice, INT(1), NONE, NONE), 0);
        return NONE;
    }
    pay_with(s, AS_INT(you), AS_INT(ITEM_I(choice, 1)), AS_INT(ITEM_I(choice, 2)));
    SET_SLOT(f, 5, INT(AS_INT(SLOT_(f, 5)) + AS_INT(ITEM_I(choice, 3))));
    SET_SLOT(f, 6, INT(SLOT_(f, 6) == INT(-2) ? -1 : rank_of(choice)));
    return NONE;
}

/* All ways to pay, into a list: state (None where nobody knows) and what is paid too much, by turns. */
static void payments(State *s, V you, int64_t resource, int64_t lacking, int64_t *left, int64_t last, V found)
{
    deep();
    if (lacking <= 0) {
        push(found, (V)s);
        push(found, INT(0));
        return;
    }
    V options = all_plays(s, you, resource);
    if (last >= 0)
        options = ranked_above(options, last);
    V also = changers(s, you, resource);
    if (!SEQ(also)->len && value_of(options) < lacking)
        return;
    V choices = list_from(without_copies(s, options, 1));
    extend(choices, also);
    for (uint32_t i = 0; i < SEQ(choices)->len; i++) {
        V choice = SEQ(choices)->items[i];
        if (--*left < 0) {
            push(found, NONE);
            push(found, INT(0));
            return;
        }
        State *trial = copy_state(s);
        if (SEQ(choice)->len == 4) {
            V *items = SEQ(choice)->items;
            int64_t value = AS_INT(items[3]);
            pay_with(trial, AS_INT(you), AS_INT(items[1]), AS_INT(items[2]));
            if (value >= lacking) {
                push(found, (V)trial);
                push(found, INT(value - lacking));
                continue;
            }
            payments(trial, you, resource, lacking - value, left, rank_of(choice), found);
            continue;
        }
        rt_START(trial, you, choice, 0);
        while (SEQ(trial->stack)->len > SEQ(s->stack)->len)
            if (run_block(trial, innermost(trial)) != NONE) {
                push(found, NONE);
                push(found, INT(0));
                return;
            }
        payments(trial, you, resource, lacking, left, -1, found);
    }
}

static V ways_to_pay(State *s, V you, int64_t resource, int64_t lacking)
{
    int64_t left = PAYMENTS;
    V found = new_list(8);
    if (lacking <= 0 || !pays_alike) {
        payments(s, you, resource, lacking, &left, -1, found);
        return found;
    }
    V key = new_list(16);
    push(key, you);
    push(key, INT(resource));
    push(key, INT(lacking));
    Seq *zones = SEQ(ITEM(where_paid, you)), *flags = SEQ(pay_flags), *within = SEQ(look.within);
    for (uint32_t i = 0; i < zones->len; i++)
        push(key, s->zones[zones->items[i] >> 1]);
    for (uint32_t i = 0; i < flags->len; i++)
        push(key, INT(s->n[(flags->items[i] >> 1) + AS_INT(you)]));
    for (uint32_t i = 0; i < within->len; i += 2)
        push(key, within->items[i]);
    key = tuple_from(key);
    V known = get(look.ways, key, 0);
    if (known)
        return known;
    payments(s, you, resource, lacking, &left, -1, found);
    put(look.ways, key, found);
    return found;
}

static V rt_PROBE_PAY(State *s, V f)
{
    int64_t least = AS_INT(SLOT_(f, 3)), most = AS_INT(SLOT_(f, 4)), enough = least < most ? least : most;
    V found = ways_to_pay(s, SLOT_(f, 1), AS_INT(SLOT_(f, 2)), enough);
    if (!SEQ(found)->len)
        return INT(CANNOT);
    V after = SEQ(found)->items[0];
    look.amount = enough + AS_INT(SEQ(found)->items[1]);
    look.after = after == NONE ? NULL : AS_STATE(after);
    return INT(after == NONE ? UNKNOWN : CAN);
}

static V rt_PROBE_PAID(State *s, V asked_for, V f, V probe)
{
    int64_t least = AS_INT(SLOT_(asked_for, 3)), unknown = 0;
    V found = ways_to_pay(s, SLOT_(asked_for, 1), AS_INT(SLOT_(asked_for, 2)), least);
    for (uint32_t i = 0; i < SEQ(found)->len; i += 2) {
        V after = SEQ(found)->items[i];
        look.amount = least + AS_INT(SEQ(found)->items[i + 1]);
        V with = list_from(f);
        int64_t verdict = after == NONE ? UNKNOWN : AS_INT(call(probe, AS_STATE(after), 1, &with));
        if (verdict == CAN)
            return INT(CAN);
        look.tried++;
        unknown += verdict;
        if (unknown == MOST_UNKNOWN || look.tried > MOST_PROBED)
            return INT(UNKNOWN);
    }
    return INT(unknown ? UNKNOWN : CANNOT);
}

static V rt_PAID_AMOUNT(State *s)
{
    (void)s;
    return INT(look.amount);
}

static V rt_AFTER_PAYING(State *s)
{
    (void)s;
    return look.after ? (V)look.after : NONE;
}

/* ------------------------------------------------------------ memos that outlive a position (support/memos.py) */

#define KEPT 10000

static V rt_KEEP(V memo, V key, V value)
{
    if (SEQ(memo)->len < KEPT) { /* what is full stays as it is: values may be in use */
        Arena *before = into;
        int aged = age;
        into = &permanent;
        age = PERMANENT;
        put(memo, moved_out(key, 1), moved_out(value, 1));
        into = before;
        age = aged;
    }
    return value;
}

static V from_stream(const int64_t **stream);

/* A table that only Python can make: asked once for the same arguments. */
static V rt_asked(int64_t kind, int count, const V *args)
{
    V key = new_tuple((uint32_t)count + 1);
    int64_t numbers[8];
    SEQ(key)->items[0] = INT(kind);
    for (int i = 0; i < count; i++) {
        numbers[i] = AS_INT(args[i]);
        SEQ(key)->items[i + 1] = INT(numbers[i]);
    }
    V known = get(asked_before, key, 0);
    if (known)
        return known;
    int64_t *answer = NULL;
    ask_python(kind, numbers, &answer);
    if (!answer)
        raise_(E_OTHER, "Python did not answer");
    Arena *before = into;
    int aged = age;
    into = &permanent;
    age = PERMANENT;
    const int64_t *at = answer;
    V value = from_stream(&at);
    put(asked_before, moved_out(key, 0), value);
    into = before;
    age = aged;
    return value;
}
