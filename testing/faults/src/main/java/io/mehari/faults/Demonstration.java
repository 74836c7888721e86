package io.mehari.faults;

import io.mehari.proofs.Program;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What both demonstrations share: the options that {@code ./demo} passes, and the lines of their results. */
abstract class Demonstration extends Program {
    @Option(names = "--seconds", paramLabel = "N", description = "how long it runs")
    private @Nullable Double seconds;

    @Option(names = "--rate", paramLabel = "N", description = "messages a second")
    private @Nullable Double rate;

    @Option(
            names = {"--scenario", "--jdk"},
            hidden = true)
    @SuppressWarnings("UnusedVariable") // picocli accepts it
    private @Nullable String ofTheScript;

    final double seconds(double usual) {
        return seconds == null ? usual : seconds;
    }

    final double rate(double usual) {
        return rate == null ? usual : rate;
    }

    static void row(String what, long count) {
        System.out.printf(Locale.ROOT, "%-55s%,14d%n", what, count);
    }

    static void pause(String what, Timeline timeline) {
        System.out.printf(Locale.ROOT, "%-55s%14.1f s%n", what, timeline.longestPause());
    }
}
