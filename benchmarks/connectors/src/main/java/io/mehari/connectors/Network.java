package io.mehari.connectors;

import io.mehari.engine.Child;
import io.mehari.engine.CommonOptions;
import io.mehari.engine.Fields;
import io.mehari.engine.Names;
import io.mehari.engine.Usage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * What do TCP and HTTP cost in a route, compared with bare Netty, Vert.x, the JDK's server and Camel's components?
 * Everything uses the loopback. Each peer has its own JVM with the same flags; the other side has its own process.
 */
@Command(
        name = "./bench network",
        description = {
            "Measures TCP and HTTP over the loopback, in Mehari and its peers in turn. Subjects:",
            "mehari, mehari-event-loop (runOnEventLoop=true), netty, vertx, jdk, camel,",
            "camel-event-loop (usingExecutorService=false)"
        })
public final class Network extends Study {
    private static final String[] FLAGS = {
        "-Dio.netty.leakDetection.level=disabled",
        "-Dsun.net.httpserver.nodelay=true", // otherwise the JDK's server waits 40 ms for each answer
        "-Dsun.net.httpserver.maxIdleConnections=2000"
    };
    private static final String GO = "go";
    private static final List<String> MODES = List.of(GO, "wait");
    private static final List<String> PATHS = List.of("/echo", "/queue");
    private static final List<String> STUDIES = List.of("tcp", "http", "footprint");
    private static final List<String> SENDERS = List.of("mehari", "netty", "camel");
    private static final List<String> PERCENTILES = List.of("p50 us", "p99 us", "p99.9 us");
    private static final double WARM_UP_SECONDS = 4;
    private static final int WARM_UP_CONNECTIONS = 64;
    private static final double PATIENCE_NANOS = 60e9;

    @Option(names = "--only", split = ",", paramLabel = "STUDY", description = "tcp, http, footprint (default: all)")
    private List<String> only = STUDIES;

    @Option(names = "--connections", split = ",", paramLabel = "N", description = "of wrk (default: 1,64,1000)")
    private List<Integer> connections = List.of();

    /** See {@code ./bench network --help}. */
    public static void main(String[] args) throws Exception {
        CommonOptions.main(new Network(), args);
    }

    @Override
    String title() {
        return "Network: TCP and HTTP over the loopback";
    }

    @Override
    void measure() throws Exception {
        List<String> subjects = options.subjects(NetworkSubject.ALL).stream()
                .filter(each -> hasJars(NetworkSubject.jars(each)))
                .toList();
        if (connections.isEmpty()) {
            connections = options.quick() ? List.of(WARM_UP_CONNECTIONS) : List.of(1, WARM_UP_CONNECTIONS, 1_000);
        }
        List<Part> parts = new ArrayList<>();
        for (String each : only) {
            parts.add(
                    switch (Names.find("study", each, STUDIES, name -> name)) {
                        case "tcp" -> new Part(SENDERS, this::tcp);
                        case "http" -> new Part(subjects, this::http);
                        default -> new Part(subjects, this::footprint);
                    });
        }
        inTurn(subjects, parts);
    }

    @Override
    Child start(String subject) throws IOException, InterruptedException {
        Child child = jvm(NetworkSubject.class, subject, NetworkSubject.jars(subject), NetworkSubject.needs(subject))
                .flags(FLAGS)
                .start();
        child.ask("start");
        return child;
    }

    private double seconds() {
        return options.seconds(3, 0.2);
    }

    /** Lets the child serve at a free port, if it does not yet. Returns its port. */
    private static int serve(Child child) throws IOException, InterruptedException {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        return (int) child.ask("serve " + port).number("port");
    }

    // ---- TCP

    private void tcp(String subject, Child child) throws Exception {
        try (Child sink = jvm(Sink.class, "sink", "", jar -> true).start()) {
            int port = (int) sink.answer().number("port");
            List<String> modes = subject.equals("camel") ? MODES.subList(1, 2) : MODES; // it has no other mode
            for (String mode : modes) {
                warmUp(() -> send(subject, child, sink, mode, port, WARM_UP_SECONDS));
                send(subject, child, sink, mode, port, seconds());
            }
        }
    }

    /** Measures sends. A message counts when it has arrived. */
    private void send(String subject, Child child, Child sink, String mode, int port, double seconds)
            throws IOException, InterruptedException {
        String group = mode.equals(GO) ? "tcp/fire and forget" : "tcp/wait for the write";
        try (Run run = new Run(group, subject, child)) {
            double before = lines(sink);
            run.begin();
            double sent = child.ask("send " + port + " " + mode + " " + Math.round(seconds * 1_000))
                    .number("sent");
            long begin = System.nanoTime();
            double arrived = lines(sink) - before;
            while (arrived < sent && System.nanoTime() - begin < PATIENCE_NANOS) {
                Thread.sleep(1);
                arrived = lines(sink) - before;
            }
            run.end("message", sent);
            if (arrived != sent) {
                throw new IOException(subject + " has sent " + sent + " messages, and " + arrived + " have arrived");
            }
        }
    }

    private static double lines(Child sink) throws IOException, InterruptedException {
        return sink.ask("lines").number("lines");
    }

    // ---- HTTP

    private void http(String subject, Child child) throws Exception {
        int port = serve(child);
        for (String path : PATHS) {
            warmUp(() -> load(subject, child, port, path, WARM_UP_CONNECTIONS, WARM_UP_SECONDS));
        }
        for (String path : PATHS) {
            for (int count : connections) {
                load(subject, child, port, path, count, seconds());
            }
        }
    }

    private void load(String subject, Child child, int port, String path, int count, double seconds)
            throws IOException, InterruptedException {
        String group = "http" + path + ", " + count + (count == 1 ? " connection" : " connections");
        try (Run run = new Run(group, subject, child)) {
            run.begin();
            Fields wrk = Wrk.run(port, path, count, seconds);
            double requests = wrk.number("requests");
            run.end("request", requests);
            if (requests > 0) {
                run.add("requests/s", requests / wrk.number("seconds")); // without the time in which wrk starts
                PERCENTILES.forEach(each -> run.add(each, wrk.number(each)));
            }
            if (wrk.number("errors") > 0) {
                note(group + ", " + subject + ": " + wrk.text("errors") + " errors in a run");
            }
        }
    }

    // ---- threads and memory

    /** Measures what a server adds to a process that has already started everything else, after a hundred requests. */
    private void footprint(String subject, Child child) throws Exception {
        try (Run run = new Run("an HTTP route added", subject, child)) {
            Fields before = child.ask("size");
            String process = String.valueOf(child.pid());
            double resident = Usage.memory(process, "VmRSS");
            int port = serve(child);
            for (int connection = 0; connection < 4; connection++) {
                requests(port);
            }
            Fields after = child.ask("size");
            run.add("threads", after.number("threads") - before.number("threads"));
            run.add("heap kB", (after.number("heap") - before.number("heap")) / 1_000);
            run.add("resident kB", (Usage.memory(process, "VmRSS") - resident) * 1_000);
        }
    }

    private static void requests(int port) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/echo"))
                .version(HttpClient.Version.HTTP_1_1)
                .POST(HttpRequest.BodyPublishers.ofString("hello"))
                .build();
        HttpClient client = HttpClient.newHttpClient();
        for (int i = 0; i < 25; i++) {
            String answer =
                    client.send(request, HttpResponse.BodyHandlers.ofString()).body();
            if (!answer.equals("hello")) {
                throw new IOException("The server has answered: " + answer);
            }
        }
    }
}
