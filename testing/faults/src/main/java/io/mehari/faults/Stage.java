package io.mehari.faults;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/** Kafka with a load, Artemis with a reader, and processes with routes from Kafka to Artemis. */
final class Stage implements AutoCloseable {
    static final String TOPIC = "sales";
    static final String GROUP = "shop";
    static final String QUEUE = "logistics-processing";
    static final String DEAD_LETTERS = "refused";
    static final int PARTITIONS = 16;

    /** The options of a process that gets its partitions at once when it is started again. */
    static final String STATIC = "&groupInstanceId=shop-1";

    static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(120);
    private static final double NANOS = 1e9;
    private static final int POISON_EVERY = 10;
    private static final int DISK_LIMIT = 90; // the default limit of Artemis

    /** Additional traits of a stage. */
    enum Trait {
        /** Each tenth message is one that {@link CheckedSalesRoute} refuses. */
        POISON,
        /** Each broker has a {@link SmallDisk}. */
        SMALL_DISKS,
        /** Artemis accepts no more messages when its disk is almost full, as it does by default. */
        DISK_LIMIT
    }

    final Ledger ledger = new Ledger(PARTITIONS);

    /** Poison messages are counted separately. */
    final Ledger deadLetters = new Ledger(PARTITIONS);

    final Timeline timeline = new Timeline();
    final Broker kafka;
    final Broker artemis;
    private final Workplace workplace = new Workplace();
    private final List<Child> children = new ArrayList<>();
    private final String title;
    final Load load;
    private final Reader reader;
    private final Watch watch;

    /** Creates and starts the brokers. */
    Stage(String title, double rate, Trait... traits) throws IOException, InterruptedException {
        Set<Trait> has = Set.of(traits);
        this.title = title;
        System.err.println("starting Kafka and Artemis ...");
        boolean smallDisks = has.contains(Trait.SMALL_DISKS);
        int poison = has.contains(Trait.POISON) ? POISON_EVERY : 0;
        int limit = has.contains(Trait.DISK_LIMIT) ? DISK_LIMIT : Broker.NO_LIMIT;
        kafka = Broker.kafka(workplace.folder, smallDisks, Child.QUICK_START);
        artemis = Broker.artemis(workplace.folder, "artemis", Child.QUICK_START, smallDisks, limit);
        kafka.start();
        artemis.start();
        try (KafkaAdmin admin = new KafkaAdmin(kafka.address())) {
            admin.create(PARTITIONS, TOPIC);
        }
        load = new Load(kafka.address(), TOPIC, PARTITIONS, rate, ledger, deadLetters, poison);
        reader = new Reader(factory(), QUEUE, false, ledger);
        reader.start();
        new Reader(factory(), DEAD_LETTERS, true, deadLetters).start();
        watch = new Watch(timeline, () -> ledger.counts().arrived(), this::progress);
    }

    private ActiveMQConnectionFactory factory() {
        return new ActiveMQConnectionFactory("tcp://" + artemis.address());
    }

    /** Waits until the group of the route has this many members, and each has its partitions. */
    void awaitMembers(int count) throws IOException, InterruptedException {
        long end = System.nanoTime() + PATIENCE_NANOS;
        try (KafkaAdmin admin = new KafkaAdmin(kafka.address())) {
            while (!admin.isSettled(GROUP, count)) {
                if (System.nanoTime() > end) {
                    throw new IOException("The group has not got " + count + " members in two minutes. " + logs());
                }
                Thread.sleep(100);
            }
        }
    }

    /** Creates a process with a route. The process is not started yet. */
    Child route(Class<?> main, String name, String options) {
        Child child = new Child(workplace.folder, name, main.getName(), kafka.address(), artemis.address(), options);
        children.add(child);
        return child;
    }

    // ---- load

    private String progress() {
        Ledger.Counts now = ledger.counts();
        return String.format(
                Locale.ROOT,
                "%s %.0f s: %,d in Kafka, %,d arrived (%,.0f/s), %,d on the way, %,d repeated; Kafka %s, Artemis %s",
                title,
                timeline.seconds(),
                now.acknowledged(),
                now.arrived(),
                timeline.rate(),
                now.missing(),
                now.repeated(),
                kafka.isUp() ? "up" : "DOWN",
                artemis.isUp() ? "up" : "DOWN");
    }

    /** Waits until this many more messages have arrived; fails if none arrives for two minutes. */
    void awaitArrivals(long more) throws IOException, InterruptedException {
        long goal = ledger.counts().arrived() + more;
        awaitUntil(() -> ledger.counts().arrived() >= goal);
    }

    private void awaitUntil(BooleanSupplier condition) throws IOException, InterruptedException {
        long before = -1;
        long end = 0;
        while (!condition.getAsBoolean()) {
            long arrived = ledger.counts().arrived() + deadLetters.counts().arrived();
            if (arrived != before) {
                before = arrived;
                end = System.nanoTime() + PATIENCE_NANOS;
            } else if (System.nanoTime() > end) {
                throw new IOException("Nothing has arrived for two minutes: " + ledger.counts() + ". " + logs());
            }
            for (Child each : children) {
                if (each.hasEnded()) {
                    throw new IOException("A route has ended. " + each.failure());
                }
            }
            Thread.sleep(20);
        }
    }

    /** Stops sending, and waits for the messages in flight. */
    void finish() throws IOException, InterruptedException {
        load.stop();
        Exception failure = load.failure();
        if (failure != null) {
            throw new IOException("Kafka has not acknowledged a record of the load", failure);
        }
        awaitUntil(() -> ledger.counts().missing() == 0 && deadLetters.counts().missing() == 0);
        watch.close();
    }

    /** Whether the counts are right: no message is missing, and the order of each partition was kept. */
    boolean isWhole() {
        Ledger.Counts poison = deadLetters.counts();
        return ledger.counts().isWhole() && (poison.acknowledged() == 0 || poison.isWhole()) && poison.wrong() == 0;
    }

    String logs() {
        return "The output of all processes is in " + workplace.folder;
    }

    /** Kills a broker, and starts it again. */
    void restart(Broker broker) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        timeline.event(broker.name + " is killed");
        broker.kill();
        broker.start();
        timeline.event(String.format(
                Locale.ROOT, "%s is up again, after %.1f s", broker.name, (System.nanoTime() - begin) / NANOS));
    }

    /** While the reader is paused, messages stay in Artemis. */
    void pauseReader(boolean pause) {
        reader.pause(pause);
    }

    /** Fills the disk of a broker for a while. Returns whether the broker had to be started again. */
    boolean fillDisk(Broker broker) throws IOException, InterruptedException {
        try (KafkaAdmin admin = new KafkaAdmin(kafka.address())) {
            FullDisk.Progress progress =
                    broker == kafka ? () -> ledger.counts().acknowledged() : () -> admin.committed(GROUP);
            return new FullDisk(this, broker, progress).run();
        }
    }

    // ---- end

    @Override
    public void close() {
        watch.close();
        for (Child each : children) {
            each.kill();
        }
        kafka.close();
        artemis.close();
        if (isWhole()) {
            workplace.delete();
        } else {
            System.err.println(ledger.counts() + ", dead letters " + deadLetters.counts() + ". " + logs());
            System.err.println("not as sent: " + ledger.firstWrong() + ", " + deadLetters.firstWrong());
        }
    }
}
