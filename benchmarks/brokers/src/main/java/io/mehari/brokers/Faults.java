package io.mehari.brokers;

import io.mehari.report.CommandLine;
import io.mehari.report.Program;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * The program of {@code ./bench faults}: kills processes and causes rebalances under load, and then counts the messages
 * that have arrived.
 */
public final class Faults {
    private static final String HELP = """
            Passes messages from Kafka to a JMS queue under load, while processes are killed (kill -9), and counts them.

              --kills N          kill the process of the route N times (20)
              --broker-kills N   kill Kafka or Artemis N times in all, and start it again (6)
              --rebalances N     start, stop or kill one of 1 to 4 processes of one group, N times (10)
              --poison N         kill the route, Artemis or Kafka N times, and refuse each tenth message (6)
              --full-disks N     fill the disk of Kafka or Artemis N times in all, and half as often that of an Artemis
                                 with its default limit; needs Linux (6)
              --rate N           messages a second (500)
              --seed N           of the random times and choices
              --quick            two of each
            """;
    private static final int MOST_PROCESSES = 4;
    private static final int MOST_PAUSE_MILLIS = 1_500;

    private final Random random;
    private final double rate;
    private boolean whole = true;

    private Faults(long seed, double rate) {
        this.random = new Random(seed);
        this.rate = rate;
    }

    /** See {@code ./bench faults --help}. */
    public static void main(String[] args) throws Exception {
        Program.main("./bench faults --help", () -> {
            CommandLine given = CommandLine.of(
                    "--quick --help", "--kills --broker-kills --rebalances --poison --full-disks --rate --seed", args);
            if (given.has("--help")) {
                System.out.print(HELP);
                return;
            }
            boolean quick = given.has("--quick");
            long seed = given.number("--seed", new Random().nextInt(1_000_000), 0, Long.MAX_VALUE);
            Faults faults = new Faults(seed, (double) given.count("--rate", 500));
            System.out.println("seed " + seed);
            System.out.println(Row.HEAD);
            faults.killRoutes((int) given.number("--kills", quick ? 2 : 20, 0, 10_000));
            faults.killBrokers((int) given.number("--broker-kills", quick ? 2 : 6, 0, 10_000));
            faults.rebalance((int) given.number("--rebalances", quick ? 2 : 10, 0, 10_000));
            faults.poison((int) given.number("--poison", quick ? 2 : 6, 0, 10_000));
            faults.fillDisks((int) given.number("--full-disks", quick ? 2 : 6, 0, 10_000));
            System.exit(faults.whole ? 0 : 1);
        });
    }

