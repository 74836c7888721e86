package io.mehari.faults;

import static io.mehari.faults.Stage.Trait.DISK_LIMIT;
import static io.mehari.faults.Stage.Trait.POISON;
import static io.mehari.faults.Stage.Trait.SMALL_DISKS;

import io.mehari.proofs.Program;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The program of {@code ./prove faults}: kills processes and causes rebalances under load, and then counts the messages
 * that have arrived.
 */
@Command(
        name = "./prove faults",
        description = "Passes messages from Kafka to a JMS queue under load, while processes are killed (kill -9) or"
                + " frozen (SIGSTOP), and counts them. --quick: two of each.")
public final class Faults extends Program {
    private static final int MOST_PROCESSES = 4;
    private static final int MOST_PAUSE_MILLIS = 1_500;

    /** Artemis and its client give each other up after 60 s; a send to Artemis waits for 20 s. */
    private static final long FROZEN_SECONDS = 75;

    private static final long QUICK_FROZEN_SECONDS = 25;
    private static final String HEAD =
            "| what | times | acknowledged by Kafka | arrived | lost | repeated | out of order | not as sent |\n"
                    + "|---|---:|---:|---:|---:|---:|---:|---:|";

    @Option(names = "--kills", paramLabel = "N", description = "kills of the route (20)")
    private @Nullable Integer kills;

    @Option(names = "--broker-kills", paramLabel = "N", description = "kills of Kafka and Artemis in all (6)")
    private @Nullable Integer brokerKills;

    @Option(names = "--rebalances", paramLabel = "N", description = "one of 1 to 4 processes comes or goes (10)")
    private @Nullable Integer rebalances;

    @Option(names = "--poison", paramLabel = "N", description = "kills while each tenth message is refused (6)")
    private @Nullable Integer poison;

    @Option(names = "--full-disks", paramLabel = "N", description = "full disks of brokers; needs Linux (6)")
    private @Nullable Integer fullDisks;

    @Option(
            names = "--freezes",
            paramLabel = "N",
            description = "a process stops (SIGSTOP) for 75 s, longer than all time limits; 25 s with --quick; not on"
                    + " Windows (6)")
    private @Nullable Integer freezes;

    @Option(names = "--rate", paramLabel = "N", description = "messages a second (500)")
    private double rate = 500;

    @Option(names = "--seed", paramLabel = "N", description = "of the random times and choices")
    private long seed = new Random().nextInt(1_000_000);

    private Random random = new Random();
    private boolean whole = true;

    private Faults() {}

    /** See {@code ./prove faults --help}. */
    public static void main(String[] args) {
        Program.main(new Faults(), args);
    }

    @Override
    protected boolean holds() throws Exception {
        random = new Random(seed);
        System.out.println("seed " + seed + "\n" + HEAD);
        cause("kills of the route", times(kills, 20), this::killRoutes);
        cause("kills of brokers", times(brokerKills, 6), this::killBrokers);
        cause("rebalances", times(rebalances, 10), this::rebalance);
        cause("poison", times(poison, 6), this::poison, POISON);
        cause("freezes", times(freezes, 6), this::freeze);
        int disks = times(fullDisks, 6);
        String obstacle = disks == 0 ? null : SmallDisk.obstacle();
        if (obstacle != null) {
            System.out.println("Full disks are skipped. " + obstacle);
            return whole;
        }
        String both = "Kafka's and Artemis's disk filled in turn";
        cause("full disks", disks, (stage, n) -> fill(stage, n, both, stage.kafka, stage.artemis), SMALL_DISKS);
        String one = "Artemis's disk filled, with its default limit of 90 %";
        int half = (disks + 1) / 2;
        cause("disk limit", half, (stage, n) -> fill(stage, n, one, stage.artemis), SMALL_DISKS, DISK_LIMIT);
        return whole;
    }

    private int times(@Nullable Integer given, int usual) {
        return given != null ? given : quick ? 2 : usual;
    }

    private interface Fault {
        void cause(Stage stage, int times) throws IOException, InterruptedException;
    }

    private void cause(String title, int times, Fault fault, Stage.Trait... traits)
            throws IOException, InterruptedException {
        if (times > 0) {
            try (Stage stage = new Stage(title, rate, traits)) {
                stage.load.start();
                fault.cause(stage, times);
            }
        }
    }

