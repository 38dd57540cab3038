/* A game: what it keeps from step to step, and what becomes of the rest. */

/* What Python reads of a game without a call: by number in `info`. */
enum { SEAT, ACTOR, BLOCK, WINNER, LINES, MOVED, DEPTH, OPTIONS, ROOM, FACTS };

typedef struct {
    /* Who is asked, whose choice it is, the block that asks; lines in the log, whether cards moved; where `options` lies
    and how much room it has, 0 where options are not written down. */
    int64_t info[FACTS];
    State *s;
    Arena storage, offered; /* what its position holds, and its options */
    V values;
    size_t live; /* bytes that its position held when storage was made anew */
    Bytes log, told;
    Bytes options; /* the options for Python, after each step of a game that was asked for them once */
    int asked;
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

/* Write the options down where Python asks for them at each step: then it reads them without a call. */
static void write_options(Game *game)
{
    game->info[ROOM] = 0;
    if (!game->asked)
        return;
    game->options.len = 0;
    write_value(&game->options, game->values);
    game->info[OPTIONS] = (int64_t)game->options.data;
    game->info[ROOM] = (int64_t)game->options.cap;
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
    write_options(game);
    keep_ways();
    clear_nursery();
}
