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
import org.openjdk.jol.vm.VM;

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

    /** Whether this JVM was started with {@code -XX:+UseCompactObjectHeaders}. */
    public static boolean hasCompactHeaders() {
        return size(Object.class) == 8;
    }

    /** Bytes before the first element of an array: 16 with the usual headers, 12 with compact ones. */
    static int arrayHeader() {
        return VM.current().arrayHeaderSize();
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

    /** The header, the fields and the gaps of a class in their order in memory. */
    static List<Drawing.Cell> cells(Class<?> type) {
        ClassLayout layout = ClassLayout.parseClass(type, Jvm.USUAL.layouter);
        List<Drawing.Cell> cells = new ArrayList<>();
        cells.add(new Drawing.Cell("header", layout.headerSize(), "head"));
        long end = layout.headerSize();
        for (FieldLayout field : layout.fields()) {
            if (field.offset() > end) {
                cells.add(new Drawing.Cell("", (int) (field.offset() - end), "gap"));
            }
            boolean isNumber = List.of("byte", "short", "char", "int", "long", "float", "double", "boolean")
                    .contains(field.typeClass());
            cells.add(new Drawing.Cell(field.name(), (int) field.size(), isNumber ? "num" : "ref"));
            end = field.offset() + field.size();
        }
        if (layout.instanceSize() > end) {
            cells.add(new Drawing.Cell("", (int) (layout.instanceSize() - end), "gap"));
        }
        return cells;
    }
}
