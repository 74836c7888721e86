package step17;

import java.util.Arrays;

/** A message has the values only, and a reference to the shape that has their names. */
final class After {
    private static final Shape NONE = new Shape();

    // region values
    private Object[] storage; // the shape, then the values

    void put(String name, Object value) {
        Shape shape = storage == null ? NONE : (Shape) storage[0];
        int at = shape.find(name);
        if (at < 0) {
            Shape longer = shape.with(name);
            at = longer.size();
            if (storage == null) {
                storage = new Object[1 + longer.room()];
            } else if (at == storage.length) {
                storage = Arrays.copyOf(storage, 1 + Math.max(longer.room(), at));
            }
            storage[0] = longer;
        }
        storage[at] = value;
    }
    // endregion

    Object get(String name) {
        int at = storage == null ? -1 : ((Shape) storage[0]).find(name);
        return at < 0 ? null : storage[at];
    }

    Shape shape() {
        return (Shape) storage[0];
    }
}
