package io.mehari.faults;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A broker in its own process. Its data are in a folder, which may be a {@link SmallDisk}. */
public final class Broker {
    private static final String KAFKA = "kafka";
    private static final int DISK_MEGABYTES = 200;
    static final int NO_LIMIT = -1;
    private static final long START_SECONDS = 120;
    private static final int FIRST_PORT = 15_000;
    private static final int LAST_PORT = 32_000; // above this, operating systems choose ports for clients

    final String name;
    final int port;
    private final Child child;
    private final @Nullable SmallDisk disk;
    private volatile boolean up;

    private Broker(String name, int port, Child child, @Nullable SmallDisk disk) {
        this.name = name;
        this.port = port;
        this.child = child;
        this.disk = disk;
    }

    /** Kafka with one node, which is both broker and controller. */
    public static Broker kafka(Path folder, boolean smallDisk, List<String> flags)
            throws IOException, InterruptedException {
        SmallDisk disk = smallDisk ? disk(folder.resolve(KAFKA)) : null;
        List<String> prefix = prefix(disk);
        int port = freePort();
        int controller = freePort();
        Path file = folder.resolve("kafka.properties");
        Files.writeString(
                file,
                String.join(
                        "\n",
                        "process.roles=broker,controller",
                        "node.id=1",
                        "controller.quorum.voters=1@localhost:" + controller,
                        "listeners=PLAINTEXT://localhost:" + port + ",CONTROLLER://localhost:" + controller,
                        "advertised.listeners=PLAINTEXT://localhost:" + port,
                        "controller.listener.names=CONTROLLER",
                        "log.dirs=" + folder.resolve(KAFKA),
                        "offsets.topic.replication.factor=1",
                        "offsets.topic.num.partitions=1",
                        "transaction.state.log.replication.factor=1",
                        "transaction.state.log.min.isr=1",
                        "share.coordinator.state.topic.replication.factor=1",
                        "group.initial.rebalance.delay.ms=0",
                        "broker.session.timeout.ms=2000", // a killed node is not accepted again for this time
                        "broker.heartbeat.interval.ms=500",
                        "auto.create.topics.enable=false",
                        ""));
        String id = "MkU3OEVBNTcwNTJENDM2Qg";
        String[] arguments = {"format", "-t", id, "-c", file.toString()};
        Child format =
                new Child(folder, prefix, Child.QUICK_START, "kafka-format", "kafka.tools.StorageTool", arguments);
        format.start();
        format.awaitSuccess(START_SECONDS);
        Child child = new Child(folder, prefix, flags, KAFKA, "kafka.Kafka", file.toString());
        return new Broker("Kafka", port, child, disk);
    }

    /** Apache ActiveMQ Artemis, with messages stored on disk, and no limit for the disk. */
    public static Broker artemis(Path folder, String name, List<String> flags) throws IOException {
        return artemis(folder, name, flags, false, NO_LIMIT);
    }

    /** @param maxDiskUsage disk usage in percent above which it accepts no more messages; -1: no such limit */
    static Broker artemis(Path folder, String name, List<String> flags, boolean smallDisk, int maxDiskUsage)
            throws IOException {
        Path data = folder.resolve(name);
        SmallDisk disk = smallDisk ? disk(data) : null;
        int port = freePort();
        String main = ArtemisProcess.class.getName();
        String[] arguments = {String.valueOf(port), data.toString(), String.valueOf(maxDiskUsage)};
        Child child = new Child(folder, prefix(disk), flags, name, main, arguments);
        return new Broker("Artemis", port, child, disk);
    }

    private static SmallDisk disk(Path folder) throws IOException {
        return SmallDisk.mount(Files.createDirectory(folder), DISK_MEGABYTES);
    }

    private static List<String> prefix(@Nullable SmallDisk disk) {
        return disk == null ? List.of() : disk.enter();
    }

    /** The small disk on which this broker has its data. */
    SmallDisk disk() {
        return Objects.requireNonNull(disk, "made without a small disk");
    }

    static int freePort() throws IOException {
        for (int attempt = 0; attempt < 100; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST_PORT, LAST_PORT);
            try (ServerSocket socket = new ServerSocket(port)) {
                return socket.getLocalPort();
            } catch (IOException e) {
                // the port is in use
            }
        }
        throw new IOException("No port from " + FIRST_PORT + " to " + LAST_PORT + " is free");
    }

    /** Starts the broker, and waits until it accepts connections. */
    public void start() throws IOException, InterruptedException {
        child.start();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        while (!answers()) {
            if (!child.isAlive() || System.nanoTime() > end) {
                throw new IOException(name + " does not start; " + child.failure());
            }
            Thread.sleep(50);
        }
        up = true;
    }

    /** Whether its process has ended by itself, or it accepts no more connections. */
    boolean hasStopped() {
        return !child.isAlive() || !answers();
    }

    private boolean answers() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress("localhost", port), 1_000);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Stops the process for this time, with SIGSTOP. */
    void freeze(long millis) throws IOException, InterruptedException {
        child.freeze(millis);
    }

    /** Ends the process as {@code kill -9} does. */
    public void kill() {
        up = false;
        child.kill();
    }

    /** Ends the process, and its small disk. */
    void close() {
        kill();
        if (disk != null) {
            disk.close();
        }
    }

    boolean isUp() {
        return up;
    }

    /** Host and port. */
    public String address() {
        return "localhost:" + port;
    }
}
