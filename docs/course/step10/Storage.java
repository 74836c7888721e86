package step10;

import step08.Guarded;

/**
 * The headers and the properties of the exchange, each in one field: null, an array of up to eight pairs, or a table.
 * What a copy shares is copied before it is changed.
 */
public final class Storage {

    private Storage() {}

    // ---- headers: names in any case, and the defence of step 8 for many

    public static Object getHeader(Object storage, String name) {
        if (storage instanceof Guarded table) {
            return table.get(name);
        }
        Object[] pairs = (Object[]) storage;
        int at = find(pairs, name);
        return at < 0 ? null : pairs[at + 1];
    }

    /** Returns the new value for the caller's field. */
    public static Object putHeader(Object storage, boolean shared, String name, Object value) {
        if (storage instanceof Guarded table) {
            return put(shared ? table.copy() : table, name, value);
        }
        Object[] pairs = (Object[]) storage;
        int at = find(pairs, name);
        if (at < 0 && pairs != null && Flat.end(pairs) == 2 * After.FLAT_PAIRS) {
            return put(table(pairs), name, value);
        }
        Object[] mine = shared && pairs != null ? pairs.clone() : pairs;
        if (at < 0) {
            return Flat.put(mine, name, value);
        }
        mine[at + 1] = value;
        return mine;
    }

    private static Guarded put(Guarded table, String name, Object value) {
        table.put(name, value);
        return table;
    }

    private static Guarded table(Object[] pairs) {
        Guarded table = new Guarded();
        for (int i = 0; i < pairs.length; i += 2) {
            table.put((String) pairs[i], pairs[i + 1]);
        }
        return table;
    }

    /** The position of this name, compared with A-Z folded, or -1. */
    private static int find(Object[] pairs, String name) {
        int end = pairs == null ? 0 : Flat.end(pairs);
        for (int i = 0; i < end; i += 2) {
            if (pairs[i] == name || same((String) pairs[i], name)) {
                return i;
            }
        }
        return -1;
    }

    private static boolean same(String one, String other) {
        boolean same = one.length() == other.length();
        for (int i = 0; same && i < one.length(); i++) {
            same = folded(one.charAt(i)) == folded(other.charAt(i));
        }
        return same;
    }

    private static int folded(char c) {
        return c >= 'A' && c <= 'Z' ? c | 0x20 : c;
    }

    // ---- properties: names as they are

    public static Object getProperty(Object storage, String name) {
        return After.get(storage, name);
    }

    /** Returns the new value for the caller's field. */
    public static Object putProperty(Object storage, boolean shared, String name, Object value) {
        return After.put(shared ? copy(storage) : storage, name, value);
    }

    private static Object copy(Object storage) {
        if (storage instanceof Indexed indexed) {
            return indexed.copy();
        }
        return storage == null ? null : ((Object[]) storage).clone();
    }
}
