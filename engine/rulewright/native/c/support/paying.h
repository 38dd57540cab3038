/* What generated code calls, after `runtime/support/paying.py`: payments. */

#define PAYMENTS 60

static inline int64_t worth_of(int64_t card, int64_t resource)
{
    return AS_INT(ITEM_I(ITEM_I(worth, card), resource));
}

static int64_t worth_now(State *s, int64_t you, int64_t card, int64_t resource)
{
    int64_t value = worth_of(card, resource);
    if (convertible[resource]) {
        if (s->n[convert_cell + you])
            for (int64_t r = 0; r < RESOURCES; r++)
                if (convertible[r] && worth_of(card, r) > value)
                    value = worth_of(card, r);
        if (s->n[double_cell + you])
            value *= 2;
    }
    return value;
}

static V a_play(int64_t way, V card, V value)
{
    V made = new_tuple(4);
    V *items = SEQ(made)->items;
    items[0] = INT(0);
    items[1] = INT(way);
    items[2] = card;
    items[3] = value;
    return made;
}

static V all_plays(State *s, V you, int64_t resource)
{
    V found = new_list(8);
    if (paid_by_cards[resource]) {
        V cards = rt_PLAYABLE(s, you);
        for (uint32_t i = 0; i < SEQ(cards)->len; i++) {
            V card = SEQ(cards)->items[i];
            int64_t value = worth_now(s, AS_INT(you), AS_INT(card), resource);
            if (value)
                push(found, a_play(-1, card, INT(value)));
        }
    }
    Seq *of = SEQ(ITEM_I(ways_of, resource));
    for (uint32_t i = 0; i < of->len; i++) {
        V cards = call(ITEM_I(of->items[i], 1), s, 1, &you);
        Seq *q = truth(cards) ? items_of(cards) : NULL;
        for (uint32_t j = 0; q && j < q->len; j++)
            push(found, a_play(AS_INT(ITEM_I(of->items[i], 0)), ITEM_I(q->items[j], 0), ITEM_I(q->items[j], 1)));
    }
    return found;
}

static V changers(State *s, V you, int64_t resource)
{
    return convertible[resource] ? entries(s, you, INT(pay_table), new_tuple(0)) : new_list(0);
}

static V without_copies(State *s, V options, int looking_ahead)
{
    if (!changes_cards)
        return options;
    Seq *q = SEQ(options);
    V own = new_list(q->len), found = new_list(q->len);
    for (uint32_t i = 0; i < q->len; i++)
        if (AS_INT(SEQ(q->items[i])->items[1]) < 0)
            push(own, SEQ(q->items[i])->items[2]);
    V kept = set_from(distinct(s, looking_ahead ? sorted(own, 0) : own, 0));
    for (uint32_t i = 0; i < q->len; i++)
        if (AS_INT(SEQ(q->items[i])->items[1]) >= 0 || contains(kept, SEQ(q->items[i])->items[2]))
            push(found, q->items[i]);
    return found;
}

static void pay_with(State *s, int64_t you, int64_t way, int64_t card)
{
    if (way >= 0) {
        int64_t limit = AS_INT(ITEM_I(ITEM_I(ways, way), 2));
        if (limit)
            use(s, limit, you);
    }
    play(s, you, card);
    if (s->n[double_cell + you])
        mark(s, double_cell, you, 0);
    if (s->n[convert_cell + you])
        mark(s, convert_cell, you, 0);
}

static int64_t rank_of(V option)
{
    return (AS_INT(SEQ(option)->items[1]) + 1) * 10000 + AS_INT(SEQ(option)->items[2]);
}

static V ranked_above(V options, int64_t last)
{
    V found = new_list(SEQ(options)->len);
    for (uint32_t i = 0; i < SEQ(options)->len; i++)
        if (rank_of(SEQ(options)->items[i]) > last)
            push(found, SEQ(options)->items[i]);
    return found;
}

static int64_t value_of(V options)
{
    int64_t sum = 0;
    for (uint32_t i = 0; i < SEQ(options)->len; i++)
        sum += AS_INT(SEQ(SEQ(options)->items[i])->items[3]);
    return sum;
}

