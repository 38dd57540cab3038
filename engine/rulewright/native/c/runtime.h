/* What a native program runs on: values, collections, the state of a game, chance, and errors.

A value (V) is 64 bits: a small integer (lowest bit 1), a pointer to an object (lowest bits 000), one of a few constants
(010), a string by its number (100) or a function by its number (110). Objects of one step lie in the nursery, which is
emptied when the step is over; what a game still holds then is moved into storage of its own (`evacuate`).

The generated program defines the sizes of the state (N_SIZE, ZONES, CARDS, MEMOS, TALLIES, PLAYERS, BLOCKS) before it
includes this file. Everything here does what `runtime/state.py` and Python's own collections do, the order of sets
apart: no generated code depends on it.
*/
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef int64_t V;

#define EXPORT __attribute__((visibility("default")))
#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)

enum { NONE = 2, FALSE_ = 10, TRUE_ = 18, FAIL = 26, MAXIMUM = 34, MINIMUM = 42 };
enum { TUPLE = 1, LIST, DICT, SET, SLICE, STATE };
enum { YOUNG = 0, OLD = 1, PERMANENT = 2 };

#define IS_INT(v) ((v) & 1)
#define IS_OBJECT(v) (((v) & 7) == 0)
#define IS_STRING(v) (((v) & 7) == 4)
#define IS_FUNCTION(v) (((v) & 7) == 6)
#define STRING(number) ((V)(number) * 8 + 4)
#define FUNCTION(number) ((V)(number) * 8 + 6)
#define NUMBER_OF(v) ((v) >> 3)
#define BOOL(b) ((b) ? TRUE_ : FALSE_)

/* ------------------------------------------------------------ errors */

enum { E_LOOKUP = 1, E_OTHER, E_CIRCLE, E_NOTHING, E_OVERFLOW };

typedef struct Catch {
    jmp_buf at;
    struct Catch *outer;
} Catch;

static Catch *catching;
static int raised;
static const char *raised_why = "";
static char *stack_end; /* recursion stops here, before the thread's own end */

static __attribute__((noreturn, noinline, cold)) void raise_(int kind, const char *why)
{
    Catch *to = catching;
    raised = kind;
    raised_why = why;
    catching = to->outer;
    longjmp(to->at, kind);
}

static inline void deep(void)
{
    if (UNLIKELY((char *)__builtin_frame_address(0) < stack_end))
        raise_(E_CIRCLE, "recursion");
}

/* ------------------------------------------------------------ numbers */

static inline V INT(int64_t number)
{
    if (UNLIKELY(((number >> 62) ^ (number >> 63)) & 1))
        raise_(E_OVERFLOW, "more than 63 bits");
    return (V)((uint64_t)number << 1 | 1);
}

static inline int64_t AS_INT(V v)
{
    if (LIKELY(IS_INT(v)))
        return v >> 1;
    if (v == TRUE_)
        return 1;
    if (v == FALSE_)
        return 0;
    raise_(E_OTHER, "no number");
}

static inline int64_t ADD(int64_t a, int64_t b)
{
    int64_t sum;
    if (UNLIKELY(__builtin_add_overflow(a, b, &sum)))
        raise_(E_OVERFLOW, "+");
    return sum;
}

static inline int64_t SUB(int64_t a, int64_t b)
{
    int64_t difference;
    if (UNLIKELY(__builtin_sub_overflow(a, b, &difference)))
        raise_(E_OVERFLOW, "-");
    return difference;
}

static inline int64_t MUL(int64_t a, int64_t b)
{
    int64_t product;
    if (UNLIKELY(__builtin_mul_overflow(a, b, &product)))
        raise_(E_OVERFLOW, "*");
    return product;
}

static inline int64_t FLOOR(int64_t a, int64_t b)
{
    if (UNLIKELY(!b))
        raise_(E_OTHER, "division by zero");
    return a / b - ((a % b != 0) & ((a < 0) != (b < 0)));
}

static inline int64_t MOD(int64_t a, int64_t b)
{
    if (UNLIKELY(!b))
        raise_(E_OTHER, "division by zero");
    int64_t rest = a % b;
    return rest && (rest < 0) != (b < 0) ? rest + b : rest;
}

