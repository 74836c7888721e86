package io.mehari.component.kafka;

import java.io.File;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** A Kafka broker in its own process, with its data in a folder. It can be killed and started again. */
final class Broker implements AutoCloseable {
    private static final long START_SECONDS = 90;

    private final Path folder;
    final int port;
    final int advertisedPort;
    private final int clientPort;
    private Process process;

    /**
     * @param folder an empty folder
     * @param advertisedPort where clients of the second listener are told to connect; 0: there is none
     */
    Broker(Path folder, int advertisedPort) throws Exception {
        this.folder = folder;
        this.advertisedPort = advertisedPort;
        int[] ports = freePorts(3);
        this.port = ports[0];
        this.clientPort = ports[2];
        String second = advertisedPort == 0 ? "" : ",SECOND://localhost:" + clientPort;
        Files.writeString(
                folder.resolve("server.properties"),
                String.join(
                        "\n",
                        "process.roles=broker,controller",
                        "node.id=1",
                        "controller.quorum.voters=1@localhost:" + ports[1],
                        "listeners=PLAINTEXT://localhost:" + port + ",CONTROLLER://localhost:" + ports[1] + second,
                        "advertised.listeners=PLAINTEXT://localhost:" + port
                                + (advertisedPort == 0 ? "" : ",SECOND://localhost:" + advertisedPort),
                        "controller.listener.names=CONTROLLER",
                        "listener.security.protocol.map=CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT,SECOND:PLAINTEXT",
                        "log.dirs=" + folder.resolve("data"),
                        "offsets.topic.replication.factor=1",
                        "offsets.topic.num.partitions=1",
                        "transaction.state.log.replication.factor=1",
                        "transaction.state.log.min.isr=1",
                        "transaction.state.log.num.partitions=1",
                        "transaction.abort.timed.out.transaction.cleanup.interval.ms=1000",
                        "share.coordinator.state.topic.replication.factor=1",
                        "group.initial.rebalance.delay.ms=0",
                        "group.min.session.timeout.ms=1000",
                        "auto.create.topics.enable=false",
                        "log.cleaner.enable=false",
                        ""));
        Process format = new ProcessBuilder(java(
                        "kafka.tools.StorageTool",
                        "format",
                        "-t",
                        "MkU3OEVBNTcwNTJENDM2Qg",
                        "-c",
                        folder.resolve("server.properties").toString()))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("format.log").toFile())
                .start();
        if (!format.waitFor(START_SECONDS, TimeUnit.SECONDS) || format.exitValue() != 0) {
            throw new IOException(Files.readString(folder.resolve("format.log")));
        }
        Runtime.getRuntime().addShutdownHook(new Thread(this::kill));
    }

    /** The port to which connections to the advertised port must be forwarded. */
    int secondPort() {
        return clientPort;
    }

    String address() {
        return "localhost:" + port;
    }

    /**
     * Free ports below those that operating systems choose for clients. A client could take one of those between two
     * starts.
     */
    static int[] freePorts(int count) throws IOException {
        int[] ports = new int[count];
        List<ServerSocket> open = new ArrayList<>();
        for (int attempt = 0; attempt < 100 * count && open.size() < count; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(15_000, 32_000);
            try {
                open.add(new ServerSocket(port));
                ports[open.size() - 1] = port;
            } catch (IOException e) {
                // it is in use
            }
        }
        for (ServerSocket each : open) {
            each.close();
        }
        return ports;
    }

    private static List<String> java(String main, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-Djava.util.logging.config.file=/none",
                "-cp",
                System.getProperty("java.class.path"),
                main));
        command.addAll(List.of(arguments));
        return command;
    }

    /** Starts it, and returns when it answers. */
    Broker start() throws Exception {
        process = new ProcessBuilder(
                        java("kafka.Kafka", folder.resolve("server.properties").toString()))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        folder.resolve("broker.log").toFile()))
                .start();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        while (!answers()) {
            if (!process.isAlive() || System.nanoTime() > end) {
                throw new IOException("The broker did not start: " + Files.readString(folder.resolve("broker.log")));
            }
            Thread.sleep(50);
        }
        return this;
    }

    private boolean answers() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress("localhost", port), 1_000);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    ProcessHandle handle() {
        return process.toHandle();
    }

    /** Ends the process at once, as {@code kill -9} does. */
    void kill() {
        Process running = process;
        if (running != null) {
            running.destroyForcibly();
            try {
                running.waitFor();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public void close() {
        kill();
    }
}
