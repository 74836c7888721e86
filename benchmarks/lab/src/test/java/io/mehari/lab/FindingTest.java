package io.mehari.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.lab.Finding.Verdict;
import io.mehari.lab.fork.Meter;
import io.mehari.report.Gauge;
import io.mehari.scenarios.Fields;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FindingTest {
    private static final double[] NOISE = {1, 1.02, 0.98, 1.01, 0.99, 1.03, 0.97, 1.015, 0.985, 1.005, 0.995, 1.025};

    private static Samples.Operation operation(double nanos, double bytes, int forks, int shift) {
        Samples.Operation operation = new Samples.Operation();
        for (int i = 0; i < forks; i++) {
            operation.nanos.add(nanos * NOISE[(i + shift) % NOISE.length]);
            operation.bytes.add(bytes);
        }
        return operation;
    }

    private static Finding finding(double again, double after, double bytesAfter, int forks) {
        Map<Role, Samples.Operation> roles = new EnumMap<>(Role.class);
        roles.put(Role.BEFORE, operation(100, 944, forks, 0));
        roles.put(Role.AGAIN, operation(again, 944, forks, 3));
        roles.put(Role.AFTER, operation(after, bytesAfter, forks, 5));
        return Finding.of("operation", roles, 12);
    }

    @Test
    void whatWasMadeWorseIsWorse() {
        Finding worse = finding(100, 130, 952, 12);
        assertThat(worse.times()).isEqualTo(Verdict.MORE);
        assertThat(worse.bytes()).isEqualTo(Verdict.MORE);
    }

    @Test
    void whatIsWorseIsNamedWithItsFigures() {
        assertThat(Claim.worse(List.of(finding(100, 100, 944, 12), finding(100, 130, 952, 12))))
                .startsWith("Worse than before: operation (more bytes: 944 before, 952 after, ")
                .contains("slower: time after / before 1.3")
                .endsWith("]).");
        assertThat(Claim.worse(List.of(finding(100, 70, 936, 12)))).isEmpty();
    }

    @Test
    void whatIsBetterIsBetter() {
        Finding better = finding(100, 70, 936, 12);
        assertThat(better.times()).isEqualTo(Verdict.LESS);
        assertThat(better.bytes()).isEqualTo(Verdict.LESS);
    }

    @Test
    void whatIsTheSameIsNotShown() {
        Finding same = finding(100, 100, 944, 12);
        assertThat(same.times()).isEqualTo(Verdict.NOT_SHOWN);
        assertThat(same.whyNot()).isEqualTo("within noise");
        assertThat(same.isTimed()).isTrue();
        assertThat(same.bytes()).isEqualTo(Verdict.NOT_SHOWN);
    }

    @Test
    void aSmallDifferenceThatIsExcludedIsTheSame() {
        assertThat(finding(100, 100, 944, 12).isSame()).isTrue();
        assertThat(finding(100, 100, 952, 12).isSame()).isFalse();
        assertThat(finding(100, 100, 944, 9).isSame()).isFalse();
    }

    @Test
    void fromTheSmallestDifferenceOnARunShowsIt() {
        double smallest = finding(100, 100, 944, 12).time().smallestShown();
        assertThat(smallest).isBetween(0.01, 0.05);
        assertThat(finding(100, 100 * (1 + 1.5 * smallest), 944, 12).times()).isEqualTo(Verdict.MORE);
        assertThat(finding(100, 100 / (1 + 1.5 * smallest), 944, 12).times()).isEqualTo(Verdict.LESS);
        assertThat(finding(100, 100 * (1 + 0.5 * smallest), 944, 12).times()).isEqualTo(Verdict.NOT_SHOWN);
    }

    /** Each JVM is a little faster or slower than the next; in every fourth, the compiler has made slower code. */
    @Test
    void twentyRunsWithoutAChangeShowNothingInNineteen() {
        Random random = new Random(3);
        int shown = 0;
        for (int run = 0; run < 20; run++) {
            Samples samples = new Samples();
            for (int fork = 0; fork < Finding.LEAST_FORKS; fork++) {
                for (Role role : Role.values()) {
                    samples.add(role, rows(random));
                }
            }
            if (samples.findings().stream().anyMatch(each -> each.times() != Verdict.NOT_SHOWN)) {
                shown++;
            }
        }
        assertThat(shown).isLessThanOrEqualTo(1);
    }

    private static List<Fields> rows(Random random) {
        List<Fields> rows = new ArrayList<>();
        for (int i = 0; i < 14; i++) {
            double luck = random.nextInt(4) == 0 ? 1.3 : 1;
            rows.add(line("row " + i, 20 * luck * Math.exp(0.03 * random.nextGaussian())));
        }
        return rows;
    }

    private static Fields line(String name, double nanos) {
        return new Fields("operation")
                .number("nanos", nanos)
                .number("bytes", 80)
                .truth("steady", true)
                .text("name", name);
    }

    @Test
    void onlyTimesOfOneStateOfTheProcessorsAreCompared() {
        Samples samples = new Samples();
        for (int fork = 0; fork < 24; fork++) {
            for (Role role : Role.values()) {
                // After the change, twice as many JVMs find the processors far from each other.
                boolean far = fork % 4 < (role == Role.AFTER ? 2 : 1);
                double nanos = (far ? 200 : 40) * NOISE[fork % NOISE.length];
                samples.add(
                        role,
                        List.of(line("queue", nanos)
                                .truth(Meter.MANY_THREADS, true)
                                .number(Meter.NANOS_IN + (far ? "far" : "near"), nanos)));
            }
        }
        Finding finding = samples.findings().get(0);
        assertThat(finding.state()).isEqualTo(Gauge.State.NEAR);
        assertThat(finding.forks()).isEqualTo(12);
        assertThat(finding.nanosAfter()).isBetween(39.0, 41.0);
        assertThat(finding.times()).isEqualTo(Verdict.NOT_SHOWN);
        assertThat(finding.whyNot()).isEqualTo("within noise");
    }

    @Test
    void timesWithoutACommonStateAreNotCompared() {
        Samples samples = new Samples();
        for (int fork = 0; fork < 12; fork++) {
            for (Role role : Role.values()) {
                samples.add(
                        role,
                        List.of(line("queue", role == Role.AFTER ? 200 : 40)
                                .truth(Meter.MANY_THREADS, true)
                                .number(Meter.NANOS_IN + (role == Role.AFTER ? "far" : "near"), 1)));
            }
        }
        assertThat(samples.findings().get(0).whyNot()).isEqualTo("no state of the processors in common");
    }

    @Test
    void nothingIsShownWhereTheFrameworkDiffersFromItself() {
        Finding noisy = finding(120, 60, 944, 12);
        assertThat(noisy.times()).isEqualTo(Verdict.NOT_SHOWN);
        assertThat(noisy.whyNot()).isEqualTo("A/A differs");
        assertThat(noisy.isTimed()).isFalse();
    }

    @Test
    void timesOfFewForksAreNotShown() {
        Finding few = finding(100, 10, 472, 9);
        assertThat(few.times()).isEqualTo(Verdict.NOT_SHOWN);
        assertThat(few.whyNot()).isEqualTo("9 forks");
        assertThat(few.isTimed()).isFalse();
        assertThat(few.bytes()).isEqualTo(Verdict.LESS);
    }

    @Test
    void bytesThatDifferFromForkToForkDifferBetweenTheSidesOnlyIfNoneIsShared() {
        Map<Role, Samples.Operation> roles = new EnumMap<>(Role.class);
        for (Role each : Role.values()) {
            roles.put(each, operation(100, each == Role.AFTER ? 900 : 944, 12, 0));
        }
        roles.get(Role.AFTER).bytes.set(3, 944.2);
        Finding mixed = Finding.of("operation", roles, 12);
        assertThat(mixed.bytes()).isEqualTo(Verdict.NOT_SHOWN);
        assertThat(Finding.shown(mixed.bytesAfter())).isEqualTo("900 (900 to 944)");
        assertThat(Finding.shown(mixed.bytesBefore())).isEqualTo("944");
    }

    @Test
    void aFewForksThatDoNotAgreeDifferOnlyIfTheGapIsWiderThanEachSide() {
        assertThat(unsteady(2, 1915).bytes()).isEqualTo(Verdict.NOT_SHOWN);
        assertThat(unsteady(2, 1850).bytes()).isEqualTo(Verdict.LESS);
        assertThat(unsteady(12, 1915).bytes()).isEqualTo(Verdict.LESS);
    }

    /** Before, forks allocate 1950 or 1970 bytes. After, they also allocate one of two numbers that differ by 20. */
    private static Finding unsteady(int forks, double after) {
        Map<Role, Samples.Operation> roles = new EnumMap<>(Role.class);
        for (Role each : Role.values()) {
            double least = each == Role.AFTER ? after : 1950;
            Samples.Operation operation = operation(100, least, forks, 0);
            operation.bytes.set(1, least + 20);
            roles.put(each, operation);
        }
        return Finding.of("operation", roles, 12);
    }
}
