package io.mehari.faults;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.mehari.Exchange;
import io.mehari.component.netty.NettyConstants;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.proofs.Program;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The program of {@code ./prove proxies}: raw requests through other proxies to a server of Mehari. */
@Command(
        name = "./prove proxies",
        description = {
            "Sends requests that two servers may understand in different ways through nginx, HAProxy, Apache and Squid"
                    + " to a server of Mehari, over connections that they keep and share.",
            "Fails if both sides have not seen the same requests, or if a client gets an answer that is not its own."
        })
public final class Proxies extends Program {
    private static final Pattern CASE = Pattern.compile("/([cv]-?\\d+)/");
    private static final int SENDERS = 64;
    private static final int SILENCE_MILLIS = 500;
    private static final int ANSWER_MILLIS = 30_000;
    private static final int QUICK = 12;
    private static final String LINE = "%-26s%12s%12s%12s%12s%12s%n";

    @Option(names = "--only", split = ",", paramLabel = "NAME", description = "nginx, haproxy, apache2, squid")
    private List<String> only = new ArrayList<>();

    /** What the route has got, by the name of the case, and the identifiers that the proxy gave the requests. */
    private Map<String, AtomicInteger> seen = new ConcurrentHashMap<>();

    private Set<String> identifiers = ConcurrentHashMap.newKeySet();
    private final ConcurrentLinkedQueue<String> complaints = new ConcurrentLinkedQueue<>();
    private boolean identified;

    private Proxies() {}

    /** See {@code ./prove proxies --help}. */
    public static void main(String[] args) {
        Program.main(new Proxies(), args);
    }

    @Override
    protected boolean holds() throws Exception {
        List<Proxy.Kind> kinds = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        for (Proxy.Kind each : Proxy.Kind.values()) {
            if (!only.isEmpty() && !only.contains(each.packageName)) {
                continue;
            }
            (each.program() == null ? missing : new ArrayList<String>()).add(each.packageName);
            if (each.program() != null) {
                kinds.add(each);
            }
        }
        if (!missing.isEmpty()) {
            System.out.println("Not installed: " + String.join(", ", missing) + ". Install them (apt-get install "
                    + String.join(" ", missing) + "), or choose others with --only.");
        }
        Workplace workplace = new Workplace();
        boolean equal = true;
        System.out.printf(LINE, "", "sent", "logged", "answered", "in route", "different");
        try {
            equal = run(null, workplace.folder);
            for (Proxy.Kind each : kinds) {
                equal &= run(each, workplace.folder);
            }
        } finally {
            workplace.delete();
        }
        complaints.forEach(System.out::println);
        return equal && missing.isEmpty();
    }

    /** Sends everything to the server itself, or through that proxy. Returns whether both sides agree. */
    private boolean run(Proxy.@Nullable Kind kind, Path folder) throws Exception {
        seen = new ConcurrentHashMap<>();
        identifiers = ConcurrentHashMap.newKeySet();
        identified = kind != null;
        int before = complaints.size();
        int server = Broker.freePort();
        List<String> requests = RawRequests.all();
        List<String> log = List.of();
        int sent;
        try (DefaultRoutingContext context = new DefaultRoutingContext()) {
            context.addRoutes(
                    r -> r.from("netty-http:http://127.0.0.1:" + server + "/?matchOnUriPrefix=true&readTimeout=3s")
                            .process(this::count));
            context.start();
            if (kind == null) {
                sent = sendAll(requests, server);
            } else {
                try (Proxy proxy = new Proxy(kind, folder, server)) {
                    sent = sendAll(requests, proxy.port);
                    Thread.sleep(2_000); // until it has written its log
                    log = proxy.log();
                }
            }
        }
        compare(kind, log);
        int different = complaints.size() - before;
        int route = seen.values().stream().mapToInt(AtomicInteger::get).sum();
        String name = kind == null ? "no proxy" : kind.packageName + " " + kind.version();
        long answered = log.stream().filter(line -> isAnswered(line)).count();
        System.out.printf(
                Locale.ROOT,
                LINE,
                name,
                sent,
                kind == null ? "" : log.size(),
                kind == null ? "" : answered,
                route,
                different);
        return different == 0;
    }

