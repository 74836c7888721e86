package course;

import java.util.ArrayList;
import java.util.List;
import org.openjdk.jol.datamodel.DataModel;
import org.openjdk.jol.datamodel.Model64;
import org.openjdk.jol.datamodel.Model64_Lilliput;
import org.openjdk.jol.info.ClassLayout;
import org.openjdk.jol.info.FieldLayout;
import org.openjdk.jol.layouters.HotSpotLayouter;
import org.openjdk.jol.layouters.Layouter;

/** How a JVM lays out an object of a class: its size, and where each field is. */
public final class Layout {

    /** JVMs whose object layout may differ from this one. JOL computes it; no such JVM is started. */
    public enum Jvm {
        /** The usual case: a heap below 32 GB, JDK 15 or later. */
        USUAL(new Model64(true, true), 17),
        /** JDK 24 and later with {@code -XX:+UseCompactObjectHeaders}. */
        COMPACT_HEADERS(new Model64_Lilliput(true, 8, false), 25),
        /** A heap of 32 GB or more: references of 8 bytes. */
        LARGE_HEAP(new Model64(false, true), 17),
        /** Before JDK 15 a subclass did not use the gaps of its superclass. */
        JDK_11(new Model64(true, true), 11);

        @SuppressWarnings("ImmutableEnumChecker") // it is never changed
        private final Layouter layouter;

        Jvm(DataModel model, int jdk) {
            layouter = new HotSpotLayouter(model, jdk);
        }
    }

    private Layout() {}

    public static long size(Class<?> type, Jvm jvm) {
        return ClassLayout.parseClass(type, jvm.layouter).instanceSize();
    }

    /** Bytes of one object, header and padding included. */
    public static long size(Class<?> type) {
        return ClassLayout.parseClass(type).instanceSize();
    }

    /** Unused bytes: gaps between fields and padding after the last field. */
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
