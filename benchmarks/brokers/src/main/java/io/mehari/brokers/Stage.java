package io.mehari.brokers;

import io.mehari.scenarios.fork.LiveLine;
import io.mehari.scenarios.fork.Timeline;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

/** Kafka with a load, Artemis with a reader, and processes with routes from Kafka to Artemis. */
final class Stage implements AutoCloseable {
    static final String TOPIC = "sales";
    static final String GROUP = "shop";
    static final String QUEUE = "logistics-processing";
    static final String DEAD_LETTERS = "refused";
    static final int PARTITIONS = 16;
    private static final Logger CLIENT_LOGS = Logger.getLogger("");
    static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(120);
    private static final long SAMPLE_MILLIS = 250;
    private static final double NANOS = 1e9;
    private static final int POISON_EVERY = 10;
    private static final int DISK_LIMIT = 90; // the default limit of Artemis
    private static final int NO_DISK_LIMIT = Broker.NO_LIMIT;

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
    final LiveLine line = LiveLine.ofProgram();
    final Broker kafka;
    final Broker artemis;
    private final Path folder;
    private final List<Child> children = new ArrayList<>();
    private final String title;
    private final Load load;
    private final Reader reader;
    private volatile boolean watching;

    /** Creates and starts the brokers. */
    Stage(String title, double rate, Trait... traits) throws IOException, InterruptedException {
        Set<Trait> has = Set.of(traits);
        this.title = title;
        CLIENT_LOGS.setLevel(Level.OFF); // brokers are killed on purpose
        folder = Files.createTempDirectory("mehari-brokers");
        Files.writeString(
                folder.resolve("logging.properties"), "handlers=java.util.logging.ConsoleHandler\n.level=WARNING\n");
        line.begin("starting Kafka and Artemis");
        boolean smallDisks = has.contains(Trait.SMALL_DISKS);
        kafka = Broker.kafka(folder, smallDisks);
        artemis = Broker.artemis(folder, smallDisks, has.contains(Trait.DISK_LIMIT) ? DISK_LIMIT : NO_DISK_LIMIT);
        kafka.start();
        artemis.start();
        createTopic();
        load = new Load(kafka.address(), TOPIC, PARTITIONS, rate, ledger, deadLetters);
        load.poison(has.contains(Trait.POISON) ? POISON_EVERY : 0);
        reader = new Reader(factory(), QUEUE, false, ledger);
        reader.start();
        new Reader(factory(), DEAD_LETTERS, true, deadLetters).start();
    }

    private void createTopic() throws IOException, InterruptedException {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.address()))) {
            admin.createTopics(List.of(new NewTopic(TOPIC, PARTITIONS, (short) 1)))
                    .all()
                    .get(2, TimeUnit.MINUTES);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("The topic cannot be created", e);
        }
    }

    private ActiveMQConnectionFactory factory() {
        return new ActiveMQConnectionFactory("tcp://" + artemis.address());
    }

    /** Waits until the group of the route has this many members, and each has its partitions. */
    void awaitMembers(int count) throws IOException, InterruptedException {
        long end = System.nanoTime() + PATIENCE_NANOS;
        try (Group group = new Group(kafka.address(), GROUP)) {
            while (!group.isSettled(count)) {
                if (System.nanoTime() > end) {
                    throw new IOException("The group has not got " + count + " members in two minutes. " + logs());
                }
                Thread.sleep(100);
            }
        }
    }

    /** Creates a process with the route of the guide. The process is not started yet. */
    Child route(String name, String options) {
        return route(SalesRoute.class, name, options);
    }

    /** Creates a process with another route. */
    Child route(Class<?> main, String name, String options) {
        Child child = new Child(folder, name, main.getName(), kafka.address(), artemis.address(), options);
        children.add(child);
        return child;
    }

    // ---- load

    /** Starts to send, to count and to show progress. */
    void startLoad() {
        load.start();
        timeline.begin();
        watching = true;
        Thread watch = new Thread(this::watch, "watch");
        watch.setDaemon(true);
        watch.start();
    }

    private void watch() {
        double nextSeldom = 0;
        while (watching) {
            Ledger.Counts now = ledger.counts();
            timeline.sample(now.arrived());
            boolean seldom = timeline.seconds() >= nextSeldom;
            nextSeldom += seldom ? 5 : 0;
            line.show(progress(now), seldom);
            try {
                Thread.sleep(SAMPLE_MILLIS);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private String progress(Ledger.Counts now) {
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

    private void awaitUntil(java.util.function.BooleanSupplier condition) throws IOException, InterruptedException {
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
        watching = false;
        line.end();
    }

    /** Whether the counts are right: no message is missing, and the order of each partition was kept. */
    boolean isWhole() {
        Ledger.Counts poison = deadLetters.counts();
        return ledger.counts().isWhole() && (poison.acknowledged() == 0 || poison.isWhole()) && poison.wrong() == 0;
    }

    /** Where the log files are. */
    String logs() {
        return "The output of all processes is in " + folder;
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
        try (Group group = new Group(kafka.address(), GROUP)) {
            boolean takes = broker == kafka;
            return new FullDisk(this, broker, takes ? () -> ledger.counts().acknowledged() : group::done).run();
        }
    }

    // ---- end

    @Override
    public void close() {
        watching = false;
        line.end();
        for (Child each : children) {
            each.kill();
        }
        kafka.close();
        artemis.close();
        if (isWhole()) {
            deleteFolder();
        } else {
            System.err.println(ledger.counts() + ", dead letters " + deadLetters.counts() + ". " + logs());
            System.err.println("not as sent: " + ledger.firstWrong() + ", " + deadLetters.firstWrong());
        }
    }

    private void deleteFolder() {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        } catch (IOException e) {
            System.err.println("Not deleted: " + folder + " (" + e + ")");
        } catch (UncheckedIOException e) {
            System.err.println("Not deleted: " + folder + " (" + e.getCause() + ")");
        }
    }
}
