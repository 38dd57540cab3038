/* The machine: runs the blocks of a native program until somebody must choose, and looks ahead.

It does what `runtime/machine.py` does, step by step and in the same order, so that the same options
come out. What is explained there is not explained again.
*/

typedef V (*Block)(State *, V);

typedef struct {
    void *code;
    uint8_t takes, bare, star;
} Callable;

typedef struct {
    uint8_t kind, nothing; /* nothing: the choice that does nothing: 1 for 0, 2 for -1 */
    int32_t slot, then, seat;
} Decision;

enum { ASKS_NOTHING, ASKS_OTHER, ASKS_OFFER, ASKS_CARD, ASKS_PAY, ASKS_TRIGGER, ASKS_MENU };
enum { CANNOT, UNKNOWN, CAN };

typedef struct {
    int64_t entry, limit;
    int spends, own, decided;
    V pad, cards, zones, test, owner;
    Block probe;
} Entry;

typedef struct {
    int64_t number, card, limit;
    V zones, test;
} Listener;

typedef struct {
    Listener *rows[2]; /* all that listens, and what of it listens to others */
    int64_t len[2];
} Listening;

typedef struct {
    int64_t len;
    Entry *entries;
    V *of_card;        /* by card: the numbers of its entries, or 0 */
    V zones[PLAYERS];  /* where they can be used from */
    V last[PLAYERS], here[PLAYERS];
    Listening *listening;
} Offers;

/* ------------------------------------------------------------ tables, filled by `rw_begin` */

static V constants[CONSTANTS + 1];
static Offers *offers;
static int64_t offers_len;
static V state_triggers, once, index_of_pieces, sums_made, readers_of_pieces, readers_of_cards, readers_of_rows, readers_of_flags;
static V twice, played_to, played_from, refills, shown_zones, component_of, card_cells, open_rows, worth, ways_of, ways;
static V where_paid, pay_flags, resource_numbers, held_by_cards, piece_places, zone_owners, word_card;
static uint8_t copied[CARDS + 1], convertible[RESOURCES + 1], paid_by_cards[RESOURCES + 1], changes_cards;
static V fed[N_SIZE];
static V hidden_places[PLAYERS];
static int64_t asked[PLAYERS], order_places, first_player_cell, pay_block, pay_table, double_cell, convert_cell, card_place;
static int pays_alike, asks_within;

/* Python's answer for a table that only it can make: kind, and up to four numbers. */
typedef void (*Asking)(int64_t kind, const int64_t *args, int64_t **answer);
static Asking ask_python;
static V asked_before;

/* ------------------------------------------------------------ what looking ahead notes (runtime/lookahead.py) */

static struct {
    int64_t tried, nested, amount, left, unasked;
    int depth;
    V within; /* a list: procedure, frame, procedure, frame … */
    State *asked, *of, *after;
    V ways; /* a dictionary: what decides a payment: its ways, state and amount by turns */
} look;

static void begin_looking(State *s)
{
    look.ways = new_map(DICT);
    look.of = s == look.asked ? s : NULL;
}

/* ------------------------------------------------------------ frames */

static inline V SLOT_(V f, uint32_t number)
{
    Seq *q = SEQ(f);
    if (UNLIKELY(number >= q->len))
        raise_(E_LOOKUP, "slot");
    return q->items[number];
}

static inline void SET_SLOT(V f, uint32_t number, V value)
{
    Seq *q = SEQ(f);
    if (UNLIKELY(number >= q->len))
        raise_(E_LOOKUP, "slot");
    q->items[number] = value;
}

static inline V innermost(State *s)
{
    Seq *q = SEQ(s->stack);
    return q->items[q->len - 1];
}

static inline int64_t label_of(V f)
{
    return SEQ(f)->items[0] >> 1;
}

static inline void finish(State *s)
{
    pop_last(s->stack);
}

static void enter(State *s, V frame, V pad)
{
    if (pad)
        extend(frame, pad);
    push(s->stack, frame);
}

/* ------------------------------------------------------------ running (machine.py) */

