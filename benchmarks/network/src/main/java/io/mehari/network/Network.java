package io.mehari.network;

import io.mehari.report.BadOption;
import io.mehari.report.CommandLine;
import io.mehari.report.Commit;
import io.mehari.report.Gauge;
import io.mehari.report.GroupedSamples;
import io.mehari.report.Program;
import io.mehari.scenarios.fork.CommandedChild;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What do TCP and HTTP cost in a route, compared with bare Netty, Vert.x, the JDK's server and Camel's components?
 * Everything uses the loopback. Each peer has its own JVM with the same flags; the other side has its own process. In
 * each round all peers are measured in the order A B B A. A {@link Gauge} before each sample measures how near the
 * processors are.
 */
public final class Network {
    private static final String HELP = """
            Measures TCP and HTTP over the loopback, in Mehari and its peers in turn.

              --only tcp,http,footprint  what to measure (all)
              --peers NAME,...           mehari, mehari-event-loop (runOnEventLoop=true), netty, vertx, jdk, camel (all)
              --connections 1,64,1000    connections of wrk
              --seconds N                of each sample (3)
              --rounds N                 samples of each peer (3)
              --quick                    one sample of a second each, hardly warmed up, 64 connections
            """;
    private static final List<String> FLAGS = List.of(
            "-Xms256m",
            "-Xmx512m",
            "-Dio.netty.leakDetection.level=disabled",
            "-Dsun.net.httpserver.nodelay=true", // otherwise the JDK's server waits 40 ms for each answer
            "-Dsun.net.httpserver.maxIdleConnections=2000");
    private static final String ALL = "mehari,mehari-event-loop,netty,vertx,jdk,camel";
    private static final double WARM_UP_SECONDS = 4;
    private static final double QUICK_SECONDS = 0.5;
    private static final List<String> SENDERS = List.of("mehari", "netty", "camel");

    private final List<String> peers;
    private final List<Integer> connections;
    private final double seconds;
    private final int rounds;
    private final boolean quick;
    private final GroupedSamples samples = new GroupedSamples();
    private boolean warming;

    private Network(CommandLine given) {
        quick = given.has("--quick");
        peers = given.list("--peers", ALL);
        peers.forEach(each -> CommandLine.named("peer", each, List.of(ALL.split(",", -1)), name -> name));
        connections = given.list("--connections", quick ? "64" : "1,64,1000").stream()
                .map(Integer::valueOf)
                .toList();
        seconds = given.seconds("--seconds", quick ? 1 : 3);
        rounds = (int) given.count("--rounds", quick ? 1 : 3);
    }

    /** See {@code ./bench network --help}. */
    public static void main(String[] args) throws Exception {
        Program.main("./bench network --help", () -> {
            CommandLine given = CommandLine.of(
                    "--quick --help", "--only --peers --connections --seconds --rounds --json --command", args);
            if (given.has("--help")) {
                System.out.print(HELP);
                return;
            }
            Network network = new Network(given);
            for (String each : given.list("--only", "tcp,http,footprint")) {
                switch (each) {
                    case "tcp" -> network.tcp();
                    case "http" -> network.http();
                    case "footprint" -> network.footprint();
                    default -> throw new BadOption("--only " + each + ": there are tcp, http, footprint");
                }
            }
            System.err.printf("\r%60s\r", "");
            network.samples.print();
            if (given.has("--json")) {
                String commit = Commit.of(Path.of(System.getProperty("mehari.root", ".")));
                network.samples
                        .result(
                                "Network: TCP and HTTP over the loopback",
                                commit,
                                given.text("--command", "./bench network"))
                        .write(Path.of(given.text("--json", "")));
            }
            System.exit(0);
        });
    }

    // ---- processes

    private static String classPath(String peer) {
        Path root = Path.of(System.getProperty("mehari.root", "."), "benchmarks");
        String own = root.resolve("network/target/network.jar").toString();
        String jars = switch (peer) {
            case "vertx" -> root.resolve("target/peers/vertx-5.0.4").toString();
            case "camel" -> root.resolve("target/peers/camel-netty-4.22.0").toString();
            default -> root.resolve("network/target/lib").toString();
        };
        return own + File.pathSeparator + jars + File.separator + "*";
    }

    private Map<String, CommandedChild> start(List<String> names) throws IOException {
        Map<String, CommandedChild> children = new LinkedHashMap<>();
        for (String each : names) {
            CommandedChild child = new CommandedChild(each, FLAGS, classPath(each), Subject.class, each);
            child.ask("start");
            children.put(each, child);
        }
        return children;
    }