/* AFFORDABLE: whether a seat could pay for what an act costs at least. */
static V rt_AFFORDABLE(State *s, V you, V needs)
{
    Map *map = MAP(needs);
    int others = 0;
    for (uint32_t i = 0; i < map->keys.len; i++) {
        V what = map->keys.items[i];
        if (IS_STRING(what))
            others = 1;
        else if (s->n[AT(AS_INT(ITEM(what, you)), N_SIZE)] < AS_INT(map->values[i]))
            return FALSE_;
    }
    if (!others)
        return TRUE_;
    int64_t number = 0, together[RESOURCES + 1];
    memset(together, 0, sizeof together);
    Seq *hands = items_of(ITEM(played_from, you));
    for (uint32_t i = 0; i < hands->len; i++) {
        Seq *pile = SEQ(s->zones[AS_INT(hands->items[i])]);
        number += pile->len;
        for (uint32_t j = 0; j < pile->len; j++)
            for (int64_t r = 0; r < RESOURCES; r++)
                if (paid_by_cards[r])
                    together[r] += worth_of(AS_INT(pile->items[j]), r);
    }
    if (number < AS_INT(get(needs, word_card, INT(0))))
        return FALSE_;
    for (uint32_t i = 0; i < map->keys.len; i++) {
        V noun = map->keys.items[i];
        if (noun == word_card || !IS_STRING(noun))
            continue;
        int64_t least = AS_INT(map->values[i]), resource = AS_INT(ITEM(resource_numbers, noun)), most = together[resource];
        if (most >= least || (convertible[resource] && offers[pay_table].len))
            continue;
        Seq *q = SEQ(ways);
        for (uint32_t j = 0; j < q->len; j++) {
            V *way = SEQ(q->items[j])->items; /* function, resources, limit, conditional */
            if (most >= least || !contains(way[1], INT(resource)))
                continue;
            if (truth(way[3]))
                most += least;
            else {
                V played = call(way[0], s, 1, &you);
                for (uint32_t k = 0; k < SEQ(played)->len; k++)
                    most += AS_INT(ITEM_I(SEQ(played)->items[k], 1));
            }
        }
        if (most < least)
            return FALSE_;
    }
    return TRUE_;
}

static V pay_ask(State *s, V f)
{
    V you = SLOT_(f, 1);
    int64_t resource = AS_INT(SLOT_(f, 2)), least = AS_INT(SLOT_(f, 3)), most = AS_INT(SLOT_(f, 4)), paid = AS_INT(SLOT_(f, 5)),
            last = AS_INT(SLOT_(f, 6));
    if (paid >= most || most <= 0) {
        s->result = INT(paid);
        finish(s);
        return NONE;
    }
    V options = all_plays(s, you, resource), also = changers(s, you, resource);
    if (s->trial && !SEQ(also)->len && paid + value_of(options) < least)
        return FAIL;
    options = without_copies(s, options, s->trial);
    if (!s->trial)
        SET_SLOT(f, 6, INT(-2));
    else if (last >= 0)
        options = ranked_above(options, last);
    V found = new_list(SEQ(options)->len + 1);
    if (paid >= least && paid >= 0 && least < most)
        push(found, INT(-1));
    extend(found, options);
    for (uint32_t i = 0; i < SEQ(also)->len; i++) {
        V one = new_list(4);
        push(one, INT(1));
        extend(one, SEQ(also)->items[i]);
        push(found, tuple_from(one));
    }
    return SEQ(found)->len ? found : FAIL;
}

static V pay_take(State *s, V f)
{
    V you = SLOT_(f, 1), choice = SLOT_(f, 8);
    SET_SLOT(f, 0, INT(pay_block));
    if (choice == INT(-1)) {
        s->result = SLOT_(f, 5);
        finish(s);
        return NONE;
    }
    if (ITEM_I(choice, 0) == INT(1)) {
        SET_SLOT(f, 6, INT(-1));
        rt_START(s, you, slice_of(choice, INT(1), NONE, NONE), 0);
        return NONE;
    }
    pay_with(s, AS_INT(you), AS_INT(ITEM_I(choice, 1)), AS_INT(ITEM_I(choice, 2)));
    SET_SLOT(f, 5, INT(AS_INT(SLOT_(f, 5)) + AS_INT(ITEM_I(choice, 3))));
    SET_SLOT(f, 6, INT(SLOT_(f, 6) == INT(-2) ? -1 : rank_of(choice)));
    return NONE;
}