#define FUEL 200000
#define FORCED 20
#define SEARCH 4000
#define WITHIN (10 * SEARCH)
#define UNASKED (5 * SEARCH)
#define NESTED 60

static const Block blocks[BLOCKS];
static const Decision decisions[BLOCKS];
static const uint8_t sure[BLOCKS], safe[BLOCKS];
static const Block probes[BLOCKS];
static const int32_t owners[BLOCKS]; /* numbers of strings */

static inline V run_block(State *s, V f)
{
    Block block = blocks[AT(label_of(f), BLOCKS)];
    if (UNLIKELY(!block))
        raise_(E_OTHER, "a block without code was entered");
    return block(s, f);
}

/* Run until a block lists what may be chosen: that, or 0 when the game is over. */
static V next_asked(State *s, int64_t *fuel)
{
    V raw = NONE;
    while (raw == NONE && SEQ(s->stack)->len) {
        if ((*fuel)-- <= 0)
            raise_(E_CIRCLE, "fuel");
        raw = run_block(s, innermost(s));
    }
    if (raw == NONE || s->over != NONE)
        return 0;
    if (raw == FAIL)
        raise_(E_NOTHING, "nothing can be carried through");
    return raw;
}

static void apply(State *s, V value, int logging)
{
    V f = innermost(s);
    const Decision *decision = &decisions[label_of(f)];
    if (logging && s->log != NONE) {
        V line = new_tuple(4);
        V *items = SEQ(line)->items;
        items[0] = SLOT_(f, (uint32_t)decision->seat);
        items[1] = SLOT_(f, 0);
        items[2] = value;
        items[3] = decision->kind == ASKS_PAY ? SLOT_(f, 7) : INT(-1);
        push(s->log, line);
    }
    SET_SLOT(f, (uint32_t)decision->slot, value);
    SET_SLOT(f, 0, INT(decision->then));
}

static int64_t seat_of(State *s)
{
    V f = innermost(s);
    return asked[AT(AS_INT(SLOT_(f, (uint32_t)decisions[label_of(f)].seat)), PLAYERS)];
}

static V ways_known;   /* by seat and choice, what led through the last time; it outlives games */
static V ways_touched; /* which of them this step asked for */

static int seen(State *s, Block probe, V owner, V f)
{
    Catch here;
    int found, depth = look.depth;
    if (!probe)
        return UNKNOWN;
    look.tried = look.nested = 0;
    if (asks_within) {
        push(look.within, owner);
        push(look.within, f);
    }
    here.outer = catching;
    if (!_setjmp(here.at)) {
        catching = &here;
        found = (int)AS_INT(probe(s, f));
        catching = here.outer;
    } else {
        look.depth = depth;
        if (raised != E_LOOKUP) {
            SEQ(look.within)->len = 0;
            raise_(raised, raised_why);
        }
        found = UNKNOWN;
    }
    SEQ(look.within)->len = 0;
    return found;
}

static int look_at(State *s, V value)
{
    V f = innermost(s);
    const Decision *decision = &decisions[label_of(f)];
    Block probe = probes[decision->then];
    if (!probe)
        return UNKNOWN;
    V tried = list_from(f);
    SET_SLOT(tried, 0, INT(0));
    SET_SLOT(tried, (uint32_t)decision->slot, value);
    if (s != look.of)
        begin_looking(s);
    return seen(s, probe, STRING(owners[decision->then]), tried);
}

static uint32_t unsure(State *s, uint32_t first)
{
    Seq *q = SEQ(s->stack);
    while (first + 1 < q->len && sure[label_of(q->items[first])])
        first++;
    return first;
}

static uint32_t attempt(State *s, uint32_t number)
{
    return (uint32_t)AS_INT(SEQ(s->attempts)->items[number]);
}

static int sure_below(State *s)
{
    return unsure(s, attempt(s, 0)) == SEQ(s->stack)->len - 1;
}

static V legal(State *s, V raw);
static int through(State *s, uint32_t depth, V hints, int64_t *budget);