    /** A line of the table. */
    private record Row(String what, int times, Ledger.Counts counts) {
        static final String HEAD =
                "| what | times | acknowledged by Kafka | arrived | lost | repeated | out of order | not as sent |\n"
                        + "|---|---:|---:|---:|---:|---:|---:|---:|";

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "| %s | %d | %,d | %,d | %,d | %,d | %,d | %,d |",
                    what,
                    times,
                    counts.acknowledged(),
                    counts.arrived(),
                    counts.missing(),
                    counts.repeated(),
                    counts.outOfOrder(),
                    counts.wrong());
        }
    }

    private void end(Stage stage, String what, int times) throws IOException, InterruptedException {
        stage.finish();
        whole &= stage.isWhole();
        System.out.println(new Row(what, times, stage.ledger.counts()));
    }

    private void pause() throws InterruptedException {
        Thread.sleep(random.nextInt(MOST_PAUSE_MILLIS));
    }

    // ---- kinds of faults

    /** A killed process is started again under its old name, so that it gets its partitions at once. */
    private void killRoutes(int times) throws IOException, InterruptedException {
        if (times == 0) {
            return;
        }
        try (Stage stage = new Stage("kills of the route", rate)) {
            stage.startLoad();
            Child route = stage.route("route", "&groupInstanceId=shop-1");
            for (int i = 0; i < times; i++) {
                route.start();
                stage.awaitArrivals(1);
                pause();
                route.kill();
            }
            route.start();
            end(stage, "the process of the route killed", times);
        }
    }

    private void killBrokers(int times) throws IOException, InterruptedException {
        if (times == 0) {
            return;
        }
        try (Stage stage = new Stage("kills of brokers", rate)) {
            stage.startLoad();
            stage.route("route", "&groupInstanceId=shop-1").start();
            for (int i = 0; i < times; i++) {
                stage.awaitArrivals(1);
                pause();
                stage.restart(i % 2 == 0 ? stage.kafka : stage.artemis);
            }
            end(stage, "Kafka and Artemis killed in turn", times);
        }
    }

    /** Members have no static name, so each start or end of a member causes a rebalance. */
    private void rebalance(int times) throws IOException, InterruptedException {
        if (times == 0) {
            return;
        }
        try (Stage stage = new Stage("rebalances", rate)) {
            stage.startLoad();
            List<Child> idle = new ArrayList<>();
            for (int i = 0; i < MOST_PROCESSES; i++) {
                idle.add(stage.route("route-" + i, "&sessionTimeoutMs=6000"));
            }
            List<Child> running = new ArrayList<>();
            join(idle, running);
            for (int i = 0; i < times; i++) {
                stage.awaitMembers(running.size());
                stage.awaitArrivals(1);
                pause();
                if (idle.isEmpty() || (running.size() > 1 && random.nextBoolean())) {
                    leave(running, idle);
                } else {
                    join(idle, running);
                }
            }
            stage.awaitMembers(running.size());
            end(stage, "processes of one group started, stopped and killed", times);
        }
    }

    /** The route also forwards the messages that it refuses, to the dead letter queue. */
    private void poison(int times) throws IOException, InterruptedException {
        if (times == 0) {
            return;
        }
        try (Stage stage = new Stage("poison", rate, Stage.Trait.POISON)) {
            stage.startLoad();
            Child route = stage.route(CheckedSalesRoute.class, "route", "&groupInstanceId=shop-1");
            route.start();
            for (int i = 0; i < times; i++) {
                stage.awaitArrivals(1);
                pause();
                switch (i % 3) {
                    case 0 -> {
                        route.kill();
                        route.start();
                    }
                    case 1 -> stage.restart(stage.artemis);
                    default -> stage.restart(stage.kafka);
                }
            }
            end(stage, "route, Artemis and Kafka killed in turn; good messages", times);
            System.out.println(new Row("the same run; refused messages", times, stage.deadLetters.counts()));
        }
    }

    private void fillDisks(int times) throws IOException, InterruptedException {
        if (times == 0) {
            return;
        }
        String obstacle = SmallDisk.obstacle();
        if (obstacle != null) {
            System.out.println("Full disks are skipped. " + obstacle);
            return;
        }
        try (Stage stage = new Stage("full disks", rate, Stage.Trait.SMALL_DISKS)) {
            fillDisks(stage, times, "Kafka's and Artemis's disk filled in turn", stage.kafka, stage.artemis);
        }
        try (Stage stage = new Stage("disk limit", rate, Stage.Trait.SMALL_DISKS, Stage.Trait.DISK_LIMIT)) {
            fillDisks(stage, (times + 1) / 2, "Artemis's disk filled, with its default limit of 90 %", stage.artemis);
        }
    }

    private void fillDisks(Stage stage, int times, String what, Broker... brokers)
            throws IOException, InterruptedException {
        stage.startLoad();
        stage.route("route", "&groupInstanceId=shop-1").start();
        int stopped = 0;
        for (int i = 0; i < times; i++) {
            stage.awaitArrivals(1);
            pause();
            stopped += stage.fillDisk(brokers[i % brokers.length]) ? 1 : 0;
        }
        end(stage, what + "; it stopped " + stopped + " times", times);
    }

    private void join(List<Child> idle, List<Child> running) throws IOException {
        Child child = idle.remove(random.nextInt(idle.size()));
        child.start();
        running.add(child);
    }

    private void leave(List<Child> running, List<Child> idle) {
        Child child = running.remove(random.nextInt(running.size()));
        if (random.nextBoolean()) {
            child.kill();
        } else {
            child.stop();
        }
        idle.add(child);
    }
}
