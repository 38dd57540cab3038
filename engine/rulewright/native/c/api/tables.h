/* Tables that a program is begun with. */

static void read_offers(V all)
{
    offers_len = SEQ(all)->len;
    offers = calloc((size_t)offers_len + 1, sizeof(Offers));
    for (int64_t number = 0; number < offers_len; number++) {
        Offers *table = &offers[number];
        Seq *rows = SEQ(SEQ(all)->items[number]);
        table->len = rows->len;
        table->entries = calloc(rows->len + 1, sizeof(Entry));
        table->of_card = calloc((size_t)CARDS + 1, sizeof(V));
        for (int64_t i = 0; i < table->len; i++) {
            V *row = SEQ(rows->items[i])->items;
            Entry *entry = &table->entries[i];
            *entry = (Entry){.entry = row[0] >> 1, .pad = row[1], .limit = row[2] >> 1, .spends = truth(row[3]),
                .zones = row[4], .cards = row[5], .test = row[6], .own = truth(row[7]), .decided = truth(row[8]), .owner = row[9]};
            if (!entry->decided)
                entry->probe = probes[AT(entry->entry, BLOCKS)];
            for (uint32_t j = 0; SEQ(entry->zones)->len && j < SEQ(entry->cards)->len; j++) {
                V *numbers = &table->of_card[AT(AS_INT(SEQ(entry->cards)->items[j]), CARDS)];
                if (!*numbers)
                    *numbers = new_list(2);
                push(*numbers, INT(i));
            }
        }
        table->listening = calloc(PLAYERS, sizeof(Listening));
        for (int64_t seat = 0; seat < PLAYERS; seat++) {
            Listening *to = &table->listening[seat];
            V zones = new_map(SET);
            int64_t count = 0;
            for (int64_t i = 0; i < table->len; i++)
                count += 1 + SEQ(table->entries[i].cards)->len;
            to->rows[0] = calloc((size_t)count + 1, sizeof(Listener));
            to->rows[1] = calloc((size_t)count + 1, sizeof(Listener));
            for (int64_t i = 0; i < table->len; i++) {
                Entry *entry = &table->entries[i];
                int placed = SEQ(entry->zones)->len != 0;
                V here = placed ? ITEM_I(entry->zones, seat) : entry->zones;
                if (placed)
                    update(zones, here);
                /* what speaks of things that were chosen listens for each of them, below all numbers of cards */
                int each = placed || SEQ(entry->cards)->len;
                for (uint32_t j = 0; j < (each ? SEQ(entry->cards)->len : 1); j++) {
                    Listener row = {.number = i, .card = each ? AS_INT(SEQ(entry->cards)->items[j]) : -1, .zones = here,
                        .limit = entry->limit ? entry->limit + seat : 0, .test = entry->test};
                    to->rows[0][to->len[0]++] = row;
                    if (!entry->own)
                        to->rows[1][to->len[1]++] = row;
                }
            }
            table->zones[seat] = tuple_from(sorted(zones, 0));
        }
    }
}

static void mark_all(uint8_t *flags, V numbers)
{
    for (uint32_t i = 0; i < SEQ(numbers)->len; i++)
        flags[SEQ(numbers)->items[i] >> 1] = 1;
}

static int begun;

/* Fill the tables, once; in the order of `native/tables.py`. */
EXPORT int rw_begin(const int64_t *stream, const char **strings, Asking asking)
{
    Catch here = {.outer = NULL};
    ask_python = asking;
    texts = strings;
    if (begun)
        return 0;
    if (_setjmp(here.at))
        return raised;
    catching = &here;
    into = &permanent;
    age = PERMANENT;
    stack_end = NULL;
    V all = from_stream(&stream);
    for (int i = 0; i < CONSTANTS; i++)
        constants[i] = SEQ(all)->items[i];
    read_offers(from_stream(&stream));
    state_triggers = from_stream(&stream);
    once = from_stream(&stream);
    index_of_pieces = from_stream(&stream);
    sums_made = from_stream(&stream);
    V sums_fed = from_stream(&stream);
    for (uint32_t i = 0; i < SEQ(sums_fed)->len; i++)
        fed[SEQ(sums_fed)->items[i] >> 1] = MAP(sums_fed)->values[i];
    readers_of_pieces = from_stream(&stream);
    readers_of_cards = from_stream(&stream);
    readers_of_rows = from_stream(&stream);
    readers_of_flags = from_stream(&stream);
    twice = from_stream(&stream);
    played_to = from_stream(&stream);
    played_from = from_stream(&stream);
    refills = from_stream(&stream);
    shown_zones = from_stream(&stream);
    component_of = from_stream(&stream);
    mark_all(copied, from_stream(&stream));
    card_cells = from_stream(&stream);
    open_rows = from_stream(&stream);
    worth = from_stream(&stream);
    ways_of = from_stream(&stream);
    ways = from_stream(&stream);
    where_paid = from_stream(&stream);
    pay_flags = from_stream(&stream);
    resource_numbers = from_stream(&stream);
    mark_all(convertible, from_stream(&stream));
    mark_all(paid_by_cards, from_stream(&stream));
    held_by_cards = from_stream(&stream);
    piece_places = from_stream(&stream);
    zone_owners = from_stream(&stream);
    word_card = from_stream(&stream);
    pads = from_stream(&stream);
    V hidden = from_stream(&stream), seats = from_stream(&stream), numbers = from_stream(&stream);
    for (int i = 0; i < PLAYERS; i++) {
        hidden_places[i] = SEQ(hidden)->items[i];
        asked[i] = SEQ(seats)->items[i] >> 1;
    }
    V *number = SEQ(numbers)->items;
    order_places = number[0] >> 1;
    first_player_cell = number[1] >> 1;
    pay_block = number[2] >> 1;
    pay_table = number[3] >> 1;
    double_cell = number[4] >> 1;
    convert_cell = number[5] >> 1;
    card_place = number[6] >> 1;
    pays_alike = (int)(number[7] >> 1);
    asks_within = (int)(number[8] >> 1);
    for (int i = 0; i < CARDS; i++)
        changes_cards |= copied[i];
    asked_before = new_map(DICT);
    into = &nursery;
    age = YOUNG;
    begun = 1;
    return 0;
}
