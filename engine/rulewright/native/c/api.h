/* What Python calls: tables in, games begun, steps taken, positions told. Values go both ways as streams of integers. */

enum { T_NONE, T_FALSE, T_TRUE, T_INT, T_STRING, T_TUPLE, T_LIST, T_DICT, T_SET, T_FUNCTION, T_FAIL, T_SLICE, T_EXTREME };

static V from_stream(const int64_t **stream)
{
    int64_t tag = *(*stream)++;
    V made;
    switch (tag) {
    case T_NONE:
        return NONE;
    case T_FALSE:
        return FALSE_;
    case T_TRUE:
        return TRUE_;
    case T_FAIL:
        return FAIL;
    case T_INT:
        return INT(*(*stream)++);
    case T_STRING:
        return STRING(*(*stream)++);
    case T_FUNCTION:
        return FUNCTION(*(*stream)++);
    case T_EXTREME:
        return *(*stream)++ ? MAXIMUM : MINIMUM;
    }
    int64_t len = *(*stream)++;
    switch (tag) {
    case T_TUPLE:
    case T_LIST:
    case T_SLICE:
        made = new_seq(tag == T_TUPLE ? TUPLE : tag == T_LIST ? LIST : SLICE, (uint32_t)len);
        for (int64_t i = 0; i < len; i++) {
            V item = from_stream(stream);
            SEQ(made)->items[i] = item;
        }
        return made;
    case T_DICT:
    case T_SET:
        made = new_map(tag == T_DICT ? DICT : SET);
        for (int64_t i = 0; i < len; i++) {
            V key = from_stream(stream);
            put(made, key, tag == T_DICT ? from_stream(stream) : NONE);
        }
        if (age == PERMANENT && len)
            flatten(made);
        return made;
    }
    raise_(E_OTHER, "no value in a stream");
}

/* Bytes in the format of Python's `marshal` module, version 2. */
typedef struct {
    char *data;
    size_t len, cap;
} Bytes;

static const char **texts; /* of strings, by number, in UTF-8 */

static void room(Bytes *to, size_t size)
{
    if (to->len + size > to->cap) {
        to->cap = (to->len + size) * 2;
        to->data = realloc(to->data, to->cap);
        if (!to->data)
            raise_(E_OTHER, "out of memory");
    }
}

static void write_byte(Bytes *to, int byte)
{
    room(to, 1);
    to->data[to->len++] = (char)byte;
}

static void write_long(Bytes *to, int64_t number) /* 32 bits of it, the lowest first */
{
    room(to, 4);
    for (int i = 0; i < 4; i++)
        to->data[to->len++] = (char)(number >> 8 * i);
}

static void write_sized(Bytes *to, int kind, size_t size)
{
    write_byte(to, kind);
    write_long(to, (int64_t)size);
}

static void write_int(Bytes *to, int64_t number)
{
    if (number == (int32_t)number) {
        write_sized(to, 'i', (size_t)number);
        return;
    }
    uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    int digits = 0;
    for (uint64_t left = rest; left; left >>= 15)
        digits++;
    write_byte(to, 'l');
    write_long(to, number < 0 ? -digits : digits);
    for (; rest; rest >>= 15) {
        write_byte(to, (int)(rest & 255));
        write_byte(to, (int)(rest >> 8 & 127));
    }
}

static void write_value(Bytes *to, V v)
{
    if (IS_INT(v))
        write_int(to, v >> 1);
    else if (v == NONE || v == FALSE_ || v == TRUE_)
        write_byte(to, v == NONE ? 'N' : v == FALSE_ ? 'F' : 'T');
    else if (IS_STRING(v)) {
        const char *text = texts[NUMBER_OF(v)];
        size_t size = strlen(text);
        write_sized(to, 'u', size);
        room(to, size);
        memcpy(to->data + to->len, text, size);
        to->len += size;
    } else if (IS_OBJECT(v) && SEQ(v)->type <= SET) {
        static const char kinds[] = {0, '(', '[', '{', '<'};
        Seq *q = SEQ(v);
        if (q->type == DICT)
            write_byte(to, '{');
        else
            write_sized(to, kinds[q->type], q->len);
        for (uint32_t i = 0; i < q->len; i++) {
            write_value(to, q->items[i]);
            if (q->type == DICT)
                write_value(to, MAP(v)->values[i]);
        }
        if (q->type == DICT)
            write_byte(to, '0');
    } else
        raise_(E_OTHER, "a value that Python cannot have");
}

