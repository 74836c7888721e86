package io.mehari.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.engine.Fields;
import io.mehari.engine.Gauge;
import io.mehari.lab.Finding.Shown;
import io.mehari.lab.fork.Meter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a run says of bytes and times; the rule for times has tests of its own beside the engine. */
class FindingsTest {
    private static final List<String> SIDES = List.of(Side.BEFORE, Side.AGAIN, Side.AFTER);

    private final Map<String, Map<String, List<Fields>>> measured = new LinkedHashMap<>();

    private static Fields line(double nanos, double bytes) {
        return new Fields("operation")
                .number("nanos", nanos)
                .number("bytes", bytes)
                .truth("steady", true);
    }

    private void add(String operation, String side, Fields line) {
        measured.computeIfAbsent(operation, each -> new LinkedHashMap<>())
                .computeIfAbsent(side, each -> new ArrayList<>())
                .add(line);
    }

    /** As many JVMs of each side. A time is one of these, and a little noise. */
    private FindingsTest times(
            String operation, int jvms, double before, double again, double after, double bytesAfter) {
        for (int i = 0; i < jvms; i++) {
            double noise = 1 + (i % 5 - 2) / 100.0;
            add(operation, Side.BEFORE, line(before * noise, 944));
            add(operation, Side.AGAIN, line(again * noise, 944));
            add(operation, Side.AFTER, line(after * noise, bytesAfter));
        }
        return this;
    }

    private Finding first() {
        return Findings.of(measured).all().get(0);
    }

    @Test
    void whatIsWorseIsNamedWithItsFigures() {
        times("same", 12, 100, 100, 100, 944)
                .times("worse", 12, 100, 100, 130, 952)
                .times("better", 12, 100, 100, 70, 936);
        Findings findings = Findings.of(measured);
        assertThat(findings.worse())
                .startsWith(
                        "Worse than before: worse (more bytes: 944 before, 952 after, slower: time after / before 1.3")
                .doesNotContain("better", "same");
        assertThat(findings.table())
                .containsPattern("\\| same .* not shown: within noise \\|")
                .containsPattern("\\| worse .*\\*\\*more bytes\\*\\*, \\*\\*slower\\*\\* \\|")
                .containsPattern("\\| better .* fewer bytes, faster \\|");
        assertThat(findings.claim())
                .contains(
                        "fewer in 1 (most: better, 944 to 936 B), more in 1 (most: worse, 944 to 952 B), of 3 operations")
                .contains("shorter in 1, longer in 1, not shown in 1.");
    }

    /** The row that allocates more keeps its ratio and its bytes, whatever A/A says. */
    @Test
    void aRowWhoseFrameworkDiffersFromItselfHasNoVerdictOnTimeAndIsNotBlank() {
        times("noisy", 12, 100, 150, 200, 960);
        assertThat(first().times()).isEqualTo(Shown.NOTHING);
        assertThat(Findings.of(measured).table())
                .containsPattern(
                        "\\| noisy +\\| +944 \\| +960 \\|.* 1\\.[67]\\d \\[.*\\*\\*more bytes\\*\\*, time not shown: A/A differs \\|");
    }

    @Test
    void fewJvmsShowBytesAndNoTimes() {
        times("few", 9, 100, 100, 200, 952);
        assertThat(first().bytes()).isEqualTo(Shown.MORE);
        assertThat(first().whyNoTime()).isEqualTo("fewer than 10 JVMs");
    }

    @Test
    void onlyTimesOfOneStateOfTheProcessorsAreCompared() {
        for (int i = 0; i < 24; i++) {
            for (String side : SIDES) {
                // After the change, twice as many JVMs find the processors far from each other.
                boolean far = i % 4 < (side.equals(Side.AFTER) ? 2 : 1);
                double nanos = (far ? 200 : 40) + i % 3;
                add(
                        "queue",
                        side,
                        line(nanos, 80)
                                .truth(Meter.MANY_THREADS, true)
                                .number(Meter.NANOS_IN + (far ? "far" : "near"), nanos));
            }
        }
        assertThat(first().state()).isEqualTo(Gauge.State.NEAR);
        assertThat(first().nanosAfter()).hasSize(12).allMatch(each -> each < 43);
        assertThat(first().whyNoTime()).isEqualTo("within noise");
    }
}
