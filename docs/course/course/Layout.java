package course;

import java.util.ArrayList;
import java.util.List;
import org.openjdk.jol.info.ClassLayout;
import org.openjdk.jol.info.FieldLayout;

/** How the JVM lays out an object of a class: its size, and where each field is. */
public final class Layout {

    private Layout() {}

    /** Bytes of one object, header and padding included. */
    public static long size(Class<?> type) {
        return ClassLayout.parseClass(type).instanceSize();
    }

    /** Bytes that hold nothing: between fields and behind the last. */
    public static long padding(Class<?> type) {
        ClassLayout layout = ClassLayout.parseClass(type);
        return layout.getLossesTotal();
    }

    /** The fields in their order in memory, each as {@code offset name}. */
    public static List<String> fields(Class<?> type) {
        List<String> fields = new ArrayList<>();
        for (FieldLayout field : ClassLayout.parseClass(type).fields()) {
            fields.add(field.offset() + " " + field.name());
        }
        return fields;
    }
}
