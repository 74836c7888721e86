package io.mehari.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Order, progress, options and tables. */
class TurnsTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);

    @Command(name = "./bench example", description = "An example.")
    private static final class Example implements Callable<Integer> {
        @Mixin
        final CommonOptions options = new CommonOptions();

        List<String> subjects = List.of();

        @Override
        public Integer call() {
            subjects = options.subjects(List.of("mehari", "camel-4.22.0", "floor"));
            options.rounds(10);
            options.jdks();
            return 0;
        }
    }

    private String text() {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void theyGoThereAndBack() {
        assertThat(Turns.of(List.of("A", "B", "C"), 3)).containsExactly("A", "B", "C", "C", "B", "A", "A", "B", "C");
    }

    @Test
    void theProgressHasTheNumberOfTheRun() {
        Progress progress = new Progress(out, 12, 0);
        progress.begin("mehari");
        progress.begin("camel");
        progress.end();
        assertThat(text().lines()).containsExactly("run 1 of 12: mehari", "run 2 of 12, 0 s left: camel");
        assertThat(Progress.time(245)).isEqualTo("4 min 5 s");
    }

    @Test
    void onATerminalItIsOneLineThatIsEmptyAtTheEnd() {
        Progress progress = new Progress(out, 1, 20);
        progress.begin("a subject with a long name");
        progress.show("1,000 messages/s");
        progress.end();
        assertThat(text()).doesNotContain("\n").endsWith("\r" + " ".repeat(19) + "\r");
        assertThat(text().split("\r", -1)).allMatch(each -> each.isEmpty() || each.length() == 19);
    }

    @Test
    void aMistakeIsASentence() throws Exception {
        assertThat(CommonOptions.run(new Example(), out, "--subjects", "mehary"))
                .isEqualTo(2);
        assertThat(CommonOptions.run(new Example(), out, "--round=3")).isEqualTo(2);
        assertThat(CommonOptions.run(new Example(), out, "--rounds", "0")).isEqualTo(2);
        assertThat(CommonOptions.run(new Example(), out, "--jdk", "/nowhere")).isEqualTo(2);
        assertThat(text().lines().filter(each -> !each.endsWith(" --help lists the options.")))
                .containsExactly(
                        "There is no subject mehary: did you mean mehari? There are mehari, camel-4.22.0, floor",
                        "Unknown option: '--round=3'",
                        "Possible solutions: --rounds",
                        "--rounds 0: write a whole number above 0",
                        "--jdk /nowhere: there is no /nowhere/bin/java; give the folder of a JDK, version 17 or later");
    }

    @Test
    void theSubjectsThatAreNamedAreMeasured() throws Exception {
        Example example = new Example();
        assertThat(CommonOptions.run(example, out, "--subjects=floor,mehari", "--quick"))
                .isZero();
        assertThat(example.subjects).containsExactly("floor", "mehari");
        assertThat(example.options.rounds(10)).isEqualTo(1);
        assertThat(example.options.seconds(5, 0.5)).isEqualTo(0.5);
    }

    @Test
    void aTableIsAlignedAndIsMarkdown() {
        Table table = Table.of("subject", "JDK").numbers("messages/s");
        table.add("mehari", "25", "1,234,567").add("a|b", "did not start: a long reason");
        assertThat(table).hasToString("""
                        | subject | JDK | messages/s |
                        |---------|-----|-----------:|
                        | mehari  | 25  |  1,234,567 |
                        | a\\|b    | did not start: a long reason |            |
                        """);
    }

    @Test
    void aFieldThatIsNotThereIsNamed() {
        Fields fields = new Fields("total").truth("complete", true);
        assertThat(Fields.of(fields.toString())).hasToString(fields.toString());
        assertThat(Fields.of("WARNING: a line of the JVM")).isNull();
        assertThatThrownBy(() -> fields.number("nanos")).hasMessageContainingAll("nanos", "complete=true");
    }
}