/* What Python reads of a game without a call: by number in `info`. */
enum { SEAT, ACTOR, BLOCK, WINNER, LINES, MOVED, DEPTH, FACTS };

typedef struct {
    int64_t info[FACTS]; /* who is asked, whose choice it is, the block that asks; lines in the log, whether cards moved */
    State *s;
    Arena storage, offered; /* what its position holds, and its options */
    V values;
    size_t live; /* bytes that its position held when storage was made anew */
    Bytes log, told;
    V told_zones[ZONES + 1];
} Game;

static Arena ways_storage;

/* What Python reads of the position. */
static void inform(Game *game)
{
    State *s = game->s;
    game->info[WINNER] = s->winner;
    game->info[DEPTH] = SEQ(s->stack)->len;
    if (!SEQ(game->values)->len)
        return;
    V f = innermost(s);
    game->info[SEAT] = seat_of(s);
    game->info[ACTOR] = AS_INT(SLOT_(f, (uint32_t)decisions[label_of(f)].seat));
    game->info[BLOCK] = label_of(f);
}

static void begin_step(void)
{
    into = &nursery;
    age = YOUNG;
    look.depth = 0;
    look.unasked = 0;
    look.within = new_list(8);
    look.ways = new_map(DICT);
    look.asked = look.of = look.after = NULL;
    ways_touched = new_list(8);
    if (!ways_known) {
        into = &ways_storage;
        age = OLD;
        empty_arena(&ways_storage);
        ways_known = new_map(DICT);
        into = &nursery;
        age = YOUNG;
    }
    stack_end = (char *)__builtin_frame_address(0) - 1500 * 1024;
}

static void keep_ways(void)
{
    into = &ways_storage;
    age = OLD;
    Map *outer = MAP(ways_known);
    if (outer->keys.stored == YOUNG)
        grow_map(outer, outer->keys.cap);
    for (uint32_t i = outer->keys.clean; i < outer->keys.len; i++)
        outer->keys.items[i] = moved_out(outer->keys.items[i], 1);
    outer->keys.clean = outer->keys.len;
    for (uint32_t i = 0; i < SEQ(ways_touched)->len; i++) {
        int64_t at = SEQ(ways_touched)->items[i] >> 1;
        Map *inner = MAP(outer->values[at]);
        if (inner->keys.age == YOUNG) {
            outer->values[at] = moved_out((V)inner, 1);
            continue;
        }
        if (inner->keys.stored == YOUNG)
            grow_map(inner, inner->keys.cap);
        for (uint32_t j = inner->keys.clean; j < inner->keys.len; j++)
            inner->values[j] = moved_out(inner->values[j], 1);
        inner->keys.clean = inner->keys.len;
    }
    if (bytes_in(&ways_storage) > ((size_t)4 << 20)) /* they only save time */
        ways_known = 0;
}

static void move_state(State *s, int all)
{
    s->stack = moved_out(s->stack, all);
    s->attempts = moved_out(s->attempts, all);
    s->result = moved_out(s->result, all);
    for (int i = 0; i < ZONES; i++)
        if (all || SEQ(s->zones[i])->age == YOUNG)
            s->zones[i] = moved_out(s->zones[i], all);
    for (int i = 0; i < MEMOS; i++) {
        if (all)
            s->answers[i] = NONE;
        else if (s->answers[i] != NONE)
            s->answers[i] = moved_out(s->answers[i], 0);
    }
}

static void compact(Game *game)
{
    Arena storage = {0};
    into = &storage;
    age = OLD;
    move_state(game->s, 1);
    free_arena(&game->storage);
    game->storage = storage;
    game->live = bytes_in(&storage);
    memset(game->told_zones, 0, sizeof game->told_zones);
}

static void clear_nursery(void)
{
    while (in_use_len)
        release(in_use[in_use_len - 1]);
    empty_arena(&nursery);
    for (int64_t i = 0; i < offers_len; i++)
        memset(offers[i].here, 0, sizeof offers[i].here);
    look.asked = look.of = look.after = NULL;
    into = &nursery;
    age = YOUNG;
}

/* After a step: what the game holds leaves the nursery, and the nursery is emptied. */
static void end_step(Game *game)
{
    State *s = game->s;
    if (s->log != NONE) {
        for (uint32_t i = 0; i < SEQ(s->log)->len; i++)
            write_value(&game->log, SEQ(s->log)->items[i]);
        game->info[LINES] += SEQ(s->log)->len;
        s->log = FALSE_; /* it is kept, and begun anew by the next step */
    }
    into = &game->storage;
    age = OLD;
    move_state(s, 0);
    if (bytes_in(&game->storage) > ((size_t)1 << 20) + 3 * game->live)
        compact(game);
    empty_arena(&game->offered);
    into = &game->offered;
    age = OLD;
    game->values = moved_out(game->values, 1);
    inform(game);
    keep_ways();
    clear_nursery();
}

