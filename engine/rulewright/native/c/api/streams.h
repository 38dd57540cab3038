/* Values from Python, as streams of integers. */

enum { T_NONE, T_FALSE, T_TRUE, T_INT, T_STRING, T_TUPLE, T_LIST, T_DICT, T_SET, T_FUNCTION, T_FAIL, T_SLICE, T_EXTREME };

static V from_stream(const int64_t **stream)
{
    int64_t tag = *(*stream)++;
    V made;
    switch (tag) {
    case T_NONE:
        return NONE;
    case T_FALSE:
        return FALSE_;
    case T_TRUE:
        return TRUE_;
    case T_FAIL:
        return FAIL;
    case T_INT:
        return INT(*(*stream)++);
    case T_STRING:
        return STRING(*(*stream)++);
    case T_FUNCTION:
        return FUNCTION(*(*stream)++);
    case T_EXTREME:
        return *(*stream)++ ? MAXIMUM : MINIMUM;
    }
    int64_t len = *(*stream)++;
    switch (tag) {
    case T_TUPLE:
    case T_LIST:
    case T_SLICE:
        made = new_seq(tag == T_TUPLE ? TUPLE : tag == T_LIST ? LIST : SLICE, (uint32_t)len);
        for (int64_t i = 0; i < len; i++) {
            V item = from_stream(stream);
            SEQ(made)->items[i] = item;
        }
        return made;
    case T_DICT:
    case T_SET:
        made = new_map(tag == T_DICT ? DICT : SET);
        for (int64_t i = 0; i < len; i++) {
            V key = from_stream(stream);
            put(made, key, tag == T_DICT ? from_stream(stream) : NONE);
        }
        if (age == PERMANENT && len)
            flatten(made);
        return made;
    }
    raise_(E_OTHER, "no value in a stream");
}
