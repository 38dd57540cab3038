/* Memory: arenas, whose objects are given back all at once. */

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
