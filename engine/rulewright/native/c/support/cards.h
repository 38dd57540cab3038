/* What generated code calls, after `runtime/support/cards.py`: cards. */

static void play(State *s, int64_t you, int64_t card)
{
    move_card(s, card, AS_INT(ITEM_I(played_to, SEQ(played_to)->len > 1 ? you : 0)), 0);
    forget(s, readers_of_cards);
}

static V rt_PLAY(State *s, V you, V card)
{
    play(s, AS_INT(you), AS_INT(card));
    return NONE;
}

static V rt_PLAYABLE(State *s, V you)
{
    V found = new_list(8);
    Seq *zones = items_of(ITEM(played_from, you));
    for (uint32_t i = 0; i < zones->len; i++)
        extend(found, s->zones[AS_INT(zones->items[i])]);
    return found;
}

static V rt_DRAW(State *s, V pile, V zone, V count)
{
    forget(s, readers_of_cards);
    draw_cards(s, AS_INT(count), AS_INT(pile), AS_INT(zone), AS_INT(get(refills, pile, INT(-1))));
    return NONE;
}

static V moved_since(State *s, V before, int drawn_only)
{
    Seq *q = items_of(before);
    V found = new_list(4);
    if (q->len != CARDS)
        raise_(E_OTHER, "cards");
    for (int64_t card = 0; card < CARDS; card++)
        if (AS_INT(q->items[card]) != s->where[card] && !(drawn_only && contains(refills, INT(s->where[card]))))
            push(found, INT(card));
    return found;
}

static V rt_MOVED(State *s, V before)
{
    return moved_since(s, before, 0);
}

static V rt_DRAWN(State *s, V before)
{
    return moved_since(s, before, 1);
}

static int64_t place_in_zone(State *s, int64_t card)
{
    int64_t zone = s->where[AT(card, CARDS)];
    Seq *q = zone >= 0 && zone < ZONES ? SEQ(s->zones[zone]) : NULL;
    for (uint32_t i = 0; q && i < q->len; i++)
        if (AS_INT(q->items[i]) == card)
            return i;
    return 0;
}

static int was_moved_before(State *s, int64_t one, int64_t other, int bottom)
{
    int64_t zone = s->where[AT(one, CARDS)], its = s->where[AT(other, CARDS)];
    int64_t place = place_in_zone(s, one), its_place = place_in_zone(s, other);
    if (zone != its)
        return zone < its;
    if (place != its_place)
        return bottom ? place > its_place : place < its_place;
    return one < other;
}

static V rt_IN_ORDER(State *s, V cards, V bottom)
{
    V found = list_from(cards);
    Seq *q = SEQ(found);
    for (uint32_t i = 1; i < q->len; i++)
        for (uint32_t k = i; k && was_moved_before(s, AS_INT(q->items[k]), AS_INT(q->items[k - 1]), AS_INT(bottom)); k--) {
            V one = q->items[k];
            q->items[k] = q->items[k - 1];
            q->items[k - 1] = one;
        }
    return found;
}

static V rt_IN_PLAY(State *s, V card)
{
    int64_t zone = s->where[AT(AS_INT(card), CARDS)];
    return BOOL(zone >= ZONES || (zone >= 0 && truth(ITEM_I(shown_zones, zone))));
}

static V distinct(State *s, V cards, V placed)
{
    Seq *q = items_of(cards);
    V seen = new_map(SET), found = new_list(q->len);
    for (uint32_t i = 0; i < q->len; i++) {
        int64_t card = AS_INT(q->items[i]);
        if (card >= 0 && card < CARDS && copied[card]) {
            int64_t place = s->where[card];
            V cells = get(card_cells, INT(card), 0);
            uint32_t many = cells ? SEQ(cells)->len : 0;
            V key = new_list(many + 3);
            push(key, ITEM_I(component_of, card));
            push(key, INT(place));
            for (uint32_t j = 0; j < many; j++)
                push(key, INT(s->n[SEQ(cells)->items[j] >> 1]));
            if (placed && contains(placed, INT(card)) && 0 <= place && place < ZONES && truth(ITEM_I(open_rows, place))) {
                Seq *zone = SEQ(s->zones[place]);
                uint32_t at = 0;
                while (at < zone->len && zone->items[at] != INT(card))
                    at++;
                push(key, INT(at));
            }
            key = tuple_from(key);
            if (contains(seen, key))
                continue;
            put(seen, key, NONE);
        }
        push(found, q->items[i]);
    }
    return found;
}

static V rt_DISTINCT(State *s, V cards, V placed)
{
    return distinct(s, cards, placed);
}

static V rt_SYMBOLS(State *s, V card, V resource)
{
    (void)s;
    return ITEM(ITEM(worth, card), resource);
}
