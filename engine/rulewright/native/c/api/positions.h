/* Positions: from Python, copied, changed, and told to it. */

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
    free(game->options.data);
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
    other->info[LINES] = other->info[ROOM] = 0;
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
    if (what == TELL_VALUES) {
        game->asked = 1;
        write_value(to, game->values);
    } else if (what == TELL_REST) {
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
