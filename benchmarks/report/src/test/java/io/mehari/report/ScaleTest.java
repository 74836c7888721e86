package io.mehari.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** For any figures, an axis keeps their order, places each tick at its value, and has all figures between its ends. */
class ScaleTest {
    /** The minimum distance of two labels, as a part of the axis: 14 of 200 pixels. */
    private static final double LEAST_DISTANCE = 14.0 / 200;

    /** An axis of some kind, and the smallest and the largest figure that it was made for. */
    record Made(String name, Scale axis, double least, double most) {
        @Override
        public String toString() {
            return name + " " + least + " to " + most;
        }
    }

    static Stream<Made> axes() {
        SplittableRandom random = new SplittableRandom(5);
        Stream<Made> chosen = Stream.of(
                logarithmic(0.99, 8196),
                logarithmic(1, 1),
                logarithmic(0.1, 0.1),
                logarithmic(1e-9, 1e15),
                logarithmic(999.9, 1000.1),
                linear(1),
                linear(0.3),
                linear(99.9),
                nines(0),
                nines(0.5),
                nines(0.999),
                nines(0.9999995));
        Stream<Made> drawn = Stream.generate(() -> {
                    double least = StrictMath.pow(10, random.nextDouble(-6, 9));
                    double most = least * StrictMath.pow(10, random.nextDouble(0, 1) * random.nextDouble(0, 12));
                    return Stream.of(
                            logarithmic(least, most),
                            linear(most),
                            nines(1 - StrictMath.pow(10, -random.nextDouble(0, 7))));
                })
                .limit(100)
                .flatMap(made -> made);
        return Stream.concat(chosen, drawn);
    }

    private static Made logarithmic(double least, double most) {
        return new Made("logarithmic", Scale.logarithmic(least, most), least, most);
    }

    private static Made linear(double most) {
        return new Made("linear", Scale.linear(most), 0, most);
    }

    private static Made nines(double greatest) {
        return new Made("nines", Scale.nines(greatest), 0, greatest);
    }

    @Test
    void everyAxisIsOneAndTheSameFunctionForFiguresAndTicks() {
        axes().forEach(made -> {
            try {
                figuresAreInOrder(made);
                ticksAreTrue(made.axis());
            } catch (AssertionError wrong) {
                throw new AssertionError(made + ": " + wrong.getMessage(), wrong);
            }
        });
    }

    private static void figuresAreInOrder(Made made) {
        Scale axis = made.axis();
        assertThat(axis.at(made.least())).isBetween(-1e-9, 1 + 1e-9);
        assertThat(axis.at(made.most())).isBetween(-1e-9, 1 + 1e-9);
        double before = Double.NEGATIVE_INFINITY;
        for (int i = 0; i <= 20; i++) {
            double value = made.least() + (made.most() - made.least()) * i / 20;
            double at = axis.at(value);
            assertThat(at).isGreaterThanOrEqualTo(before);
            assertThat(value == made.least() || made.least() == made.most() || at > before)
                    .isTrue();
            before = at;
        }
    }

    private static void ticksAreTrue(Scale axis) {
        List<Scale.Tick> ticks = axis.ticks();
        assertThat(ticks).hasSizeBetween(2, 12);
        double before = Double.NEGATIVE_INFINITY;
        for (Scale.Tick tick : ticks) {
            double at = axis.at(tick.value());
            assertThat(at).isBetween(-1e-9, 1 + 1e-9);
            assertThat(at - before).isGreaterThanOrEqualTo(LEAST_DISTANCE);
            before = at;
        }
        assertThat(ticks.stream().map(Scale.Tick::label)).doesNotHaveDuplicates();
    }

    @Test
    void aLabelIsItsValue() {
        axes().forEach(made -> made.axis().ticks().forEach(tick -> {
            double said = made.name().equals("nines") ? Double.parseDouble(tick.label()) / 100 : parsed(tick.label());
            assertThat(said).as("%s: %s", made, tick).isCloseTo(tick.value(), within(1e-9 * tick.value()));
        }));
    }

    /** Parses a number as {@link io.mehari.engine.Numbers#shown} formats it. */
    private static double parsed(String label) {
        int unit = " kMGTP".indexOf(label.charAt(label.length() - 1));
        return unit < 1
                ? Double.parseDouble(label)
                : Double.parseDouble(label.substring(0, label.length() - 2)) * StrictMath.pow(1000, unit);
    }
}
