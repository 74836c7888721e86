package course;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The measured cost of a message after each step: one row for each step. */
final class Ladder {

    /** The messages of {@link Message}, in the same order. */
    static final List<String> MESSAGES =
            List.of("new, with a body", "with 5 headers, 2 properties", "a copy of that, only read");

    private static final int COLUMN = 28; // the longest of them

    /** {@code changed}: true if this step changed the message; if false, the costs are those of the previous step. */
    record Row(String title, List<Cost> costs, boolean changed) {}

    private Ladder() {}

    static List<Row> measured() {
        List<Row> rows = new ArrayList<>();
        List<Cost> last = List.of();
        for (Path step : Pages.steps()) {
            Stage<?> rung = rung(step.getFileName().toString());
            List<Cost> costs = rung == null ? last : costs(rung);
            rows.add(new Row(title(step), costs, !costs.equals(last)));
            last = costs;
        }
        return rows;
    }

    /** The exchange of this step, or null if the step leaves it as it was. */
    static Stage<?> rung(String step) {
        try {
            Class<?> rung = Class.forName(step + ".Rung");
            return rung.asSubclass(Stage.class).getConstructor().newInstance();
        } catch (ClassNotFoundException none) {
            return null;
        } catch (ReflectiveOperationException failed) {
            throw new LinkageError(
                    step + ".Rung cannot be made: it needs a public constructor without arguments", failed);
        }
    }

    /** The exchange after this step. */
    static Stage<?> after(int step) {
        for (int i = step; i > 0; i--) {
            Stage<?> rung = rung("step%02d".formatted(i));
            if (rung != null) {
                return rung;
            }
        }
        throw new IllegalArgumentException("Step " + step + " is before the first one.");
    }

    static List<Cost> costs(Stage<?> stage) {
        return IntStream.range(0, MESSAGES.size())
                .mapToObj(message -> cost(stage, message))
                .toList();
    }

    /** The cost of one of the messages, by its number. */
    static Cost cost(Stage<?> stage, int message) {
        return switch (message) {
            case 0 -> Cost.of(() -> Message.plain(stage));
            case 1 -> Cost.of(() -> Message.filled(stage));
            default -> Cost.of(Message.copies(stage));
        };
    }

    private static String title(Path step) {
        String firstLine =
                Pages.read(step.resolve("README.md")).lines().findFirst().orElse("");
        return firstLine.replaceFirst("^# ", "");
    }

    static String table(List<Row> rows) {
        int width = rows.stream().mapToInt(row -> row.title.length()).max().orElse(0);
        StringBuilder table = new StringBuilder(" ".repeat(width));
        MESSAGES.forEach(message -> table.append("  ").append(right(message)));
        table.append('\n').append(" ".repeat(width));
        MESSAGES.forEach(message -> table.append("  ").append(right("allocated, reachable")));
        table.append('\n');
        for (Row row : rows) {
            table.append(row.title).append(" ".repeat(width - row.title.length()));
            for (int i = 0; i < MESSAGES.size(); i++) {
                String cost = row.changed ? row.costs.get(i).toString() : "=";
                table.append("  ").append(right(cost));
            }
            table.append('\n');
        }
        return table.toString();
    }

    private static String right(String text) {
        return " ".repeat(COLUMN - text.length()) + text;
    }
}
