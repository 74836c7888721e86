package io.mehari.brokers;

import io.mehari.report.CommandLine;
import io.mehari.report.Program;
import java.util.Locale;

/**
 * The program of {@code ./demo --scenario sales}: it kills each process in turn under load, and shows that no message
 * is lost.
 */
public final class Sales {
    private static final double FIRST_KILL = 0.2;
    private static final double SECOND_KILL = 0.5;
    private static final double THIRD_KILL = 0.8;

    private Sales() {}

    /** See {@code ./demo --help}. */
    public static void main(String[] args) throws Exception {
        Program.main("./demo --help", () -> {
            CommandLine given = CommandLine.of("", "--scenario --seconds --rate --jdk", args);
            System.exit(run(given.seconds("--seconds", 60), (double) given.count("--rate", 1_000)) ? 0 : 1);
        });
    }

    private static boolean run(double seconds, double rate) throws Exception {
        try (Stage stage = new Stage("sales", rate)) {
            Child route = stage.route("route", "&groupInstanceId=shop-1");
            route.start();
            stage.startLoad();
            stage.awaitArrivals(1);
            stage.timeline.event("the route has started");
            double begin = stage.timeline.seconds();
            sleepUntil(stage, begin + FIRST_KILL * seconds);
            stage.restart(stage.kafka);
            sleepUntil(stage, begin + SECOND_KILL * seconds);
            stage.restart(stage.artemis);
            sleepUntil(stage, begin + THIRD_KILL * seconds);
            stage.timeline.event("the route is killed, and started again");
            route.kill();
            route.start();
            sleepUntil(stage, begin + seconds);
            stage.finish();
            print(stage);
            return stage.isWhole();
        }
    }

    private static void sleepUntil(Stage stage, double second) throws InterruptedException {
        double left = second - stage.timeline.seconds();
        if (left > 0) {
            Thread.sleep((long) (left * 1_000));
        }
    }

    private static void print(Stage stage) {
        Ledger.Counts counts = stage.ledger.counts();
        System.out.println("from(\"kafka:sales\").to(\"jms:queue:logistics-processing\"), " + Stage.PARTITIONS
                + " partitions, messages of 1 kB. Killed: kill -9.\n");
        System.out.println(stage.timeline.chart());
        row("acknowledged by Kafka to the sender", counts.acknowledged());
        row("arrived at the queue", counts.arrived());
        row("lost", counts.missing());
        row("repeated", counts.repeated());
        row("in another order than in their partition", counts.outOfOrder());
        System.out.printf(
                Locale.ROOT, "%-45s%12.1f s%n", "longest time without an arrival", stage.timeline.longestPause());
    }

    private static void row(String what, long count) {
        System.out.printf(Locale.ROOT, "%-45s%,12d%n", what, count);
    }
}