static inline int64_t SHL(int64_t a, int64_t b)
{
    if (UNLIKELY(b < 0 || b > 60 || (a << b) >> b != a))
        raise_(E_OVERFLOW, "<<");
    return a << b;
}

static inline int64_t SHR(int64_t a, int64_t b)
{
    if (UNLIKELY(b < 0))
        raise_(E_OTHER, ">>");
    return a >> (b > 63 ? 63 : b);
}

/* The position that an index means in so many items; one from the end where it is negative. */
static inline int64_t AT(int64_t index, int64_t size)
{
    if (UNLIKELY((uint64_t)index >= (uint64_t)size)) {
        index += size;
        if ((uint64_t)index >= (uint64_t)size)
            raise_(E_LOOKUP, "index");
    }
    return index;
}

/* ------------------------------------------------------------ memory */

typedef struct Chunk {
    struct Chunk *next;
    size_t size;
    char data[];
} Chunk;

typedef struct {
    Chunk *first, *now;
    char *top, *end;
    size_t used; /* bytes in the chunks before `now` */
} Arena;

static Arena nursery, permanent;
static Arena *into = &nursery; /* where new objects are made */
static int age = YOUNG;

#define LEAST_CHUNK ((size_t)16 * 1024)
#define LARGEST_CHUNK ((size_t)256 * 1024)
#define SPARES 64

static Chunk *spare_chunks[SPARES]; /* of the least size, for the next game or copy */
static int spare_chunks_len;

static Chunk *new_chunk(size_t size, size_t used)
{
    size_t room = used < LEAST_CHUNK ? LEAST_CHUNK : used < LARGEST_CHUNK ? used : LARGEST_CHUNK;
    if (size > room)
        room = size;
    if (room == LEAST_CHUNK && spare_chunks_len)
        return spare_chunks[--spare_chunks_len];
    Chunk *made = malloc(sizeof(Chunk) + room);
    if (!made)
        raise_(E_OTHER, "out of memory");
    made->size = room;
    return made;
}

static __attribute__((noinline)) void *more(Arena *arena, size_t size)
{
    Chunk *next = arena->now ? arena->now->next : arena->first;
    if (!next || next->size < size) {
        Chunk *made = new_chunk(size, arena->used + (arena->now ? arena->now->size : 0));
        made->next = next;
        if (arena->now)
            arena->now->next = made;
        else
            arena->first = made;
        next = made;
    }
    if (arena->now)
        arena->used += arena->now->size;
    arena->now = next;
    arena->top = next->data + size;
    arena->end = next->data + next->size;
    return next->data;
}

static inline void *allocate_in(Arena *arena, size_t size)
{
    size = (size + 7) & ~(size_t)7;
    if (UNLIKELY((size_t)(arena->end - arena->top) < size))
        return more(arena, size);
    void *made = arena->top;
    arena->top += size;
    return made;
}

static inline void *allocate(size_t size)
{
    return allocate_in(into, size);
}

static void empty_arena(Arena *arena)
{
    arena->now = NULL;
    arena->top = arena->end = NULL;
    arena->used = 0;
    if (arena->first)
        more(arena, 0);
}

static void free_arena(Arena *arena)
{
    for (Chunk *chunk = arena->first, *next; chunk; chunk = next) {
        next = chunk->next;
        if (chunk->size == LEAST_CHUNK && spare_chunks_len < SPARES)
            spare_chunks[spare_chunks_len++] = chunk;
        else
            free(chunk);
    }
    memset(arena, 0, sizeof *arena);
}

static size_t bytes_in(Arena *arena)
{
    return arena->used + (arena->now ? (size_t)(arena->top - arena->now->data) : 0);
}

/* ------------------------------------------------------------ collections */

typedef struct {
    uint8_t type, age;
    uint16_t stored; /* the age of its storage */
    uint32_t len;
    V *items;
    uint32_t cap, clean; /* clean: of a map, how many entries have been moved out of the nursery */
} Seq;

