package step10;

/**
 * Properties in a storage that its owner holds in a field: null, or an array up to eight pairs, or an index over a longer
 * one. Eight pairs are 80 bytes in one object, nine are 312 in three.
 */
final class After {
    static final int FLAT_PAIRS = 8;

    private After() {}

    // region storage
    static Object get(Object storage, Object name) {
        return storage instanceof Indexed indexed ? indexed.get(name) : Flat.get((Object[]) storage, name);
    }

    /** Returns the storage to refer to from now on. */
    static Object put(Object storage, Object name, Object value) {
        if (storage instanceof Object[] pairs && isFull(pairs) && Flat.find(pairs, name) < 0) {
            storage = new Indexed(pairs);
        }
        if (storage instanceof Indexed indexed) {
            indexed.put(name, value);
            return indexed;
        }
        return Flat.put((Object[]) storage, name, value);
    }

    private static boolean isFull(Object[] pairs) {
        return pairs.length == 2 * FLAT_PAIRS && pairs[pairs.length - 2] != null;
    }
    // endregion
}