static int is_nothing(const Decision *decision, V value)
{
    return decision->nothing == 1 ? equal(value, INT(0)) : decision->nothing == 2 && equal(value, INT(-1));
}

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
        V raw = NONE;
        for (;;) {
            if (fuel-- <= 0)
                raise_(E_CIRCLE, "fuel");
            if (!SEQ(s->stack)->len)
                break;
            raw = run_block(s, innermost(s));
            if (raw != NONE)
                break;
        }
        if (raw == NONE || s->over != NONE)
            return new_list(0);
        if (raw == FAIL)
            raise_(E_NOTHING, "nothing can be carried through");
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

/* A game in the position of a stream: numbers, tallies, where cards lie, zones, stack, attempts, over, winner, result, log, options. */
EXPORT Game *rw_new(const int64_t *stream, int64_t rng)
{
    Catch here = {.outer = NULL};
    Game *game = calloc(1, sizeof(Game));
    begin_step();
    if (!game || _setjmp(here.at))
        return NULL;
    catching = &here;
    State *s = take_state();
    memset(s, 0, sizeof(State));
    s->type = STATE;
    game->s = s;
    into = &game->storage;
    age = OLD;
    for (int i = 0; i < N_SIZE; i++)
        s->n[i] = *stream++;
    for (int i = 0; i < TALLIES; i++)
        s->tallies[i] = *stream++;
    for (int i = 0; i < CARDS; i++)
        s->where[i] = *stream++;
    for (int i = 0; i < ZONES; i++)
        s->zones[i] = from_stream(&stream);
    s->stack = from_stream(&stream);
    s->attempts = from_stream(&stream);
    s->over = from_stream(&stream);
    s->winner = *stream++;
    s->result = from_stream(&stream);
    s->log = *stream++ ? FALSE_ : NONE;
    s->rng = (uint64_t)rng;
    for (int i = 0; i < MEMOS; i++)
        s->answers[i] = NONE;
    game->live = bytes_in(&game->storage);
    into = &game->offered;
    game->values = from_stream(&stream);
    inform(game);
    clear_nursery();
    return game;
}

EXPORT void rw_free(Game *game)
{
    free_arena(&game->storage);
    free_arena(&game->offered);
    free(game->log.data);
    free(game->told.data);
    give_back(game->s);
    free(game);
}

EXPORT Game *rw_copy(const Game *game, int log)
{
    Catch here = {.outer = NULL};
    Game *other = calloc(1, sizeof(Game));
    if (!other || _setjmp(here.at))
        return NULL;
    catching = &here;
    State *s = take_state();
    memcpy(s, game->s, sizeof(State));
    s->log = log ? FALSE_ : NONE;
    other->s = s;
    into = &other->storage;
    age = OLD;
    move_state(s, 1);
    other->live = bytes_in(&other->storage);
    into = &other->offered;
    other->values = moved_out(game->values, 1);
    memcpy(other->info, game->info, sizeof other->info);
    other->info[LINES] = 0;
    into = &nursery;
    age = YOUNG;
    return other;
}

EXPORT void rw_seed(Game *game, int64_t rng)
{
    game->s->rng = (uint64_t)rng;
}

/* The numbers of the position, N_SIZE of them. */
EXPORT const int64_t *rw_numbers(const Game *game)
{
    return game->s->n;
}

EXPORT const int64_t *rw_where(const Game *game)
{
    return game->s->where;
}

EXPORT int64_t rw_rng(const Game *game)
{
    return (int64_t)game->s->rng;
}

/* What a function tells of the position: a number, or minus 2 to the power of 62 where it cannot. */
EXPORT int64_t rw_number(Game *game, int64_t function, int64_t seat)
{
    Catch here = {.outer = NULL};
    begin_step();
    if (_setjmp(here.at)) {
        clear_nursery();
        return -((int64_t)1 << 62);
    }
    catching = &here;
    V seat_value = INT(seat);
    int64_t found = AS_INT(call(FUNCTION(function), game->s, seat < 0 ? 0 : 1, &seat_value));
    into = &game->storage;
    age = OLD;
    move_state(game->s, 0);
    clear_nursery();
    return found;
}

enum { TELL_VALUES, TELL_REST, TELL_LOG };