typedef struct {
    Seq keys;
    V *values; /* NULL of a set */
    uint32_t *hashes;
    int32_t *index; /* by hash, which entry; NULL of few entries */
    uint32_t mask;
    uint32_t span;  /* of a table by integers that lie close together: so many from `low` on, in `index` */
    int64_t low;
} Map;

#define SEQ(v) ((Seq *)(v))
#define MAP(v) ((Map *)(v))

static inline int is_type(V v, int type)
{
    return IS_OBJECT(v) && SEQ(v)->type == type;
}

static inline V new_seq(int type, uint32_t len)
{
    Seq *made = allocate(sizeof(Seq) + (size_t)len * sizeof(V));
    *made = (Seq){.type = (uint8_t)type, .age = (uint8_t)age, .stored = (uint16_t)age, .len = len, .items = (V *)(made + 1), .cap = len};
    return (V)made;
}

static inline V new_tuple(uint32_t len)
{
    return new_seq(TUPLE, len);
}

static inline V new_list(uint32_t room)
{
    V made = new_seq(LIST, room);
    SEQ(made)->len = 0;
    return made;
}

static inline void push(V list, V item)
{
    Seq *q = SEQ(list);
    if (UNLIKELY(q->len == q->cap)) {
        uint32_t cap = q->cap < 4 ? 8 : q->cap * 2;
        V *items = allocate((size_t)cap * sizeof(V));
        memcpy(items, q->items, (size_t)q->len * sizeof(V));
        q->items = items;
        q->cap = cap;
        q->stored = (uint16_t)age;
    }
    q->items[q->len++] = item;
}

/* What can be gone through: a tuple, a list, or the keys of a map. */
static inline Seq *items_of(V v)
{
    if (UNLIKELY(!IS_OBJECT(v) || SEQ(v)->type > SET))
        raise_(E_OTHER, "nothing to go through");
    return SEQ(v);
}

static inline Seq *sequence(V v)
{
    if (UNLIKELY(!IS_OBJECT(v) || SEQ(v)->type > LIST))
        raise_(E_OTHER, "no sequence");
    return SEQ(v);
}

static inline Seq *list_of(V v)
{
    if (UNLIKELY(!is_type(v, LIST)))
        raise_(E_OTHER, "no list");
    return SEQ(v);
}

static V equal_slow(V a, V b);

static inline int equal(V a, V b)
{
    if (a == b)
        return 1;
    if ((a & b & 1) || IS_STRING(a) || IS_STRING(b))
        return 0;
    return (int)equal_slow(a, b);
}

static inline int is_number(V v)
{
    return IS_INT(v) || v == TRUE_ || v == FALSE_;
}

static uint64_t hash_slow(V v);
static inline int32_t find(Map *map, V key);

static V equal_slow(V a, V b)
{
    if (is_number(a) || is_number(b))
        return is_number(a) && is_number(b) && AS_INT(a) == AS_INT(b);
    if (!IS_OBJECT(a) || !IS_OBJECT(b) || SEQ(a)->type != SEQ(b)->type || SEQ(a)->len != SEQ(b)->len)
        return 0;
    if (SEQ(a)->type == STATE)
        return 0;
    for (uint32_t i = 0; i < SEQ(a)->len; i++) {
        if (SEQ(a)->type == SET || SEQ(a)->type == DICT) {
            int32_t at = find(MAP(b), SEQ(a)->items[i]);
            if (at < 0 || (SEQ(a)->type == DICT && !equal(MAP(a)->values[i], MAP(b)->values[at])))
                return 0;
        } else if (!equal(SEQ(a)->items[i], SEQ(b)->items[i]))
            return 0;
    }
    return 1;
}

static inline int truth(V v)
{
    if (IS_INT(v))
        return v != 1;
    if (IS_OBJECT(v))
        return SEQ(v)->type >= SLICE || SEQ(v)->len != 0;
    return v != NONE && v != FALSE_ && v != EMPTY_STRING;
}

static inline uint64_t mixed(uint64_t x)
{
    x *= 0x9E3779B97F4A7C15u;
    return x ^ x >> 29;
}

static inline uint64_t hash_of(V v)
{
    if (LIKELY(IS_INT(v)))
        return mixed((uint64_t)v);
    return hash_slow(v);
}