/* All ways to pay, into a list: state (None where nobody knows) and what is paid too much, by turns. */
static void payments(State *s, V you, int64_t resource, int64_t lacking, int64_t *left, int64_t last, V found)
{
    deep();
    if (lacking <= 0) {
        push(found, (V)s);
        push(found, INT(0));
        return;
    }
    V options = all_plays(s, you, resource);
    if (last >= 0)
        options = ranked_above(options, last);
    V also = changers(s, you, resource);
    if (!SEQ(also)->len && value_of(options) < lacking)
        return;
    V choices = list_from(without_copies(s, options, 1));
    extend(choices, also);
    for (uint32_t i = 0; i < SEQ(choices)->len; i++) {
        V choice = SEQ(choices)->items[i];
        if (--*left < 0) {
            push(found, NONE);
            push(found, INT(0));
            return;
        }
        State *trial = copy_state(s);
        if (SEQ(choice)->len == 4) {
            V *items = SEQ(choice)->items;
            int64_t value = AS_INT(items[3]);
            pay_with(trial, AS_INT(you), AS_INT(items[1]), AS_INT(items[2]));
            if (value >= lacking) {
                push(found, (V)trial);
                push(found, INT(value - lacking));
                continue;
            }
            payments(trial, you, resource, lacking - value, left, rank_of(choice), found);
            continue;
        }
        rt_START(trial, you, choice, 0);
        while (SEQ(trial->stack)->len > SEQ(s->stack)->len)
            if (run_block(trial, innermost(trial)) != NONE) {
                push(found, NONE);
                push(found, INT(0));
                return;
            }
        payments(trial, you, resource, lacking, left, -1, found);
    }
}

static V ways_to_pay(State *s, V you, int64_t resource, int64_t lacking)
{
    int64_t left = PAYMENTS;
    V found = new_list(8);
    if (lacking <= 0 || !pays_alike) {
        payments(s, you, resource, lacking, &left, -1, found);
        return found;
    }
    V key = new_list(16);
    push(key, you);
    push(key, INT(resource));
    push(key, INT(lacking));
    Seq *zones = SEQ(ITEM(where_paid, you)), *flags = SEQ(pay_flags), *within = SEQ(look.within);
    for (uint32_t i = 0; i < zones->len; i++)
        push(key, s->zones[zones->items[i] >> 1]);
    for (uint32_t i = 0; i < flags->len; i++)
        push(key, INT(s->n[(flags->items[i] >> 1) + AS_INT(you)]));
    for (uint32_t i = 0; i < within->len; i += 2)
        push(key, within->items[i]);
    key = tuple_from(key);
    V known = get(look.ways, key, 0);
    if (known)
        return known;
    payments(s, you, resource, lacking, &left, -1, found);
    put(look.ways, key, found);
    return found;
}

static V rt_PROBE_PAY(State *s, V f)
{
    int64_t least = AS_INT(SLOT_(f, 3)), most = AS_INT(SLOT_(f, 4)), enough = least < most ? least : most;
    V found = ways_to_pay(s, SLOT_(f, 1), AS_INT(SLOT_(f, 2)), enough);
    if (!SEQ(found)->len)
        return INT(CANNOT);
    V after = SEQ(found)->items[0];
    look.amount = enough + AS_INT(SEQ(found)->items[1]);
    look.after = after == NONE ? NULL : AS_STATE(after);
    return INT(after == NONE ? UNKNOWN : CAN);
}

static V rt_PROBE_PAID(State *s, V asked_for, V f, V probe)
{
    int64_t least = AS_INT(SLOT_(asked_for, 3)), unknown = 0;
    V found = ways_to_pay(s, SLOT_(asked_for, 1), AS_INT(SLOT_(asked_for, 2)), least);
    for (uint32_t i = 0; i < SEQ(found)->len; i += 2) {
        V after = SEQ(found)->items[i];
        look.amount = least + AS_INT(SEQ(found)->items[i + 1]);
        V with = list_from(f);
        int64_t verdict = after == NONE ? UNKNOWN : AS_INT(call(probe, AS_STATE(after), 1, &with));
        if (verdict == CAN)
            return INT(CAN);
        look.tried++;
        unknown += verdict;
        if (unknown == MOST_UNKNOWN || look.tried > MOST_PROBED)
            return INT(UNKNOWN);
    }
    return INT(unknown ? UNKNOWN : CANNOT);
}

static V rt_PAID_AMOUNT(State *s)
{
    (void)s;
    return INT(look.amount);
}

static V rt_AFTER_PAYING(State *s)
{
    (void)s;
    return look.after ? (V)look.after : NONE;
}
