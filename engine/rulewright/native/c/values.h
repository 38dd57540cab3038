/* Values of a native program, its errors and its numbers.

A value (V) is 64 bits: a small integer (lowest bit 1), a pointer to an object (lowest bits 000), one of a few constants
(010), a string by its number (100) or a function by its number (110). Objects of one step lie in the nursery, which is
emptied when the step is over; what a game still holds then is moved into storage of its own (`nursery.h`).

The generated program defines the sizes of the state (N_SIZE, ZONES, CARDS, MEMOS, TALLIES, PLAYERS, BLOCKS) before all
files of this folder. They do what `runtime/` and Python's own collections do, the order of sets apart: no generated
code depends on it. What is explained there is not explained again.
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
