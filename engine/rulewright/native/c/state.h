/* The state of a game (runtime/state.py): its cells, zones and chance, and what changes them. */

typedef struct State {
    uint8_t type, trial;
    uint16_t free;
    uint32_t used; /* its place among the states in use */
    V stack, attempts, over, result, log;
    int64_t winner;
    uint64_t rng;
    union {
        struct {
            int64_t n[N_SIZE], tallies[TALLIES + 1], where[CARDS + 1];
        };
        int64_t cells[N_SIZE + TALLIES + 1 + CARDS + 1];
    };
    V zones[ZONES + 1], answers[MEMOS + 1];
} State;

/* What cells of one position held before a step changed them, so that it can be taken back without a copy of them all. */
typedef struct {
    int64_t at, old;
} Change;

static const State *noted; /* the position whose changes are noted */
static Change *changes;
static size_t changes_len, changes_cap;

static void note_change(const State *s, const int64_t *cell)
{
    if (changes_len == changes_cap) {
        size_t cap = changes_cap ? changes_cap * 2 : 1024;
        Change *made = realloc(changes, sizeof(Change) * cap);
        if (!made)
            raise_(E_OTHER, "out of memory");
        changes = made;
        changes_cap = cap;
    }
    changes[changes_len++] = (Change){cell - s->cells, *cell};
}

/* How a step changes a number, a tally or the place of a card. */
static inline void set_cell(State *s, int64_t *cell, int64_t value)
{
    if (s == noted)
        note_change(s, cell);
    *cell = value;
}

static void take_back(State *s)
{
    while (changes_len) {
        const Change *last = &changes[--changes_len];
        s->cells[last->at] = last->old;
    }
}

static int cards_moved(const State *s) /* since changes are noted */
{
    for (size_t i = 0; i < changes_len; i++)
        if (changes[i].at >= N_SIZE + TALLIES + 1 && s->cells[changes[i].at] != changes[i].old)
            return 1;
    return 0;
}

static State **in_use, **idle;
static uint32_t in_use_len, in_use_cap, idle_len, idle_cap;

static State *take_state(void)
{
    State *made = idle_len ? idle[--idle_len] : malloc(sizeof(State));
    if (!made)
        raise_(E_OTHER, "out of memory");
    return made;
}

static void give_back(State *s)
{
    if (idle_len == idle_cap) {
        idle_cap = idle_cap ? idle_cap * 2 : 64;
        idle = realloc(idle, sizeof(State *) * idle_cap);
    }
    idle[idle_len++] = s;
}

static State *new_state(void)
{
    State *made = take_state();
    if (in_use_len == in_use_cap) {
        in_use_cap = in_use_cap ? in_use_cap * 2 : 64;
        in_use = realloc(in_use, sizeof(State *) * in_use_cap);
    }
    made->used = in_use_len;
    in_use[in_use_len++] = made;
    return made;
}

static void release(State *s)
{
    State *last = in_use[--in_use_len];
    in_use[s->used] = last;
    last->used = s->used;
    give_back(s);
}

static inline State *AS_STATE(V v)
{
    if (UNLIKELY(!is_type(v, STATE)))
        raise_(E_OTHER, "no state");
    return (State *)v;
}

/* A copy without its cells. */
static State *copy_but_cells(const State *s)
{
    State *other = new_state();
    uint32_t used = other->used;
    memcpy(other, s, offsetof(State, cells));
    memcpy(other->zones, s->zones, sizeof(State) - offsetof(State, zones));
    other->used = used;
    other->log = NONE;
    Seq *frames = SEQ(s->stack);
    other->stack = new_list(frames->len + 4);
    for (uint32_t i = 0; i < frames->len; i++)
        push(other->stack, list_from(frames->items[i]));
    other->attempts = list_from(s->attempts);
    return other;
}

static State *copy_state(const State *s)
{
    State *other = copy_but_cells(s);
    memcpy(other->cells, s->cells, sizeof s->cells);
    return other;
}

static State *ahead(State *s)
{
    for (int i = 0; i < MEMOS; i++)
        if (s->answers[i] == NONE)
            s->answers[i] = new_map(DICT);
    State *other = copy_state(s);
    other->trial = 1;
    return other;
}

static int64_t chance(State *s, int64_t below)
{
    if (below <= 0)
        raise_(E_OTHER, "chance");
    uint64_t limit = UINT64_MAX - (uint64_t)(((unsigned __int128)1 << 64) % (uint64_t)below);
    for (;;) {
        s->rng += 0x9E3779B97F4A7C15u;
        uint64_t z = s->rng;
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
        z = (z ^ z >> 27) * 0x94D049BB133111EBu;
        z ^= z >> 31;
        if (z <= limit)
            return (int64_t)(z % (uint64_t)below);
    }
}

static V pick(State *s, V cards, int64_t count)
{
    V rest = list_from(cards), found = new_list(4);
    Seq *q = SEQ(rest);
    for (int64_t left = count < q->len ? count : q->len; left > 0; left--) {
        int64_t at = chance(s, q->len);
        push(found, q->items[at]);
        memmove(q->items + at, q->items + at + 1, sizeof(V) * (q->len - (size_t)at - 1));
        q->len--;
    }
    return found;
}

