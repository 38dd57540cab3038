/* What generated code calls, after `runtime/support/probes.py`: probes. */

#define MOST_PROBED 1000
#define MOST_NESTED 100
#define MOST_UNKNOWN 3

static V rt_PROBE_UNKNOWN(State *s, V f)
{
    (void)s;
    (void)f;
    return INT(UNKNOWN);
}

static V rt_PROBE_ANY(State *s, V f, V slot, V options, V probe, V most_unknown)
{
    int64_t unknown = 0, nested = look.nested, most = most_unknown ? AS_INT(most_unknown) : MOST_UNKNOWN;
    if (look.tried > MOST_PROBED || nested > MOST_NESTED)
        return INT(UNKNOWN);
    Seq *q = items_of(options);
    for (uint32_t i = 0; i < q->len; i++) {
        V with = list_from(f);
        SET_ITEM(with, slot, q->items[i]);
        look.nested = nested + 1;
        int64_t verdict = AS_INT(call(probe, s, 1, &with));
        look.nested = nested;
        if (verdict == CAN)
            return INT(CAN);
        if (verdict && ++unknown == most)
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
