package io.mehari.brokers;

import io.mehari.scenarios.Meter;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The process of one subject. It executes the commands of {@link Speed}. */
final class SpeedSubject {
    private static @Nullable AutoCloseable running;

    private SpeedSubject() {}

    /** Argument: the name of a subject. */
    public static void main(String[] args) throws Exception {
        Copier copier = switch (args[0]) {
            case "mehari" -> new MehariCopier("Partition", "", false);
            case "mehari-async-send" -> new MehariCopier("Partition", "", true);
            case "mehari-async-consumer" -> new MehariCopier("Partition", "&asyncConsumer=true", true);
            case "mehari-by-key" -> new MehariCopier("Key", "", false);
            case "camel" -> new CamelCopier(false);
            case "camel-batching" -> new CamelCopier(true);
            case "spring" -> new SpringCopier();
            case "bare" -> new BareCopier();
            default -> throw new IllegalArgumentException(args[0]);
        };
        Meter meter = new Meter();
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        String line;
        while ((line = commands.readLine()) != null) {
            System.out.println("@ " + obey(copier, meter, line.split(" ", -1)));
        }
        System.exit(0);
    }

    @SuppressWarnings("CatchingUnchecked") // it is reported to the process that sent the command
    private static String obey(Copier copier, Meter meter, String[] command) {
        try {
            switch (command[0]) {
                case "start" -> running = copier.start(Plan.of(command));
                case "begin" -> {
                    Stopwatch.reset();
                    return cost(meter);
                }
                case "end" -> {
                    return cost(meter) + " " + Stopwatch.percentiles();
                }
                case "stop" -> {
                    AutoCloseable mine = running;
                    running = null;
                    if (mine != null) {
                        mine.close();
                    }
                }
                default -> throw new IllegalArgumentException("no command");
            }
            return "0";
        } catch (Throwable e) {
            e.printStackTrace();
            return "failed: " + String.join(" ", command) + ": " + e;
        }
    }

    /** Processor time in nanoseconds, and allocated bytes. */
    private static String cost(Meter meter) {
        Meter.Reading now = meter.read(0);
        return now.cpu() + " " + now.allocated();
    }
}