static uint64_t hash_slow(V v)
{
    if (is_number(v))
        return mixed((uint64_t)INT(AS_INT(v)));
    if (!IS_OBJECT(v))
        return mixed((uint64_t)v);
    if (SEQ(v)->type != TUPLE)
        raise_(E_OTHER, "no key");
    uint64_t found = 1469598103934665603u;
    for (uint32_t i = 0; i < SEQ(v)->len; i++)
        found = mixed(found ^ hash_of(SEQ(v)->items[i]));
    return found;
}

#define UNINDEXED 8 /* entries up to which a map is searched from its beginning */

static V new_map(int type)
{
    Map *made = allocate(sizeof(Map));
    memset(made, 0, sizeof *made);
    made->keys.type = (uint8_t)type;
    made->keys.age = (uint8_t)age;
    made->keys.stored = (uint16_t)age;
    return (V)made;
}

static inline int same_key(V a, V b)
{
    if (a == b)
        return 1;
    if (is_type(a, TUPLE) && is_type(b, TUPLE) && SEQ(a)->len == SEQ(b)->len) {
        for (uint32_t i = 0; i < SEQ(a)->len; i++)
            if (!equal(SEQ(a)->items[i], SEQ(b)->items[i]))
                return 0;
        return 1;
    }
    return equal(a, b);
}

static int32_t find_hashed(Map *map, V key, uint32_t hash)
{
    Seq *keys = &map->keys;
    if (!map->index) {
        for (uint32_t i = 0; i < keys->len; i++)
            if (map->hashes[i] == hash && same_key(keys->items[i], key))
                return (int32_t)i;
        return -1;
    }
    for (uint32_t at = hash & map->mask;; at = (at + 1) & map->mask) {
        int32_t i = map->index[at];
        if (i < 0)
            return -1;
        if (map->hashes[i] == hash && same_key(keys->items[i], key))
            return i;
    }
}

static inline int32_t find(Map *map, V key)
{
    if (map->span && IS_INT(key)) {
        uint64_t at = (uint64_t)((key >> 1) - map->low);
        return at < map->span ? map->index[at] : -1;
    }
    if (!map->keys.len)
        return -1;
    if (map->span) { /* True and False, perhaps */
        for (uint32_t i = 0; i < map->keys.len; i++)
            if (equal(map->keys.items[i], key))
                return (int32_t)i;
        return -1;
    }
    return find_hashed(map, key, (uint32_t)hash_of(key));
}

static void index_map(Map *map, uint32_t cap)
{
    uint32_t mask = 15;
    while (mask < cap * 2)
        mask = mask * 2 + 1;
    map->index = allocate(sizeof(int32_t) * ((size_t)mask + 1));
    memset(map->index, 255, sizeof(int32_t) * ((size_t)mask + 1));
    map->mask = mask;
    for (uint32_t i = 0; i < map->keys.len; i++) {
        uint32_t at = map->hashes[i] & mask;
        while (map->index[at] >= 0)
            at = (at + 1) & mask;
        map->index[at] = (int32_t)i;
    }
}

static void grow_map(Map *map, uint32_t cap)
{
    Seq *keys = &map->keys;
    V *items = allocate(sizeof(V) * cap);
    uint32_t *hashes = allocate(sizeof(uint32_t) * cap);
    if (keys->len) {
        memcpy(items, keys->items, sizeof(V) * keys->len);
        memcpy(hashes, map->hashes, sizeof(uint32_t) * keys->len);
    }
    keys->items = items;
    map->hashes = hashes;
    if (keys->type == DICT) {
        V *values = allocate(sizeof(V) * cap);
        if (keys->len)
            memcpy(values, map->values, sizeof(V) * keys->len);
        map->values = values;
    }
    keys->cap = cap;
    keys->stored = (uint16_t)age;
    map->index = NULL;
    if (cap > UNINDEXED)
        index_map(map, cap);
}