    /** The route. */
    private void count(Exchange exchange) {
        String uri = exchange.getHeader(NettyConstants.HTTP_URI, String.class);
        seen.computeIfAbsent(caseOf(String.valueOf(uri)), name -> new AtomicInteger())
                .incrementAndGet();
        if (identified) {
            String id = exchange.getHeader("X-Id", String.class);
            if (id == null || (!id.equals(Proxy.ANY) && !identifiers.add(id))) {
                complaints.add("  the route got " + uri + ", which the proxy has not sent: its identifier is " + id);
            }
        }
        exchange.setBody("re: " + uri);
    }

    /** Whether the route has answered; 206 is what Apache makes of its answer to a request for a part. */
    private static boolean isAnswered(String line) {
        return line.startsWith("200 ") || line.startsWith("206 ");
    }

    /** The last case that a line names. */
    private static String caseOf(String line) {
        Matcher found = CASE.matcher(line);
        String last = "?";
        while (found.find()) {
            last = found.group(1);
        }
        return last;
    }

    // ---- the clients

    private int sendAll(List<String> requests, int port) throws Exception {
        ExecutorService senders = Executors.newFixedThreadPool(SENDERS);
        List<Future<?>> sent = new ArrayList<>();
        askAfter(port, -1); // so that both sides have begun
        try {
            for (int i = 0; i < requests.size(); i += quick ? QUICK : 1) {
                int number = i;
                sent.add(senders.submit(() -> {
                    exchange(port, requests.get(number), SILENCE_MILLIS);
                    askAfter(port, number);
                }));
            }
            for (Future<?> each : sent) {
                each.get();
            }
        } finally {
            senders.shutdownNow();
        }
        return sent.size();
    }

    /** Sends bytes, and reads until the other side closes the connection or says nothing for that time. */
    private static String exchange(int port, String text, int millis) {
        StringBuilder answers = new StringBuilder();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(millis);
            socket.getOutputStream().write(text.getBytes(ISO_8859_1));
            InputStream in = socket.getInputStream();
            byte[] some = new byte[1 << 13];
            int count;
            while ((count = in.read(some)) > 0) {
                answers.append(new String(some, 0, count, ISO_8859_1));
            }
        } catch (IOException e) {
            // it said nothing more, or has closed the connection before it read everything
        }
        return answers.toString();
    }

    /** A request of somebody else, which must get its own answer. */
    private void askAfter(int port, int number) {
        String path = "/v" + number + "/a";
        String answer =
                exchange(port, "GET " + path + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", ANSWER_MILLIS);
        if (!answer.endsWith("re: " + path)) {
            complaints.add("  after c" + number + ", " + path + " got: "
                    + answer.replaceAll("[\r\n]+", " | ").strip());
        }
    }

    // ---- both sides

    /**
     * For each case: what the route got is in the log, and what the log says was answered came from the route. The log
     * also has what the proxy or the server has refused, and what was cut because the client had left.
     */
    private void compare(Proxy.@Nullable Kind kind, List<String> log) {
        if (kind == null) {
            return;
        }
        Map<String, Integer> answered = new TreeMap<>();
        Map<String, Integer> logged = new TreeMap<>();
        for (String line : log) {
            logged.merge(caseOf(line), 1, Integer::sum);
            answered.merge(caseOf(line), isAnswered(line) ? 1 : 0, Integer::sum);
        }
        Set<String> names = new TreeSet<>(seen.keySet());
        names.addAll(answered.keySet());
        for (String name : names) {
            AtomicInteger got = seen.getOrDefault(name, new AtomicInteger());
            int most = logged.getOrDefault(name, 0);
            int least = answered.getOrDefault(name, 0);
            if (got.get() > most || got.get() < least) {
                complaints.add("  " + kind.packageName + ", " + name + ": the route got " + got
                        + " requests, the log has " + most + ", and " + least + " of them with an answer of the route");
            }
        }
    }
}
