package io.mehari.subjects.run;

import io.mehari.engine.CommonOptions;
import io.mehari.engine.Gauge;
import io.mehari.engine.Interrupt;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows the round trip of a cache line between two threads, ten times a second. */
@Command(
        name = "./bench gauge",
        description =
                "Round trip of a cache line between two threads: minimum, median and maximum of each second, in ns.")
public final class RoundTrips implements Callable<Integer> {
    @Mixin
    private final CommonOptions options = new CommonOptions();

    /** See {@code ./bench gauge --help}. */
    public static void main(String[] args) throws Exception {
        CommonOptions.main(new RoundTrips(), args);
    }

    @Override
    public Integer call() throws InterruptedException {
        for (int second = 1; second <= options.seconds(30, 3) && !Interrupt.happened(); second++) {
            double[] times = new double[10];
            for (int i = 0; i < times.length; i++) {
                TimeUnit.MILLISECONDS.sleep(95);
                times[i] = Gauge.measured();
            }
            Arrays.sort(times);
            double median = times[times.length / 2];
            System.out.printf(
                    Locale.ROOT,
                    "%4d s  %6.0f %6.0f %6.0f  %s%n",
                    second,
                    times[0],
                    median,
                    times[times.length - 1],
                    Gauge.state(List.of(median)));
        }
        return 0;
    }
}