    private void end(Stage stage, String what, int times) throws IOException, InterruptedException {
        stage.finish();
        whole &= stage.isWhole();
        print(what, times, stage.ledger.counts());
    }

    private static void print(String what, int times, Ledger.Counts counts) {
        StringBuilder row = new StringBuilder("| " + what + " | " + times + " |");
        for (long each : counts.shown()) {
            row.append(String.format(Locale.ROOT, " %,d |", each));
        }
        System.out.println(row);
    }

    /** Waits until a message has arrived, and then for a random time. */
    private void pause(Stage stage) throws IOException, InterruptedException {
        stage.awaitArrivals(1);
        Thread.sleep(random.nextInt(MOST_PAUSE_MILLIS));
    }

    // ---- kinds of faults

    /** A killed process is started again under its old name, so that it gets its partitions at once. */
    private void killRoutes(Stage stage, int times) throws IOException, InterruptedException {
        Child route = stage.route(SalesRoute.class, "route", Stage.STATIC);
        for (int i = 0; i < times; i++) {
            route.start();
            pause(stage);
            route.kill();
        }
        route.start();
        end(stage, "the process of the route killed", times);
    }

    private void killBrokers(Stage stage, int times) throws IOException, InterruptedException {
        stage.route(SalesRoute.class, "route", Stage.STATIC).start();
        for (int i = 0; i < times; i++) {
            pause(stage);
            stage.restart(i % 2 == 0 ? stage.kafka : stage.artemis);
        }
        end(stage, "Kafka and Artemis killed in turn", times);
    }

    /** Members have no static name, so each start or end of a member causes a rebalance. */
    private void rebalance(Stage stage, int times) throws IOException, InterruptedException {
        List<Child> idle = new ArrayList<>();
        for (int i = 0; i < MOST_PROCESSES; i++) {
            idle.add(stage.route(SalesRoute.class, "route-" + i, "&sessionTimeoutMs=6000"));
        }
        List<Child> running = new ArrayList<>();
        join(idle, running);
        for (int i = 0; i < times; i++) {
            stage.awaitMembers(running.size());
            pause(stage);
            if (idle.isEmpty() || (running.size() > 1 && random.nextBoolean())) {
                leave(running, idle);
            } else {
                join(idle, running);
            }
        }
        stage.awaitMembers(running.size());
        end(stage, "processes of one group started, stopped and killed", times);
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

    /** The route also forwards the messages that it refuses, to the dead letter queue. */
    private void poison(Stage stage, int times) throws IOException, InterruptedException {
        Child route = stage.route(CheckedSalesRoute.class, "route", Stage.STATIC);
        route.start();
        for (int i = 0; i < times; i++) {
            pause(stage);
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
        print("the same run; refused messages", times, stage.deadLetters.counts());
    }

    /** While one process of the group is frozen, the other one gets its partitions. */
    private void freeze(Stage stage, int times) throws IOException, InterruptedException {
        long seconds = quick ? QUICK_FROZEN_SECONDS : FROZEN_SECONDS;
        String limits = "&sessionTimeoutMs=6000&maxPollIntervalMs=10000&requestTimeoutMs=5000";
        Child route = stage.route(SalesRoute.class, "route-0", limits);
        route.start();
        stage.route(SalesRoute.class, "route-1", limits).start();
        stage.awaitMembers(2);
        for (int i = 0; i < times; i++) {
            pause(stage);
            switch (i % 3) {
                case 0 -> route.freeze(seconds * 1_000);
                case 1 -> stage.artemis.freeze(seconds * 1_000);
                default -> stage.kafka.freeze(seconds * 1_000);
            }
        }
        end(stage, "a route, Artemis and Kafka frozen in turn, " + seconds + " s each", times);
    }

    private void fill(Stage stage, int times, String what, Broker... brokers) throws IOException, InterruptedException {
        stage.route(SalesRoute.class, "route", Stage.STATIC).start();
        int stopped = 0;
        for (int i = 0; i < times; i++) {
            pause(stage);
            stopped += stage.fillDisk(brokers[i % brokers.length]) ? 1 : 0;
        }
        end(stage, what + "; it stopped " + stopped + " times", times);
    }
}
