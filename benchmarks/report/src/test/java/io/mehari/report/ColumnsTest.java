package io.mehari.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables have columns for the floor and the warm-up only if these were measured. */
class ColumnsTest {
    @TempDir
    Path folder;

    private final List<Row> rows = new ArrayList<>();

    @BeforeEach
    void measured() {
        add("cbr/mixed", "mehari", "messages/s", 20, 22, 24);
        add("cbr/mixed", "camel-4.22.0", "messages/s", 2, 2, 2);
    }

    private void add(String group, String subject, String metric, double... samples) {
        Better better = metric.endsWith("/s") ? Better.MORE : Better.LESS;
        List<Double> all = java.util.Arrays.stream(samples).boxed().toList();
        rows.add(Row.of(group, subject, "25", metric, better, all));
    }

    private List<String> table(String name) throws IOException {
        Result.begun("Compared", "abc1234", "./bench compare").withRows(rows).write(folder.resolve("compare.json"));
        return new MeasuredTables(new PublishedFigures(folder)).table(name);
    }

    @Test
    void withoutAFloorAndWarmUpsTheseColumnsAreOmitted() throws IOException {
        assertThat(table("compared compare 25"))
                .contains("| cbr/mixed | camel-4.22.0 | 2 | - |  |  | 11.0x ahead |")
                .noneMatch(line -> line.contains("floor") || line.contains("warm-up"));
    }

    @Test
    void theFloorIsAColumnAndNoPeer() throws IOException {
        add("cbr/mixed", "floor", "messages/s", 110, 110, 110);
        assertThat(table("compared compare 25"))
                .contains("| cbr/mixed | mehari | 22 | -9.1..+9.1 % |  |  | 5.00x |  |")
                .contains("| cbr/mixed | camel-4.22.0 | 2 | - |  |  | 55.0x | 11.0x ahead |")
                .contains("| cbr/mixed | floor | 110 | - |  |  |  |  |");
    }

    @Test
    void aWarmUpSaysHowLongItTookAndWhetherItWasEnough() throws IOException {
        add("cbr/mixed", "mehari", "warm-up s", 3, 3.5, 4);
        Row slow = Row.of("cbr/mixed", "camel-4.22.0", "25", "warm-up s", Better.LESS, List.of(8.0, 30.0, 9.0));
        rows.add(slow.withNote("not steady in 1 of 3"));
        assertThat(table("compared compare 25"))
                .contains("| cbr/mixed | mehari | 22 | -9.1..+9.1 % |  |  | 3.0-4.0 |  |")
                .contains("| cbr/mixed | camel-4.22.0 | 2 | - |  |  | 8.0-30.0, **not steady in 1 of 3**"
                        + " | 11.0x ahead |");
    }

    @Test
    void aFileOfOneJdkIsTakenBeforeOneOfSeveral() throws IOException {
        table("compared compare 25");
        rows.clear();
        add("fan-out", "mehari", "messages/s", 7, 7, 7);
        Result.begun("Compared", "def5678", "./bench compare").withRows(rows).write(folder.resolve("compare-25.json"));
        assertThat(new MeasuredTables(new PublishedFigures(folder)).table("compared compare 25"))
                .hasSize(3)
                .last()
                .asString()
                .startsWith("| fan-out | mehari | 7 |");
    }

    @Test
    void theFloorOfAQueueIsTheBareOne() throws IOException {
        add("seda/1-1", "mehari", "messages/s", 15);
        add("seda/1-1", "raw-jctools", "messages/s", 30);
        add("disruptor/1-1", "mehari", "messages/s", 15);
        add("disruptor/1-1", "raw-disruptor", "messages/s", 45);
        add("disruptor/2-3", "mehari", "messages/s", 15);
        add("disruptor/2-3", "raw-disruptor", "messages/s", 45);
        assertThat(table("compared compare 25"))
                .anyMatch(line -> line.startsWith("| seda/1-1 | mehari |") && line.contains("| 2.00x |"))
                .anyMatch(line -> line.startsWith("| disruptor/1-1 | mehari |") && line.contains("| 3.00x |"))
                .noneMatch(line -> line.startsWith("| disruptor/2-3 | mehari |") && line.contains("x |"));
    }

    /** Rows are counts, columns are curves. The last row shows how fast each curve grows. */
    @Test
    void growthIsATableOfCounts() throws IOException {
        for (int count : new int[] {1, 10, 1000}) {
            add("steps/" + count, "mehari", "ns/step", count == 10 ? 2 : 3);
            add("steps/" + count, "mehari", "B/step", 80);
            add("steps/" + count, "mehari", "B kept by each", 90);
        }
        add("routes/10", "mehari", "ns/message", 20, 22, 24);
        Result.begun("Growth", "abc1234", "./bench growth").withRows(rows).write(folder.resolve("growth.json"));
        MeasuredTables tables = new MeasuredTables(new PublishedFigures(folder));
        assertThat(tables.table("growth 25 ns steps routes"))
                .containsExactly(
                        "| JDK 25, n | steps | routes |",
                        "|---:|---:|---:|",
                        "| 1 | 3.00 |  |",
                        "| 10 | 2.00 | 22.0 (20.0-24.0) |",
                        "| 1,000 | 3.00 |  |",
                        "| largest / smallest | 1.50x | 1.00x |");
        assertThat(tables.table("growth 25 kept steps"))
                .contains("| 1,000 | 90 |")
                .hasSize(5);
        assertThat(tables.table("growth 25 kept-in-all steps")).contains("| 1,000 | 90,000 |");
        assertThat(tables.table("growth 25 B/ steps"))
                .contains("| 1,000 | 80 |")
                .hasSize(5);
    }
}