/* Let a table that nobody changes be looked up by integers at once, where they lie close together. */
static void flatten(V v)
{
    Map *map = MAP(v);
    Seq *keys = &map->keys;
    if (keys->len < 2 || !IS_INT(keys->items[0]))
        return;
    int64_t low = keys->items[0] >> 1, high = low;
    for (uint32_t i = 0; i < keys->len; i++) {
        int64_t key = keys->items[i] >> 1;
        if (!IS_INT(keys->items[i]))
            return;
        low = key < low ? key : low;
        high = key > high ? key : high;
    }
    if (high - low > 4 * (int64_t)keys->len + 64)
        return;
    map->span = (uint32_t)(high - low + 1);
    map->low = low;
    map->index = allocate(sizeof(int32_t) * map->span);
    memset(map->index, 255, sizeof(int32_t) * map->span);
    for (uint32_t i = 0; i < keys->len; i++)
        map->index[(keys->items[i] >> 1) - low] = (int32_t)i;
}

static void put(V into_map, V key, V value)
{
    Map *map = MAP(into_map);
    Seq *keys = &map->keys;
    if (UNLIKELY(map->span))
        raise_(E_OTHER, "a table that does not change");
    uint32_t hash = (uint32_t)hash_of(key);
    int32_t at = keys->len ? find_hashed(map, key, hash) : -1;
    if (at >= 0) {
        if (keys->type == DICT) {
            map->values[at] = value;
            if ((uint32_t)at < keys->clean)
                keys->clean = (uint32_t)at;
        }
        return;
    }
    if (keys->len == keys->cap)
        grow_map(map, keys->cap < 4 ? 8 : keys->cap * 2);
    keys->items[keys->len] = key;
    map->hashes[keys->len] = hash;
    if (keys->type == DICT)
        map->values[keys->len] = value;
    if (map->index) {
        uint32_t slot = hash & map->mask;
        while (map->index[slot] >= 0)
            slot = (slot + 1) & map->mask;
        map->index[slot] = (int32_t)keys->len;
    }
    keys->len++;
}

#define IS_SMALL(v) (((uint64_t)(v) & 1) && (uint64_t)((v) + 2) < ((uint64_t)1 << 20)) /* -1 and up */

/* A key made of values: one integer where all are small, otherwise a tuple. */
static inline V packed2(V a, V b)
{
    if (LIKELY(IS_SMALL(a) && IS_SMALL(b)))
        return (a + 2) << 20 | (b + 2) | 1;
    V made = new_tuple(2);
    SEQ(made)->items[0] = a;
    SEQ(made)->items[1] = b;
    return made;
}

static inline V packed3(V a, V b, V c)
{
    if (LIKELY(IS_SMALL(a) && IS_SMALL(b) && IS_SMALL(c)))
        return (a + 2) << 40 | (b + 2) << 20 | (c + 2) | 1;
    V made = new_tuple(3);
    SEQ(made)->items[0] = a;
    SEQ(made)->items[1] = b;
    SEQ(made)->items[2] = c;
    return made;
}

static inline V get(V map, V key, V otherwise)
{
    if (UNLIKELY(!is_type(map, DICT)))
        raise_(E_OTHER, "no dictionary");
    int32_t at = find(MAP(map), key);
    return at < 0 ? otherwise : MAP(map)->values[at];
}

static V slice_of(V v, V low, V high, V step)
{
    Seq *q = sequence(v);
    int64_t len = q->len, by = step == NONE ? 1 : AS_INT(step);
    if (!by)
        raise_(E_OTHER, "slice");
    int64_t start = low == NONE ? (by < 0 ? len - 1 : 0) : AS_INT(low);
    int64_t stop = high == NONE ? (by < 0 ? -1 : len) : AS_INT(high);
    int64_t least = by < 0 ? -1 : 0, most = by < 0 ? len - 1 : len;
    if (low != NONE) {
        start = start < 0 ? start + len : start;
        start = start < least ? least : start > most ? most : start;
    }
    if (high != NONE) {
        stop = stop < 0 ? stop + len : stop;
        stop = stop < least ? least : stop > most ? most : stop;
    }
    V made = q->type == LIST ? new_list(4) : 0;
    if (q->type == TUPLE) {
        int64_t size = by > 0 ? (stop > start ? (stop - start + by - 1) / by : 0) : (start > stop ? (start - stop - by - 1) / -by : 0);
        made = new_tuple((uint32_t)size);
        for (int64_t i = 0, at = start; i < size; i++, at += by)
            SEQ(made)->items[i] = q->items[at];
        return made;
    }
    for (int64_t at = start; by > 0 ? at < stop : at > stop; at += by)
        push(made, q->items[at]);
    return made;
}

