package io.mehari.woven;

/**
 * A place in the woven classes.
 *
 * @param where class, method and line
 */
record Place(int number, Kind kind, String where) {

    enum Kind {
        /** An object or array is made. */
        ALLOCATION,
        /** A method of Mehari begins. */
        ENTRY,
        /** A method of others is called: it may need memory and room on the stack. */
        CALL,
        /** A method of others is called that needs no memory. */
        CALL_WITHOUT_MEMORY;

        boolean needsMemory() {
            return this == ALLOCATION || this == CALL;
        }
    }

    @Override
    public String toString() {
        return kind + " " + where;
    }
}
