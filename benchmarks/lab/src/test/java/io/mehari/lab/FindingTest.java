package io.mehari.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.lab.Finding.Verdict;
import java.util.EnumMap;
import java.util.Map;
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
        return Finding.of("operation", roles);
    }

    @Test
    void whatWasMadeWorseIsWorse() {
        Finding worse = finding(100, 130, 952, 12);
        assertThat(worse.times()).isEqualTo(Verdict.MORE);
        assertThat(worse.bytes()).isEqualTo(Verdict.MORE);
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
        assertThat(same.whyNot()).isEqualTo("within A/A");
        assertThat(same.isTimed()).isTrue();
        assertThat(same.bytes()).isEqualTo(Verdict.NOT_SHOWN);
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
        Finding mixed = Finding.of("operation", roles);
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
        return Finding.of("operation", roles);
    }
}