static inline V ITEM_I(V of, int64_t index)
{
    if (LIKELY(IS_OBJECT(of) && SEQ(of)->type <= LIST))
        return SEQ(of)->items[AT(index, SEQ(of)->len)];
    if (is_type(of, DICT)) {
        int32_t at = find(MAP(of), INT(index));
        if (at < 0)
            raise_(E_LOOKUP, "key");
        return MAP(of)->values[at];
    }
    raise_(E_OTHER, "no item");
}

static inline V ITEM(V of, V index)
{
    if (LIKELY(IS_INT(index)))
        return ITEM_I(of, index >> 1);
    if (is_type(index, SLICE))
        return slice_of(of, SEQ(index)->items[0], SEQ(index)->items[1], SEQ(index)->items[2]);
    if (is_type(of, DICT)) {
        int32_t at = find(MAP(of), index);
        if (at < 0)
            raise_(E_LOOKUP, "key");
        return MAP(of)->values[at];
    }
    return ITEM_I(of, AS_INT(index));
}

static inline void SET_ITEM(V of, V index, V value)
{
    if (is_type(of, DICT)) {
        put(of, index, value);
        return;
    }
    Seq *q = list_of(of);
    q->items[AT(AS_INT(index), q->len)] = value;
}

/* of[low:high] = values, without a step. */
static void SET_SLICE(V of, int64_t low, int64_t high, V values)
{
    Seq *q = list_of(of), *with = items_of(values);
    if (low < 0 || high < low || high > q->len)
        raise_(E_OTHER, "slice");
    uint32_t rest = q->len - (uint32_t)high, len = (uint32_t)low + with->len + rest;
    V *items = allocate(sizeof(V) * (len + 4));
    memcpy(items, q->items, sizeof(V) * (size_t)low);
    memcpy(items + low, with->items, sizeof(V) * with->len);
    memcpy(items + low + with->len, q->items + high, sizeof(V) * rest);
    q->items = items;
    q->len = len;
    q->cap = len + 4;
    q->stored = (uint16_t)age;
}

static inline int contains(V in, V item)
{
    Seq *q = items_of(in);
    if (q->type >= DICT)
        return find(MAP(in), item) >= 0;
    if (IS_INT(item)) {
        for (uint32_t i = 0; i < q->len; i++)
            if (q->items[i] == item || (!IS_INT(q->items[i]) && equal(q->items[i], item)))
                return 1;
        return 0;
    }
    for (uint32_t i = 0; i < q->len; i++)
        if (equal(q->items[i], item))
            return 1;
    return 0;
}

static V list_from(V v)
{
    Seq *q = items_of(v);
    V made = new_list(q->len);
    memcpy(SEQ(made)->items, q->items, sizeof(V) * q->len);
    SEQ(made)->len = q->len;
    return made;
}

static V tuple_from(V v)
{
    Seq *q = items_of(v);
    if (q->type == TUPLE)
        return v;
    V made = new_tuple(q->len);
    memcpy(SEQ(made)->items, q->items, sizeof(V) * q->len);
    return made;
}

static void extend(V list, V more_items)
{
    Seq *q = items_of(more_items);
    for (uint32_t i = 0; i < q->len; i++)
        push(list, q->items[i]);
}

static V set_from(V v)
{
    Seq *q = items_of(v);
    V made = new_map(SET);
    for (uint32_t i = 0; i < q->len; i++)
        put(made, q->items[i], NONE);
    return made;
}

static V keys_from(V v) /* dict.fromkeys */
{
    Seq *q = items_of(v);
    V made = new_map(DICT);
    for (uint32_t i = 0; i < q->len; i++)
        put(made, q->items[i], NONE);
    return made;
}

static void update(V set, V with)
{
    Seq *q = items_of(with);
    for (uint32_t i = 0; i < q->len; i++)
        put(set, q->items[i], NONE);
}