static void shuffle(State *s, int64_t zone)
{
    zone = AT(zone, ZONES);
    V cards = list_from(s->zones[zone]);
    V *items = SEQ(cards)->items;
    for (int64_t i = (int64_t)SEQ(cards)->len - 1; i > 0; i--) {
        int64_t j = chance(s, i + 1);
        V card = items[i];
        items[i] = items[j];
        items[j] = card;
    }
    s->zones[zone] = tuple_from(cards);
}

static void move_card(State *s, int64_t card, int64_t zone, int bottom)
{
    int64_t at = AT(card, CARDS), old = s->where[at];
    V moved = INT(card);
    if (0 <= old && old < ZONES) {
        Seq *q = SEQ(s->zones[old]);
        uint32_t i = 0;
        while (i < q->len && q->items[i] != moved)
            i++;
        if (i == q->len)
            raise_(E_OTHER, "a card that is not where it lies");
        V rest = new_tuple(q->len - 1);
        memcpy(SEQ(rest)->items, q->items, sizeof(V) * i);
        memcpy(SEQ(rest)->items + i, q->items + i + 1, sizeof(V) * (q->len - i - 1));
        s->zones[old] = rest;
    }
    if (0 <= zone && zone < ZONES) {
        Seq *q = SEQ(s->zones[zone]);
        V with = new_tuple(q->len + 1);
        memcpy(SEQ(with)->items + (bottom ? 1 : 0), q->items, sizeof(V) * q->len);
        SEQ(with)->items[bottom ? 0 : q->len] = moved;
        s->zones[zone] = with;
    }
    set_cell(s, &s->where[at], zone);
}

static void take_all(State *s, int64_t source, int64_t target)
{
    source = AT(source, ZONES);
    target = AT(target, ZONES);
    V cards = s->zones[source];
    s->zones[source] = new_tuple(0);
    s->zones[target] = plus(s->zones[target], cards);
    for (uint32_t i = 0; i < SEQ(cards)->len; i++)
        set_cell(s, &s->where[AS_INT(SEQ(cards)->items[i])], target);
}

static void draw_cards(State *s, int64_t count, int64_t source, int64_t target, int64_t refill)
{
    source = AT(source, ZONES);
    for (; count > 0; count--) {
        if (!SEQ(s->zones[source])->len) {
            if (refill < 0 || !SEQ(s->zones[refill])->len)
                return;
            take_all(s, refill, source);
            shuffle(s, source);
        }
        Seq *q = SEQ(s->zones[source]);
        move_card(s, AS_INT(q->items[q->len - 1]), target, 0);
    }
}

/* The numbers that a slice picks; there are no more of them than `len` says, and it says how many. */
static inline const int64_t *numbers_at(const int64_t *numbers, int64_t size, V cut, uint32_t *len)
{
    if (UNLIKELY(!is_type(cut, SLICE)))
        raise_(E_OTHER, "no slice");
    V *ends = SEQ(cut)->items;
    int64_t low = ends[0] == NONE ? 0 : AS_INT(ends[0]), high = ends[1] == NONE ? size : AS_INT(ends[1]);
    if (UNLIKELY(ends[2] != NONE || low < 0 || high > size))
        raise_(E_OTHER, "slice");
    if (high - low < *len)
        *len = high > low ? (uint32_t)(high - low) : 0;
    return numbers + low;
}

/* Some values of the state as a list, such as what lies in each zone. */
static V listed(const V *values, int64_t size)
{
    V made = new_list(size);
    for (int64_t i = 0; i < size; i++)
        push(made, values[i]);
    return made;
}

static V numbers_between(const int64_t *numbers, int64_t size, V low, V high)
{
    int64_t from = low == NONE ? 0 : AS_INT(low), to = high == NONE ? size : AS_INT(high);
    from = from < 0 ? from + size : from;
    to = to < 0 ? to + size : to;
    V made = new_list(to > from ? (uint32_t)(to - from) : 0);
    for (int64_t i = from; i < to && i < size; i++)
        push(made, INT(numbers[i]));
    return made;
}

/* Whether a value is among some of many numbers. */
static int among(const int64_t *numbers, int64_t size, V low, V high, V item)
{
    int64_t from = low == NONE ? 0 : AS_INT(low), to = high == NONE ? size : AS_INT(high);
    from = from < 0 ? from + size : from;
    to = to < 0 ? to + size : to;
    if (!is_number(item))
        return 0;
    for (int64_t i = from < 0 ? 0 : from, wanted = AS_INT(item); i < to && i < size; i++)
        if (numbers[i] == wanted)
            return 1;
    return 0;
}

static V numbers_of(const int64_t *numbers, int64_t size, V cut)
{
    if (!is_type(cut, SLICE) || SEQ(cut)->items[2] != NONE)
        raise_(E_OTHER, "no slice");
    return numbers_between(numbers, size, SEQ(cut)->items[0], SEQ(cut)->items[1]);
}
