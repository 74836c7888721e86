package step15;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import course.Figures;
import course.Layout;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The cost of a view depends on the compiler, on its flags, and on the rest of the program. */
class StepTest {

    /** The bytes per call of each variant, in a new JVM with these flags. */
    private static Map<String, Integer> bytes(String... flags) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                System.getProperty("java.home") + File.separator + "bin" + File.separator + "java", "-Xbatch", "-cp"));
        command.add(System.getProperty("java.class.path"));
        command.addAll(List.of(flags));
        if (Layout.hasCompactHeaders()) {
            command.add("-XX:+UseCompactObjectHeaders");
        }
        command.add(Child.class.getName());
        Process child = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(child.waitFor()).as(said).isZero();
        Map<String, Integer> bytes = new TreeMap<>();
        for (String line : said.lines().toList()) {
            bytes.put(line.substring(0, line.indexOf('=')), Integer.valueOf(line.substring(line.indexOf('=') + 1)));
        }
        return bytes;
    }

    @Test
    void figures() throws Exception {
        Map<String, Integer> usual = bytes();
        Map<String, Integer> without = bytes("-XX:-DoEscapeAnalysis");
        Map<String, Integer> quick = bytes("-XX:TieredStopAtLevel=1");
        Figures figures = Figures.of(StepTest.class);
        row(figures, "one kind of processor", usual, "one");
        row(figures, "three kinds", usual, "three");
        row(figures, "one kind again, in the same JVM", usual, "one again");
        row(figures, "one kind, -XX:-DoEscapeAnalysis", without, "one");
        row(figures, "one kind, -XX:TieredStopAtLevel=1", quick, "one");
        figures.check();
        int view = Layout.hasCompactHeaders() ? 16 : 24;
        assertThat(usual).containsEntry("kept", view).containsEntry("sometimes", view);
    }

    private static void row(Figures figures, String what, Map<String, Integer> bytes, String way) {
        figures.row(what, bytes.get(way) + " B", bytes.get("after " + way) + " B");
    }

    @Test
    void twoAllocationSitesForOneVariableDefeatJdk17() throws Exception {
        int jdk = Runtime.version().feature();
        assumeThat(jdk).as("skipped: only known for JDK 17 and 25").isIn(17, 25);
        assertThat(bytes()).containsEntry("merged", jdk == 17 ? 24 : 0);
    }

    @Test
    void reduceAllocationMergesHelpsJdk25() throws Exception {
        assumeThat(Runtime.version().feature())
                .as("skipped: JDK 17 has no such flag")
                .isGreaterThanOrEqualTo(25);
        assertThat(bytes("-XX:+UnlockDiagnosticVMOptions", "-XX:-ReduceAllocationMerges"))
                .containsEntry("merged", 24);
    }
}
