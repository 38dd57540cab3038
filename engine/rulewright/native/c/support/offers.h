/* What generated code calls, after `runtime/support/offers.py`: offers. */

static V lying(State *s, int64_t table, int64_t you)
{
    Offers *of = &offers[table];
    Seq *zones = SEQ(of->zones[you]);
    if (of->here[you]) {
        uint32_t same = 0;
        while (same < zones->len && SEQ(of->last[you])->items[same] == s->zones[zones->items[same] >> 1])
            same++;
        if (same == zones->len)
            return of->here[you];
    }
    V here = new_map(DICT), last = new_tuple(zones->len);
    for (uint32_t i = 0; i < zones->len; i++) {
        V pile = SEQ(last)->items[i] = s->zones[zones->items[i] >> 1];
        for (uint32_t j = 0; j < SEQ(pile)->len; j++) {
            V card = SEQ(pile)->items[j], numbers = of->of_card[AT(AS_INT(card), CARDS)];
            for (uint32_t k = 0; numbers && k < SEQ(numbers)->len; k++) {
                V number = SEQ(numbers)->items[k];
                if (!contains(ITEM_I(of->entries[number >> 1].zones, you), zones->items[i]))
                    continue;
                V cards = get(here, number, 0);
                if (!cards) {
                    cards = new_list(4);
                    put(here, number, cards);
                }
                push(cards, card); /* in their order */
                Seq *q = SEQ(cards);
                for (uint32_t at = q->len - 1; at && q->items[at - 1] > card; at--) {
                    q->items[at] = q->items[at - 1];
                    q->items[at - 1] = card;
                }
            }
        }
    }
    of->last[you] = last;
    of->here[you] = here;
    return here;
}

static V list_offers(State *s, int64_t table, V you, V here, V args);

static V entries(State *s, V you, V table, V args)
{
    int64_t number = AT(AS_INT(table), offers_len);
    return list_offers(s, number, you, lying(s, number, AT(AS_INT(you), PLAYERS)), args);
}

static V rt_ENTRIES(State *s, V you, V table, V args)
{
    return entries(s, you, table, args ? args : new_tuple(0));
}

static V rt_OFFER(State *s, V you, V table, V may_end)
{
    V found = entries(s, you, table, new_tuple(0));
    if (truth(may_end))
        push(found, INT(-1));
    return found;
}

static V rt_START(State *s, V you, V choice, V args)
{
    int64_t table = AT(AS_INT(ITEM_I(choice, 0)), offers_len);
    Entry *entry = &offers[table].entries[AT(AS_INT(ITEM_I(choice, 1)), offers[table].len)];
    if (entry->spends && entry->limit)
        use(s, entry->limit, AS_INT(you));
    V frame = new_list(8);
    push(frame, INT(entry->entry));
    push(frame, you);
    if (args)
        extend(frame, args);
    push(frame, ITEM_I(choice, 2));
    enter(s, frame, entry->pad);
    return NONE;
}

#define rt_BEGIN rt_START

static V pads; /* by name, what a new frame has after its arguments */

static V rt_START_EACH(State *s, V you, V ability)
{
    V frame = new_list(8);
    push(frame, ITEM_I(ability, 1));
    push(frame, you);
    push(frame, ITEM_I(ability, 0));
    enter(s, frame, ITEM(pads, ITEM_I(ability, 2)));
    return NONE;
}
