package io.mehari.brokers;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** A broker in a process of its own, with its data in a folder. */
final class Broker {
    private static final long START_SECONDS = 120;
    private static final int FIRST_PORT = 15_000;
    private static final int LAST_PORT = 32_000; // above, systems choose ports of clients

    final String name;
    final int port;
    private final Child child;
    private volatile boolean up;

    private Broker(String name, int port, Child child) {
        this.name = name;
        this.port = port;
        this.child = child;
    }

    /** Kafka with one node, which is broker and controller. */
    static Broker kafka(Path folder) throws IOException, InterruptedException {
        return kafka(folder, Child.QUICK_START);
    }

    /** The same with other flags of its JVM. */
    static Broker kafka(Path folder, List<String> flags) throws IOException, InterruptedException {
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
                        "log.dirs=" + folder.resolve("kafka"),
                        "offsets.topic.replication.factor=1",
                        "offsets.topic.num.partitions=1",
                        "transaction.state.log.replication.factor=1",
                        "transaction.state.log.min.isr=1",
                        "share.coordinator.state.topic.replication.factor=1",
                        "group.initial.rebalance.delay.ms=0",
                        "broker.session.timeout.ms=2000", // so long a killed node is not let in again
                        "broker.heartbeat.interval.ms=500",
                        "auto.create.topics.enable=false",
                        ""));
        String id = "MkU3OEVBNTcwNTJENDM2Qg";
        Child format =
                new Child(folder, "kafka-format", "kafka.tools.StorageTool", "format", "-t", id, "-c", file.toString());
        format.start();
        format.awaitSuccess(START_SECONDS);
        return new Broker("Kafka", port, new Child(folder, "kafka", flags, "kafka.Kafka", file.toString()));
    }

    /** Apache ActiveMQ Artemis, which stores its messages. */
    static Broker artemis(Path folder) throws IOException {
        return artemis(folder, "artemis", Child.QUICK_START);
    }

    /** The same under another name, with other flags of its JVM. */
    static Broker artemis(Path folder, String name, List<String> flags) throws IOException {
        int port = freePort();
        Path data = folder.resolve(name);
        Child child =
                new Child(folder, name, flags, ArtemisProcess.class.getName(), String.valueOf(port), data.toString());
        return new Broker("Artemis", port, child);
    }

    static int freePort() throws IOException {
        for (int attempt = 0; attempt < 100; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST_PORT, LAST_PORT);
            try (ServerSocket socket = new ServerSocket(port)) {
                return socket.getLocalPort();
            } catch (IOException e) {
                // it is in use
            }
        }
        throw new IOException("No port from " + FIRST_PORT + " to " + LAST_PORT + " is free");
    }

    /** Returns when it takes connections. */
    void start() throws IOException, InterruptedException {
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

    private boolean answers() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress("localhost", port), 1_000);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Ends the process as {@code kill -9} does. */
    void kill() {
        up = false;
        child.kill();
    }

    boolean isUp() {
        return up;
    }

    /** Host and port. */
    String address() {
        return "localhost:" + port;
    }
}