static V pop_last(V list)
{
    Seq *q = list_of(list);
    if (!q->len)
        raise_(E_LOOKUP, "pop");
    return q->items[--q->len];
}

static V ranged(int64_t from, int64_t to, int64_t by)
{
    V made = new_list(from < to && by > 0 ? (uint32_t)((to - from + by - 1) / by) : 4);
    for (int64_t i = from; by > 0 ? i < to : i > to; i += by)
        push(made, INT(i));
    return made;
}

/* + of two values: numbers, or sequences of one type. */
static V plus(V a, V b)
{
    if (is_number(a) && is_number(b))
        return INT(ADD(AS_INT(a), AS_INT(b)));
    Seq *x = sequence(a), *y = sequence(b);
    if (x->type != y->type)
        raise_(E_OTHER, "+");
    V made = new_seq(x->type, x->len + y->len);
    memcpy(SEQ(made)->items, x->items, sizeof(V) * x->len);
    memcpy(SEQ(made)->items + x->len, y->items, sizeof(V) * y->len);
    return made;
}

/* += of a value: a list is made longer. */
static V added(V a, V b)
{
    if (!is_type(a, LIST))
        return plus(a, b);
    extend(a, b);
    return a;
}

/* - of two values: numbers, or sets. */
static V minus(V a, V b)
{
    if (is_number(a) && is_number(b))
        return INT(SUB(AS_INT(a), AS_INT(b)));
    if (!is_type(a, SET) || !is_type(b, SET))
        raise_(E_OTHER, "-");
    V made = new_map(SET);
    for (uint32_t i = 0; i < SEQ(a)->len; i++)
        if (find(MAP(b), SEQ(a)->items[i]) < 0)
            put(made, SEQ(a)->items[i], NONE);
    return made;
}

static V times(V a, V b)
{
    if (is_number(a) && is_number(b))
        return INT(MUL(AS_INT(a), AS_INT(b)));
    if (is_number(a)) {
        V other = a;
        a = b;
        b = other;
    }
    Seq *x = sequence(a);
    int64_t count = AS_INT(b) < 0 ? 0 : AS_INT(b);
    V made = new_seq(x->type, (uint32_t)(x->len * count));
    for (int64_t i = 0; i < count; i++)
        memcpy(SEQ(made)->items + i * x->len, x->items, sizeof(V) * x->len);
    return made;
}

static int less(V a, V b)
{
    if (IS_INT(a) && IS_INT(b))
        return a < b;
    if (is_number(a) && is_number(b))
        return AS_INT(a) < AS_INT(b);
    Seq *x = sequence(a), *y = sequence(b);
    if (x->type != y->type)
        raise_(E_OTHER, "<");
    for (uint32_t i = 0; i < x->len && i < y->len; i++)
        if (!equal(x->items[i], y->items[i]))
            return less(x->items[i], y->items[i]);
    return x->len < y->len;
}

/* Sort a list stably by keys beside it (by itself where there are none), the highest first where reversed. */
static void sort_by(V *items, int64_t *keys, uint32_t len, int reversed)
{
    for (uint32_t i = 1; i < len; i++) {
        V item = items[i];
        int64_t key = keys ? keys[i] : 0;
        uint32_t at = i;
        while (at && (keys ? (reversed ? keys[at - 1] < key : key < keys[at - 1])
                           : (reversed ? less(items[at - 1], item) : less(item, items[at - 1])))) {
            items[at] = items[at - 1];
            if (keys)
                keys[at] = keys[at - 1];
            at--;
        }
        items[at] = item;
        if (keys)
            keys[at] = key;
    }
}

static V sorted(V v, int reversed)
{
    V made = list_from(v);
    sort_by(SEQ(made)->items, NULL, SEQ(made)->len, reversed);
    return made;
}

static int64_t sum_of(V v)
{
    Seq *q = items_of(v);
    int64_t found = 0;
    for (uint32_t i = 0; i < q->len; i++)
        found = ADD(found, AS_INT(q->items[i]));
    return found;
}

