package step17;

import java.util.Arrays;

/** The names of messages, in their order; all messages with these names share one. */
final class Shape {
    // region shape
    private final String[] names;
    private final Shape first; // the shape of the first of these names
    private volatile Shape[] longer = {}; // this one and one name more; grows under the lock of this object
    private int most; // a hint for a new array: the most names of a message that begins as this one does

    Shape() {
        names = new String[0];
        first = this;
    }

    private Shape(Shape shorter, String name) {
        names = Arrays.copyOf(shorter.names, shorter.names.length + 1);
        names[shorter.names.length] = name;
        first = shorter.names.length == 0 ? this : shorter.first;
        first.most = Math.max(first.most, names.length);
    }

    /** The position of the value in a message, or -1. */
    int find(String name) {
        for (int i = 0; i < names.length; i++) {
            if (names[i].equals(name)) {
                return i + 1;
            }
        }
        return -1;
    }

    /** The shape with this name in addition. */
    Shape with(String name) {
        Shape found = known(name);
        return found == null ? added(name) : found;
    }
    // endregion

    private Shape known(String name) {
        for (Shape each : longer) {
            if (each.names[names.length].equals(name)) {
                return each;
            }
        }
        return null;
    }

    private synchronized Shape added(String name) {
        Shape found = known(name); // another thread may have been here first
        if (found == null) {
            found = new Shape(this, name);
            Shape[] more = Arrays.copyOf(longer, longer.length + 1);
            more[longer.length] = found;
            longer = more;
        }
        return found;
    }

    int size() {
        return names.length;
    }

    int room() {
        return Math.max(first.most, names.length);
    }
}
