package io.mehari.faults;

import io.mehari.proofs.Program;
import picocli.CommandLine.Command;

/**
 * The program of {@code ./demo --scenario sales}: it kills each process in turn under load, and shows that no message
 * is lost.
 */
@Command(name = "./demo --scenario sales")
public final class Sales extends Demonstration {
    private static final double FIRST_KILL = 0.2;
    private static final double SECOND_KILL = 0.5;
    private static final double THIRD_KILL = 0.8;

    private Sales() {}

    /** See {@code ./demo --help}. */
    public static void main(String[] args) {
        Program.main(new Sales(), args);
    }

    @Override
    protected boolean holds() throws Exception {
        double seconds = seconds(60);
        try (Stage stage = new Stage("sales", rate(1_000))) {
            Child route = stage.route(SalesRoute.class, "route", Stage.STATIC);
            route.start();
            stage.load.start();
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
        pause("longest time without an arrival", stage.timeline);
    }
}
