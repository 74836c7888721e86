package course;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** The table of a step, with the values before and after; {@code ./course} prints it and the page shows it. */
public final class Figures {
    /*
     * The page has the table after the line <!-- figures -->, and after <!-- predict --> the same table with a question
     * mark for each value that the reader predicts. So a prediction is always about a row that is printed. The table is
     * the same on every JDK that the tests run on. A value that differs between JDKs, such as a time, belongs in the
     * text, with the JDK it was measured on.
     */
    private static final String[] PARTS = {"allocated", "reachable"};

    private final String name;
    private final String part; // "", or what is appended to the names of the blocks
    private final String[] heads;
    private final List<Row> rows = new ArrayList<>();

    private Figures(String name, String part, String before, String after) {
        this.name = name;
        this.part = part;
        heads = new String[] {before, after};
    }

    /** A value is one text, or two: what is allocated, and what is reachable afterwards. */
    @SuppressWarnings("ArrayRecordComponent") // it is never compared
    private record Value(String... texts) {

        static Value of(Object value) {
            if (value instanceof Value already) {
                return already;
            }
            return value instanceof Cost cost
                    ? new Value(cost.allocated() + " B", cost.reachable() + " B (" + cost.objects() + ")")
                    : new Value(value.toString());
        }

        Value asked() {
            return new Value(Stream.of(texts)
                    .map(text -> text.isEmpty() || text.equals("-") ? text : "?")
                    .toArray(String[]::new));
        }
    }

    private record Row(String what, Value before, Value after, boolean isKnown, boolean isSecret) {

        Row asked() {
            return new Row(what, isKnown ? before : before.asked(), after.asked(), isKnown, isSecret);
        }
    }

    /** Returns an empty table for the step of this class. */
    public static Figures of(Class<?> test) {
        return new Figures(test.getPackageName(), "", "before", "after");
    }

    /** Returns an empty table for the second claim of a step, which has a prediction and a table of its own. */
    public static Figures ofSecondClaim(Class<?> test, String before, String after) {
        return new Figures(test.getPackageName(), "-2", before, after);
    }

    /** Returns an empty table that is on no page. */
    static Figures compared(String name, String left, String right) {
        return new Figures(name, "", left, right);
    }

    /** Bytes that an operation allocates, of which the table does not say what stays. */
    public static Object allocated(long bytes) {
        return new Value(bytes + " B", "");
    }

    /** The size of objects, of which the table does not say how they were made. */
    public static Object size(long bytes, long objects) {
        return new Value("", bytes + " B (" + objects + ")");
    }

    /** Adds a row. */
    public Figures row(String what, Object before, Object after) {
        rows.add(new Row(what, Value.of(before), Value.of(after), false, false));
        return this;
    }

    /** Adds a row whose first value the reader knows, from the step before or from the page. */
    public Figures known(String what, Object before, Object after) {
        rows.add(new Row(what, Value.of(before), Value.of(after), true, false));
        return this;
    }

    /** Adds a row whose name would tell the reader too much before the prediction. */
    public Figures secret(String what, Object before, Object after) {
        rows.add(new Row(what, Value.of(before), Value.of(after), false, true));
        return this;
    }

    /** Writes the table to a file that {@code ./course} prints. */
    void write() {
        Pages.write(Pages.root().resolve("target/figures/" + name + part + ".txt"), table(rows.stream()));
    }

    /** Writes the table; fails if the page of the step shows a different one. */
    public void check() {
        Path page = Pages.root().resolve(name + "/README.md");
        String table = table(rows.stream());
        if (Layout.hasCompactHeaders()) {
            checkCompact(page, table);
            return;
        }
        write();
        Pages.checkBlock(page, "figures" + part, table);
        Stream<Row> asked = rows.stream().filter(row -> !row.isSecret).map(Row::asked);
        Pages.checkBlock(page, "predict" + part, table(asked));
    }

    /** A page has a second table, after compact, if this JVM's headers give another one. */
    private void checkCompact(Path page, String table) {
        if (!Pages.block(page, "figures" + part).equals(table)) {
            Pages.addCompact(page, part, table);
            Pages.checkBlock(page, "compact" + part, table);
        } else if (Pages.block(page, "compact" + part) != null) {
            throw new AssertionError(Pages.name(page) + " has the same table twice: remove that after compact");
        }
    }

    private String table(Stream<Row> shown) {
        List<Row> all = new ArrayList<>(List.of(new Row("", new Value(heads[0]), new Value(heads[1]), false, false)));
        all.addAll(shown.toList());
        if (all.stream().anyMatch(row -> row.before.texts.length + row.after.texts.length > 2)) {
            all.add(1, new Row("", new Value(PARTS), new Value(PARTS), false, false));
        }
        List<String> before = aligned(all, Row::before);
        List<String> after = aligned(all, Row::after);
        int width = all.stream().mapToInt(row -> row.what.length()).max().orElse(0);
        StringBuilder table = new StringBuilder();
        for (int i = 0; i < all.size(); i++) {
            String what = all.get(i).what;
            String line = what + " ".repeat(width - what.length()) + "  " + before.get(i) + "  " + after.get(i);
            table.append(line.stripTrailing()).append('\n');
        }
        return table.toString();
    }

    /** The values of one side, aligned on the right: one text takes the width of both parts. */
    private static List<String> aligned(List<Row> rows, Function<Row, Value> side) {
        List<String[]> values = rows.stream().map(row -> side.apply(row).texts).toList();
        int allocated = width(values, 2, 0);
        int reachable = width(values, 2, 1);
        int both = Math.max(width(values, 1, 0), allocated + reachable + (reachable > 0 ? 2 : 0));
        return values.stream()
                .map(texts -> texts.length == 1
                        ? right(texts[0], both)
                        : right(right(texts[0], allocated) + "  " + right(texts[1], reachable), both))
                .toList();
    }

    /** The longest of these parts, in the values that have that many. */
    private static int width(List<String[]> values, int parts, int part) {
        return values.stream()
                .filter(texts -> texts.length == parts)
                .mapToInt(texts -> texts[part].length())
                .max()
                .orElse(0);
    }

    private static String right(String text, int width) {
        return " ".repeat(width - text.length()) + text;
    }
}