static int is_nothing(const Decision *decision, V value)
{
    return decision->nothing == 1 ? equal(value, INT(0)) : decision->nothing == 2 && equal(value, INT(-1));
}

/* The options of a menu in a trial, first one of which is seen that it leads on: others may lead far around. */
static V seen_first(State *s, V options)
{
    Seq *q = items_of(options);
    const Decision *decision = &decisions[label_of(innermost(s))];
    if (decision->kind != ASKS_MENU || is_nothing(decision, q->items[0]) || look_at(s, q->items[0]) == CAN)
        return options;
    for (uint32_t i = 1; i < q->len; i++)
        if (look_at(s, q->items[i]) == CAN) {
            V turned = new_list(q->len);
            push(turned, q->items[i]);
            for (uint32_t j = 0; j < q->len; j++)
                if (!equal(q->items[j], q->items[i]))
                    push(turned, q->items[j]);
            return turned;
        }
    return options;
}

static V likeliest_first(V options, int64_t label, V hints)
{
    Seq *q = items_of(options);
    if (decisions[label].kind == ASKS_OFFER) {
        V turned = new_list(q->len);
        push(turned, q->items[q->len - 1]);
        for (uint32_t i = 0; i + 1 < q->len; i++)
            push(turned, q->items[i]);
        options = turned;
        q = SEQ(options);
    }
    V before = get(hints, INT(label), NONE);
    if (contains(options, before) && !equal(q->items[0], before)) {
        V turned = new_list(q->len);
        push(turned, before);
        for (uint32_t i = 0; i < q->len; i++)
            if (!equal(q->items[i], before))
                push(turned, q->items[i]);
        options = turned;
    }
    return options;
}

/* The option that leads through, 0 where there is none. */
static V way_on(State *s, V options, uint32_t depth, V hints, int64_t *budget, int *certain)
{
    Seq *q = items_of(options);
    V last = q->items[q->len - 1];
    int outermost = -1;
    *certain = 1;
    for (uint32_t i = 0; i < q->len; i++) {
        V value = q->items[i];
        int verdict = look_at(s, value);
        if (verdict == CANNOT)
            continue;
        if (verdict == CAN) {
            if (outermost < 0)
                outermost = unsure(s, attempt(s, depth)) == SEQ(s->stack)->len - 1;
            if (outermost)
                return value;
        }
        if (value == last) {
            *certain = 0;
            return value;
        }
        State *other = copy_state(s);
        apply(other, value, 0);
        int found = through(other, depth, hints, budget);
        release(other);
        if (found)
            return value;
    }
    return 0;
}

static int through(State *s, uint32_t depth, V hints, int64_t *budget)
{
    int64_t fuel = FUEL;
    uint32_t lowest = 0;
    V held = 0, way = new_list(8);
    deep();
    for (;;) {
        Seq *stack = SEQ(s->stack);
        if (SEQ(s->attempts)->len <= depth || !stack->len || s->over != NONE)
            break;
        V f = stack->items[stack->len - 1];
        if (sure[label_of(f)]) {
            if (!held || lowest >= stack->len - 1 || stack->items[lowest] != held) {
                lowest = unsure(s, attempt(s, depth));
                held = SEQ(s->stack)->items[lowest];
            }
            if (held == f)
                break;
        }
        V r = run_block(s, f);
        if (!--fuel)
            raise_(E_CIRCLE, "fuel");
        if (r == NONE)
            continue;
        if (r == FAIL)
            return 0;
        budget[0]--;
        look.left--;
        if (budget[0] < 0 || look.left < 0 || !truth(r))
            return 0;
        int64_t label = label_of(innermost(s));
        int certain;
        V options = get(hints, INT(label), NONE) == NONE ? seen_first(s, r) : r;
        V value = way_on(s, likeliest_first(options, label, hints), depth, hints, budget, &certain);
        if (!value)
            return 0;
        push(way, INT(label));
        push(way, value);
        if (certain)
            break;
        apply(s, value, 0);
    }
    for (uint32_t i = 0; i < SEQ(way)->len; i += 2)
        put(hints, SEQ(way)->items[i], SEQ(way)->items[i + 1]);
    return 1;
}

