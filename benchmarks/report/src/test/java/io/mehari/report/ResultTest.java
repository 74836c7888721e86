package io.mehari.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A result that is written to a file and read again has the same bytes. A wrong file is refused with its line. */
class ResultTest {
    @TempDir
    Path folder;

    @Test
    void whatIsReadIsWrittenWithTheSameBytes() throws IOException {
        Path copy = folder.resolve("new/copy.json");
        Result result = Samples.result();

        result.write(copy);

        assertThat(Files.readString(copy).equals(Samples.text())).isTrue();
        assertThat(Result.read(copy)).isEqualTo(result);
    }

    @Test
    void anEmptyResultIsWrittenAndRead() throws IOException {
        Path file = folder.resolve("empty.json");
        Result empty = Result.begun("nothing", "abc1234", "./bench nothing");

        empty.write(file);

        assertThat(Result.read(file)).isEqualTo(empty);
        assertThat(empty.machine().cpu()).isNotBlank();
        assertThat(empty.machine().memory()).matches("\\d+ GiB");
        assertThat(empty.machine().os()).isNotBlank();
        assertThat(empty.jdks().get(0).name())
                .isEqualTo(Integer.toString(Runtime.version().feature()));
    }

    @Test
    void aBadFileIsRefusedWithItsNameAndLine() throws IOException {
        refuses("\"value\": 7535000", "\"value\": \"many\"", "rows[0].value: Cannot");
        refuses("\"better\": \"more\"", "\"better\": \"most\"", "rows[0].better: Cannot");
        refuses("\"note\": \"\"", "\"note\": \"\", \"more\": 1", "rows[0].more: Unrecognized field");
        refuses("\"low\": 7450000, ", "", "rows[0].low: Missing creator property");
        refuses("\"format\": 2", "\"format\": 1", "line 2, format: expected format 2, found 1");
        refuses("2026-11-21T16:20:00Z", "yesterday", "line 4, date: ");
        refuses("\"low\": 7450000", "\"low\": 9910000", "rows[0]: ");
    }

    private void refuses(String right, String wrong, String message) throws IOException {
        Path file = folder.resolve("bad.json");
        assertThat(Samples.text().contains(right)).as(right).isTrue();
        Files.writeString(file, Samples.text().replace(right, wrong));
        assertThatThrownBy(() -> Result.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("bad.json, line ")
                .hasMessageContaining(message);
    }

    @Test
    void aRowOfSamplesIsTheirMedianAndRange() {
        Row row = Row.of("seda/2-3", "mehari", "25", "messages/s", Better.MORE, List.of(1.0, 2.0, 3.0));

        assertThat(row.value()).isEqualTo(2);
        assertThat(row.low()).isEqualTo(1);
        assertThat(row.high()).isEqualTo(3);
        assertThat(row.withNote("short").note()).isEqualTo("short");
    }

    @Test
    void whatIsNoFigureIsRefused() {
        assertThatThrownBy(() -> Row.of("g", "s", "25", "ns", Better.LESS, List.of(Double.NaN)))
                .hasMessageContaining("g, s, 25, ns");
        assertThatThrownBy(() -> new Percentiles("g", "s", "25", "us", List.of(new Point(0.9, 1), new Point(0.5, 2))))
                .hasMessageContaining("0.5 does not");
        assertThatThrownBy(() -> new ObjectRow("g", "s", "25", "T", -1, 0)).hasMessageContaining("no count");
    }

    @Test
    void resultsOfOneMachineAndCommitMerge() {
        Result whole = Samples.result();
        Result one = Samples.without(whole, "mehari");
        Result other = Samples.only(whole, "mehari");

        Result merged = Merge.of(List.of(other, one));

        assertThat(merged.rows()).containsExactlyInAnyOrderElementsOf(whole.rows());
        assertThat(merged.objects()).containsExactlyInAnyOrderElementsOf(whole.objects());
        assertThat(merged.jdks()).isEqualTo(whole.jdks());
        assertThat(merged.notes()).isEqualTo(whole.notes());
    }

    @Test
    void aRunThatWasDividedNamesAllOfItsCommands() throws Exception {
        List<String> files = new ArrayList<>();
        for (String scenario : List.of("a", "b", "b")) {
            Path file = folder.resolve(files.size() + ".json");
            Result.begun("Compared", "abc1234", "./bench compare --scenario " + scenario)
                    .withRows(List.of(
                            Row.of(scenario + files.size(), "mehari", "25", "ns", Better.LESS, List.of(1.0, 3.0))))
                    .write(file);
            files.add(file.toString());
        }
        Path all = folder.resolve("all.json");
        Merge.main(new String[] {files.get(0), files.get(1), files.get(2), "-o", all.toString()});
        Result merged = Result.read(all);
        assertThat(merged.command()).isEqualTo("./bench compare --scenario a && ./bench compare --scenario b");
        assertThat(merged.rows()).extracting(Row::group).containsExactly("a0", "b1", "b2");
    }

    @Test
    void whatDoesNotBelongTogetherIsNotMerged() {
        Result one = Result.begun("a", "abc1234", "./bench a");
        Result other = Result.begun("a", "def5678", "./bench a");
        Row row = Row.of("g", "mehari", "25", "ns", Better.LESS, List.of(1.0));

        assertThatThrownBy(() -> Merge.of(List.of(one, other)))
                .hasMessageContaining("the commit is abc1234 in one and def5678 in another");
        assertThatThrownBy(() -> Merge.of(List.of(
                        one, one.withJdks(List.of(new Jdk(one.jdks().get(0).name(), "other", "v", "default"))))))
                .hasMessageContaining("JDK called");
        assertThatThrownBy(() -> Merge.of(List.of(one.withRows(List.of(row)), one.withRows(List.of(row)))))
                .hasMessageContaining("twice the same row, g, mehari, 25, ns");
    }
}