/* What Python asks for, as bytes for `marshal`: options; zones that were not told yet by number, stack, attempts, over, winner
and result; or new lines of the log. How many bytes there are, or minus the error. */
EXPORT int64_t rw_tell(Game *game, int what, char **bytes)
{
    Catch here = {.outer = NULL};
    Bytes *to = &game->told;
    State *s = game->s;
    if (_setjmp(here.at))
        return -raised;
    catching = &here;
    to->len = 0;
    if (what == TELL_VALUES)
        write_value(to, game->values);
    else if (what == TELL_REST) {
        write_sized(to, '(', 6);
        write_byte(to, '{');
        for (int i = 0; i < ZONES; i++)
            if (s->zones[i] != game->told_zones[i]) {
                write_int(to, i);
                write_value(to, s->zones[i]);
                game->told_zones[i] = s->zones[i];
            }
        write_byte(to, '0');
        write_value(to, s->stack);
        write_value(to, s->attempts);
        write_value(to, s->over);
        write_int(to, s->winner);
        write_value(to, s->result);
    } else {
        write_sized(to, '[', (size_t)game->info[LINES]);
        room(to, game->log.len);
        if (game->log.len)
            memcpy(to->data + to->len, game->log.data, game->log.len);
        to->len += game->log.len;
        game->log.len = 0;
        game->info[LINES] = 0;
    }
    *bytes = to->data;
    return (int64_t)to->len;
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
        V raw = NONE;
        while (raw == NONE && SEQ(s->stack)->len) {
            if (fuel-- <= 0)
                raise_(E_CIRCLE, "fuel");
            raw = run_block(s, innermost(s));
        }
        if (raw == NONE || s->over != NONE)
            return new_list(0);
        if (raw == FAIL)
            raise_(E_NOTHING, "nothing can be carried through");
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

/* Let all cards lie where a stream says: the place of each, then for each zone how many cards lie in it, and which. */
EXPORT void rw_lay(Game *game, const int64_t *stream)
{
    Catch here = {.outer = NULL};
    State *s = game->s;
    if (_setjmp(here.at))
        return;
    catching = &here;
    into = &game->storage;
    age = OLD;
    for (int i = 0; i < CARDS; i++)
        s->where[i] = *stream++;
    for (int i = 0; i < ZONES; i++) {
        int64_t len = *stream++;
        s->zones[i] = new_tuple((uint32_t)len);
        for (int64_t j = 0; j < len; j++)
            SEQ(s->zones[i])->items[j] = INT(*stream++);
    }
    for (int i = 0; i < MEMOS; i++)
        s->answers[i] = NONE;
    into = &nursery;
    age = YOUNG;
}

EXPORT int64_t rw_turn(const Game *game, int64_t procedure)
{
    Seq *stack = SEQ(game->s->stack);
    for (uint32_t i = 0; i < stack->len; i++)
        if (owners[label_of(stack->items[i])] == procedure)
            return SEQ(stack->items[i])->items[1] >> 1;
    return -1;
}

/* ------------------------------------------------------------ tables */

static void read_offers(V all)
{
    offers_len = SEQ(all)->len;
    offers = calloc((size_t)offers_len + 1, sizeof(Offers));
    for (int64_t number = 0; number < offers_len; number++) {
        Offers *table = &offers[number];
        Seq *rows = SEQ(SEQ(all)->items[number]);
        table->len = rows->len;
        table->entries = calloc(rows->len + 1, sizeof(Entry));
        table->of_card = new_map(DICT);
        for (int64_t i = 0; i < table->len; i++) {
            V *row = SEQ(rows->items[i])->items;
            Entry *entry = &table->entries[i];
            *entry = (Entry){.entry = row[0] >> 1, .pad = row[1], .limit = row[2] >> 1, .spends = truth(row[3]),
                .zones = row[4], .cards = row[5], .test = row[6], .own = truth(row[7]), .decided = truth(row[8]), .owner = row[9]};
            if (!entry->decided)
                entry->probe = probes[AT(entry->entry, BLOCKS)];
            for (uint32_t j = 0; SEQ(entry->zones)->len && j < SEQ(entry->cards)->len; j++) {
                V card = SEQ(entry->cards)->items[j], numbers = get(table->of_card, card, 0);
                if (!numbers)
                    put(table->of_card, card, numbers = new_list(2));
                push(numbers, INT(i));
            }
        }
        table->listening = calloc(PLAYERS, sizeof(Listening));
        for (int64_t seat = 0; seat < PLAYERS; seat++) {
            Listening *to = &table->listening[seat];
            V zones = new_map(SET);
            int64_t count = 0;
            for (int64_t i = 0; i < table->len; i++)
                count += SEQ(table->entries[i].zones)->len ? SEQ(table->entries[i].cards)->len : 1;
            to->rows[0] = calloc((size_t)count + 1, sizeof(Listener));
            to->rows[1] = calloc((size_t)count + 1, sizeof(Listener));
            for (int64_t i = 0; i < table->len; i++) {
                Entry *entry = &table->entries[i];
                int placed = SEQ(entry->zones)->len != 0;
                V here = placed ? ITEM_I(entry->zones, seat) : entry->zones;
                if (placed)
                    update(zones, here);
                for (uint32_t j = 0; j < (placed ? SEQ(entry->cards)->len : 1); j++) {
                    Listener row = {.number = i, .card = placed ? SEQ(entry->cards)->items[j] >> 1 : -1, .zones = here,
                        .limit = entry->limit ? entry->limit + seat : 0, .test = entry->test};
                    to->rows[0][to->len[0]++] = row;
                    if (!entry->own)
                        to->rows[1][to->len[1]++] = row;
                }
            }
            table->zones[seat] = tuple_from(sorted(zones, 0));
        }
    }
}

static void mark_all(uint8_t *flags, V numbers)
{
    for (uint32_t i = 0; i < SEQ(numbers)->len; i++)
        flags[SEQ(numbers)->items[i] >> 1] = 1;
}

static int begun;

/* Fill the tables, once; in the order of `native/tables.py`. */
EXPORT int rw_begin(const int64_t *stream, const char **strings, Asking asking)
{
    Catch here = {.outer = NULL};
    ask_python = asking;
    texts = strings;
    if (begun)
        return 0;
    if (_setjmp(here.at))
        return raised;
    catching = &here;
    into = &permanent;
    age = PERMANENT;
    stack_end = NULL;
    V all = from_stream(&stream);
    for (int i = 0; i < CONSTANTS; i++)
        constants[i] = SEQ(all)->items[i];
    read_offers(from_stream(&stream));
    state_triggers = from_stream(&stream);
    once = from_stream(&stream);
    index_of_pieces = from_stream(&stream);
    sums_made = from_stream(&stream);
    V sums_fed = from_stream(&stream);
    for (uint32_t i = 0; i < SEQ(sums_fed)->len; i++)
        fed[SEQ(sums_fed)->items[i] >> 1] = MAP(sums_fed)->values[i];
    readers_of_pieces = from_stream(&stream);
    readers_of_cards = from_stream(&stream);
    readers_of_rows = from_stream(&stream);
    readers_of_flags = from_stream(&stream);
    twice = from_stream(&stream);
    played_to = from_stream(&stream);
    played_from = from_stream(&stream);
    refills = from_stream(&stream);
    shown_zones = from_stream(&stream);
    component_of = from_stream(&stream);
    mark_all(copied, from_stream(&stream));
    card_cells = from_stream(&stream);
    open_rows = from_stream(&stream);
    worth = from_stream(&stream);
    ways_of = from_stream(&stream);
    ways = from_stream(&stream);
    where_paid = from_stream(&stream);
    pay_flags = from_stream(&stream);
    resource_numbers = from_stream(&stream);
    mark_all(convertible, from_stream(&stream));
    mark_all(paid_by_cards, from_stream(&stream));
    held_by_cards = from_stream(&stream);
    piece_places = from_stream(&stream);
    zone_owners = from_stream(&stream);
    word_card = from_stream(&stream);
    pads = from_stream(&stream);
    V hidden = from_stream(&stream), seats = from_stream(&stream), numbers = from_stream(&stream);
    for (int i = 0; i < PLAYERS; i++) {
        hidden_places[i] = SEQ(hidden)->items[i];
        asked[i] = SEQ(seats)->items[i] >> 1;
    }
    V *number = SEQ(numbers)->items;
    order_places = number[0] >> 1;
    first_player_cell = number[1] >> 1;
    pay_block = number[2] >> 1;
    pay_table = number[3] >> 1;
    double_cell = number[4] >> 1;
    convert_cell = number[5] >> 1;
    card_place = number[6] >> 1;
    pays_alike = (int)(number[7] >> 1);
    asks_within = (int)(number[8] >> 1);
    for (int i = 0; i < CARDS; i++)
        changes_cards |= copied[i];
    asked_before = new_map(DICT);
    into = &nursery;
    age = YOUNG;
    begun = 1;
    return 0;
}