static int tried(State *trial, uint32_t depth, V hints)
{
    int64_t budget = SEARCH;
    if (!look.depth)
        look.left = WITHIN;
    else if (look.depth >= NESTED)
        raise_(E_CIRCLE, "trials");
    look.depth++;
    int found = through(trial, depth, hints, &budget);
    look.depth--;
    return found;
}

static V hints_of(V seat, V choice)
{
    V key = new_tuple(2);
    SEQ(key)->items[0] = seat;
    SEQ(key)->items[1] = choice;
    int32_t at = find(MAP(ways_known), key);
    if (at < 0) {
        at = (int32_t)SEQ(ways_known)->len;
        put(ways_known, key, new_map(DICT));
    }
    push(ways_touched, INT(at));
    return MAP(ways_known)->values[at];
}

static int can_begin(State *s, V value)
{
    State *trial = ahead(s);
    uint32_t depth = SEQ(trial->attempts)->len;
    apply(trial, value, 0);
    V f = innermost(trial);
    run_block(trial, f);
    int found = tried(trial, depth, hints_of(SLOT_(f, 1), value));
    release(trial);
    return found;
}

static int alike(V offer, V other)
{
    if (offer == INT(-1) || other == INT(-1))
        return 0;
    return ITEM_I(offer, 0) == ITEM_I(other, 0) && ITEM_I(offer, 1) == ITEM_I(other, 1);
}

static V possible(State *s, V raw)
{
    V you = SLOT_(innermost(s), 1), found = new_list(SEQ(raw)->len);
    begin_looking(s);
    Seq *q = items_of(raw);
    for (uint32_t i = 0; i < q->len; i++) {
        V value = q->items[i];
        uint32_t so_far = SEQ(found)->len;
        if (so_far && alike(SEQ(found)->items[so_far - 1], value))
            continue;
        if (value != INT(-1)) {
            int64_t table = AT(AS_INT(ITEM_I(value, 0)), offers_len);
            Entry *entry = &offers[table].entries[AT(AS_INT(ITEM_I(value, 1)), offers[table].len)];
            if (!entry->decided) {
                V f = new_list(8);
                push(f, INT(0));
                push(f, you);
                push(f, ITEM_I(value, 2));
                extend(f, entry->pad);
                int verdict = seen(s, entry->probe, entry->owner, f);
                if (verdict == CANNOT || (verdict == UNKNOWN && !can_begin(s, value)))
                    continue;
            }
        }
        push(found, value);
    }
    return found;
}

static V leading_through(State *s, V raw)
{
    V hints = new_map(DICT), found = new_list(SEQ(raw)->len);
    int certain = sure_below(s);
    Seq *q = items_of(raw);
    for (uint32_t i = 0; i < q->len; i++) {
        V value = q->items[i];
        int verdict = look_at(s, value);
        int leads = verdict == CAN;
        if (verdict != CANNOT && !(verdict == CAN && certain)) {
            State *trial = ahead(s);
            apply(trial, value, 0);
            leads = tried(trial, 0, hints);
            release(trial);
        }
        if (leads)
            push(found, value);
    }
    return found;
}

static V legal(State *s, V raw)
{
    look.asked = s;
    look.of = NULL;
    int64_t label = label_of(innermost(s));
    if (decisions[label].kind == ASKS_OFFER)
        return possible(s, raw);
    if (!SEQ(s->attempts)->len || SEQ(raw)->len == 1 || (safe[label] && sure_below(s)))
        return raw;
    return leading_through(s, raw);
}

static void settle(State *s, uint32_t depth)
{
    int64_t fuel = FUEL;
    while (SEQ(s->stack)->len > depth && s->over == NONE) {
        V r = run_block(s, innermost(s));
        if (!--fuel)
            raise_(E_CIRCLE, "fuel");
        if (r == NONE)
            continue;
        if (r == FAIL)
            return;
        V options = legal(s, r);
        if (!SEQ(options)->len)
            return;
        apply(s, SEQ(options)->items[0], 0);
    }
}