static V extreme_of(V v, int highest, V otherwise)
{
    Seq *q = items_of(v);
    if (!q->len) {
        if (!otherwise)
            raise_(E_OTHER, "an extreme of nothing");
        return otherwise;
    }
    V best = q->items[0];
    for (uint32_t i = 1; i < q->len; i++)
        if (highest ? less(best, q->items[i]) : less(q->items[i], best))
            best = q->items[i];
    return best;
}

static int64_t count_of(V v, V item)
{
    Seq *q = sequence(v);
    int64_t found = 0;
    for (uint32_t i = 0; i < q->len; i++)
        found += equal(q->items[i], item);
    return found;
}

static V compress(V things, V tests)
{
    Seq *q = items_of(things), *of = items_of(tests);
    V found = new_list(4);
    for (uint32_t i = 0; i < q->len && i < of->len; i++)
        if (truth(of->items[i]))
            push(found, q->items[i]);
    return found;
}

static int any_of(V v)
{
    Seq *q = items_of(v);
    for (uint32_t i = 0; i < q->len; i++)
        if (truth(q->items[i]))
            return 1;
    return 0;
}

static int64_t power(int64_t base, int64_t times)
{
    int64_t found = 1;
    if (times < 0)
        raise_(E_OTHER, "a negative power");
    for (; times > 0 && found; times--)
        found = MUL(found, base);
    return found;
}

static V enumerated(V v)
{
    Seq *q = items_of(v);
    V made = new_list(q->len);
    for (uint32_t i = 0; i < q->len; i++) {
        V pair = new_tuple(2);
        SEQ(pair)->items[0] = INT(i);
        SEQ(pair)->items[1] = q->items[i];
        push(made, pair);
    }
    return made;
}

static int64_t index_of(V v, V item)
{
    Seq *q = sequence(v);
    for (uint32_t i = 0; i < q->len; i++)
        if (equal(q->items[i], item))
            return i;
    raise_(E_OTHER, "no such item");
}

static inline int64_t length(V v)
{
    return items_of(v)->len;
}

/* ------------------------------------------------------------ the state */

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

/* The only way to change a number, a tally or the place of a card. */
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

/* ------------------------------------------------------------ out of the nursery */

static V moved_out(V v, int all);

static void move_items(Seq *q, uint32_t from, int all)
{
    for (uint32_t i = from; i < q->len; i++)
        q->items[i] = moved_out(q->items[i], all);
}

/* A value that outlives the step: what lies in the nursery (or, where `all` is to be moved, is old) is copied. */
static V moved_out(V v, int all)
{
    if (!IS_OBJECT(v) || SEQ(v)->age == PERMANENT)
        return v;
    Seq *q = SEQ(v);
    if (q->type == STATE)
        raise_(E_OTHER, "a state outlives its step");
    if (q->type == DICT || q->type == SET) {
        Map *map = MAP(v);
        if (q->age == YOUNG || all) {
            map = MAP(new_map(q->type));
            map->keys.len = q->len;
            map->keys.items = q->items;
            map->values = MAP(v)->values;
            map->hashes = MAP(v)->hashes;
        }
        if (map->keys.stored == YOUNG || map != MAP(v) || all) {
            uint32_t cap = q->cap < 8 ? 8 : q->cap;
            grow_map(map, cap);
        }
        for (uint32_t i = map == MAP(v) && !all ? q->clean : 0; i < map->keys.len; i++) {
            map->keys.items[i] = moved_out(map->keys.items[i], all);
            if (q->type == DICT)
                map->values[i] = moved_out(map->values[i], all);
        }
        map->keys.clean = map->keys.len;
        return (V)map;
    }
    if (q->age != YOUNG && !all) {
        if (q->type == LIST) {
            if (q->stored == YOUNG) { /* it has grown in the nursery */
                V *items = allocate(sizeof(V) * (q->cap ? q->cap : 1));
                memcpy(items, q->items, sizeof(V) * q->len);
                q->items = items;
                q->stored = OLD;
            }
            move_items(q, 0, 0);
        }
        return v;
    }
    V made = new_seq(q->type, q->len);
    memcpy(SEQ(made)->items, q->items, sizeof(V) * q->len);
    move_items(SEQ(made), 0, all);
    return made;
}
