package step10;

/**
 * Operations on the properties of an exchange. The exchange has one field for them: null, an array of up to eight
 * pairs, or an {@link Indexed}. Eight pairs take 80 bytes in one object, nine take 312 bytes in three.
 */
final class After {
    static final int FLAT_PAIRS = 8;

    private After() {}

    // region storage
    static Object get(Object storage, Object name) {
        return storage instanceof Indexed indexed ? indexed.get(name) : Flat.get((Object[]) storage, name);
    }

    /** Returns the new value for the caller's storage field. */
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