    private static void end(Map<String, CommandedChild> children) throws IOException {
        for (CommandedChild each : children.values()) {
            each.close();
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }

    private void add(String group, String peer, String metric, double value) {
        if (warming) {
            return;
        }
        samples.add(group, peer, metric, value);
    }

    private void gauge(String group, String peer) {
        System.err.printf("\r%-60s", (warming ? "warming up: " : "") + group + ", " + peer);
        add(group, peer, "cache line ns", Gauge.roundTrip());
    }

    // ---- TCP

    private void tcp() throws IOException, InterruptedException {
        List<String> senders = new ArrayList<>(peers);
        senders.retainAll(SENDERS);
        Map<String, CommandedChild> children = start(senders);
        try (CommandedChild sink = new CommandedChild("sink", FLAGS, classPath("mehari"), Sink.class)) {
            long port = sink.answer()[0];
            warming = true;
            for (String each : senders) {
                for (String mode : List.of("go", "wait")) {
                    send(children, sink, each, mode, port, quick ? QUICK_SECONDS : WARM_UP_SECONDS);
                }
            }
            warming = false;
            for (int round = 0; round < rounds; round++) {
                for (String mode : List.of("go", "wait")) {
                    for (String each : senders) {
                        send(children, sink, each, mode, port, seconds);
                    }
                }
                Collections.reverse(senders);
            }
        } finally {
            end(children);
        }
    }

    /** Measures sends over TCP. A message counts when it has arrived. */
    private void send(
            Map<String, CommandedChild> children, CommandedChild sink, String peer, String mode, long port, double time)
            throws IOException, InterruptedException {
        CommandedChild child = children.get(peer);
        if (child == null || (peer.equals("camel") && mode.equals("go"))) {
            return; // this peer has no such mode
        }
        String group = mode.equals("go") ? "tcp/fire and forget" : "tcp/wait for the write";
        gauge(group, peer);
        long before = sink.ask("")[0];
        long[] cost = child.ask("cost");
        long begin = System.nanoTime();
        long sent = child.ask("send " + port + " " + mode + " " + Math.round(time * 1_000))[0];
        long arrived = sink.ask("")[0] - before;
        while (arrived < sent) {
            if (System.nanoTime() - begin > (time + 60) * 1e9) {
                throw new IOException(peer + " has sent " + sent + " messages, and " + arrived + " have arrived");
            }
            Thread.sleep(1);
            arrived = sink.ask("")[0] - before;
        }
        double took = (System.nanoTime() - begin) / 1e9;
        long[] after = child.ask("cost");
        if (arrived > sent) {
            throw new IOException(peer + " has sent " + sent + " messages, and " + arrived + " have arrived");
        }
        add(group, peer, "messages/s", sent / took);
        add(group, peer, "messages/s of processor time", sent / ((after[0] - cost[0]) / 1e9));
        add(group, peer, "B/message", (double) (after[1] - cost[1]) / sent);
    }

    // ---- HTTP

    private void http() throws IOException, InterruptedException {
        List<String> servers = new ArrayList<>(peers);
        Map<String, CommandedChild> children = start(servers);
        Map<String, Integer> ports = new LinkedHashMap<>();
        try {
            for (Map.Entry<String, CommandedChild> each : children.entrySet()) {
                int port = freePort();
                each.getValue().ask("serve " + port);
                ports.put(each.getKey(), port);
            }
            warming = true;
            for (String path : quick ? List.<String>of() : List.of("/echo", "/queue")) {
                for (String each : servers) {
                    load(children, ports, each, path, 64, WARM_UP_SECONDS);
                }
            }
            warming = false;
            for (int round = 0; round < rounds; round++) {
                for (String path : List.of("/echo", "/queue")) {
                    for (int count : connections) {
                        for (String each : servers) {
                            load(children, ports, each, path, count, seconds);
                        }
                        Collections.reverse(servers);
                    }
                }
            }
        } finally {
            end(children);
        }
    }

    private void load(
            Map<String, CommandedChild> children,
            Map<String, Integer> ports,
            String peer,
            String path,
            int count,
            double time)
            throws IOException, InterruptedException {
        CommandedChild child = children.get(peer);
        Integer port = ports.get(peer);
        if (child == null || port == null) {
            return;
        }
        String group = "http" + path + ", " + count + (count == 1 ? " connection" : " connections");
        gauge(group, peer);
        long[] before = child.ask("cost");
        Wrk run = Wrk.run(port, path, count, time);
        long[] after = child.ask("cost");
        if (run.errors() > 0 && !warming) {
            samples.note(group + ", " + peer + ": " + run.errors() + " errors in a run");
        }
        if (run.requests() == 0) {
            return;
        }
        add(group, peer, "requests/s", run.requests() / run.seconds());
        add(group, peer, "p50 us", run.p50());
        add(group, peer, "p99 us", run.p99());
        add(group, peer, "p99.9 us", run.p999());
        add(group, peer, "processor us/request", (after[0] - before[0]) / 1e3 / run.requests());
        add(group, peer, "B/request", (after[1] - before[1]) / run.requests());
    }

    // ---- threads and memory

    /** Measures what a server adds to a process that has already started everything else, after a hundred requests. */
    private void footprint() throws IOException {
        for (int round = 0; round < rounds; round++) {
            for (String each : peers) {
                System.err.printf("\r%-60s", "an HTTP route added, " + each);
                try (CommandedChild child = new CommandedChild(each, FLAGS, classPath(each), Subject.class, each)) {
                    child.ask("start");
                    child.ask("gc");
                    long[] before = child.ask("size");
                    int port = freePort();
                    child.ask("serve " + port);
                    requests(port);
                    child.ask("gc");
                    long[] after = child.ask("size");
                    add("an HTTP route added", each, "threads", (double) (after[0] - before[0]));
                    add("an HTTP route added", each, "heap kB", (after[1] - before[1]) / 1_000.0);
                    add("an HTTP route added", each, "resident kB", (double) (after[2] - before[2]));
                }
            }
        }
    }

    private static void requests(int port) throws IOException {
        byte[] request = "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhello"
                .getBytes(StandardCharsets.US_ASCII);
        for (int connection = 0; connection < 4; connection++) {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                socket.setSoTimeout(60_000);
                OutputStream out = socket.getOutputStream();
                for (int i = 0; i < 25; i++) {
                    out.write(request);
                    StringBuilder answer = new StringBuilder();
                    while (answer.indexOf("\r\n\r\nhello") < 0
                            && !answer.toString().endsWith("0\r\n\r\n")) {
                        int next = socket.getInputStream().read();
                        if (next < 0) {
                            throw new IOException("The connection has ended after: " + answer);
                        }
                        answer.append((char) next);
                    }
                }
            }
        }
    }
}
