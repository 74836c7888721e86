package step20;

/** Exercise: calculate what JOL calculates, for one class whose superclass is Object. */
public class Exercise {

    public Exercise() {}

    /** The bytes of an object with fields of these types: a type of Java, or any other name for a reference. */
    public int size(String... types) {
        int size = 12;
        for (String type : types) {
            size += bytes(type);
        }
        return size;
    }

    protected static int bytes(String type) {
        return switch (type) {
            case "boolean", "byte" -> 1;
            case "short", "char" -> 2;
            case "long", "double" -> 8;
            default -> 4;
        };
    }
}
