/* What generated code calls, after `runtime/support/under_way.py`: what is under way. */

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
