package io.mehari.faults;

import io.mehari.Exchange;
import io.mehari.ProducerTemplate;
import io.mehari.component.netty.ConnectionLostException;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.proofs.Program;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The program of {@code ./prove network-soak}: sends many requests from a client to a server while connections are cut.
 */
@Command(
        name = "./prove network-soak",
        description = {
            "Sends requests from Mehari's HTTP client to its server, and cuts connections at random.",
            "Fails if a request ends without an answer and without a failure, if an answer is for another request, if the"
                    + " route gets an answered request twice or not at all, if the heap grows, or if Netty finds a leak."
        })
public final class NetworkSoak extends Program {
    private static final Logger DETECTOR = Logger.getLogger("io.netty.util.ResourceLeakDetector");
    private static final int IN_FLIGHT = 128;
    private static final int CONNECTIONS = 32;
    private static final int MOST_BODY = 2_000;
    private static final int MOST_STREAM = 40_000;
    private static final int MOST_BYTES = 400_000;
    private static final int ONE_IN = 20;
    private static final long MOST_GROWTH = 8L << 20;

    @Option(names = "--requests", paramLabel = "N", description = "how many (10,000,000; 20,000 with --quick)")
    private int requests;

    @Option(names = "--seed", paramLabel = "N", description = "of the cuts and the requests")
    private long seed = new Random().nextInt(1_000_000);

    private SplittableRandom random = new SplittableRandom();

    /** Guarded by itself: the requests that came to the route. */
    private final BitSet seen = new BitSet();

    /** Guarded by itself: the requests that have an answer. */
    private final BitSet answered = new BitSet();

    private final LongAdder answers = new LongAdder();
    private final LongAdder failures = new LongAdder();
    private final LongAdder twice = new LongAdder();
    private final LongAdder wrong = new LongAdder();
    private final LongAdder brokenBodies = new LongAdder();
    private final LongAdder lostConnections = new LongAdder();
    private final Semaphore room = new Semaphore(IN_FLIGHT);
    private final AtomicLong leaks = new AtomicLong();
    private final Timeline timeline = new Timeline();
    private String plain = "";
    private String stream = "";

    private NetworkSoak() {}

    /** See {@code ./prove network-soak --help}. */
    public static void main(String[] args) {
        System.setProperty("io.netty.leakDetection.level", "paranoid"); // before any Netty class is loaded
        Program.main(new NetworkSoak(), args);
    }

    @Override
    protected boolean holds() throws Exception {
        System.out.println("seed " + seed);
        requests = Math.max(1_000, requests > 0 ? requests : quick ? 20_000 : 10_000_000);
        random = new SplittableRandom(seed);
        DETECTOR.setFilter(this::isNoLeak);
        int port = Broker.freePort();
        boolean flat;
        try (DefaultRoutingContext server = new DefaultRoutingContext();
                Cutter cutter = new Cutter(port, MOST_BYTES, seed);
                DefaultRoutingContext client = new DefaultRoutingContext()) {
            Watch watch = new Watch(timeline, answers::sum, this::progress);
            serve(server, port);
            client.start();
            String base = "netty-http:http://127.0.0.1:" + cutter.port();
            plain = base + "/plain?producerPoolMaxTotal=" + CONNECTIONS;
            stream = base + "/stream?producerPoolMaxTotal=" + CONNECTIONS;
            ProducerTemplate template = client.createProducerTemplate();
            send(template, 0, requests / 5);
            long before = heap();
            send(template, requests / 5, requests - 500);
            flat = heap() - before < MOST_GROWTH;
            send(template, requests - 500, requests); // Netty reports a leak when it allocates after a collection
            watch.close();
            Demonstration.row("requests", requests);
            Demonstration.row("seconds", Math.round(timeline.seconds()));
            Demonstration.row("connections cut", cutter.cuts());
            Demonstration.row("heap after a fifth, kB", before / 1_000);
            Demonstration.row("heap at the end, kB", heap() / 1_000);
        }
        return report(flat);
    }

    private void serve(DefaultRoutingContext server, int port) throws Exception {
        String base = "netty-http:http://127.0.0.1:" + port;
        server.addRoutes(r -> {
            r.from(base + "/plain").process(exchange -> answer(exchange, exchange.getBody(byte[].class)));
            r.from(base + "/stream?disableStreamCache=true").process(this::read);
        });
        server.start();
    }

    private void read(Exchange exchange) throws Exception {
        byte[] body;
        try (InputStream in = exchange.getMandatoryBody(InputStream.class)) {
            body = in.readAllBytes();
        } catch (IOException e) {
            brokenBodies.increment();
            throw e;
        }
        answer(exchange, body);
    }

    /** The route: records that the request has arrived, and answers with its number. */
    private void answer(Exchange exchange, byte @Nullable [] body) {
        String text = body == null ? "" : new String(body, StandardCharsets.US_ASCII);
        int number = Integer.parseInt(text.substring(0, text.indexOf(' ')));
        if (!mark(seen, number)) {
            twice.increment();
        }
        exchange.setBody("re: " + number);
    }

    /** Marks a number. Returns false if it was already marked. */
    private static boolean mark(BitSet marks, int number) {
        synchronized (marks) {
            boolean first = !marks.get(number);
            marks.set(number);
            return first;
        }
    }

    /** Sends the requests. Returns when all of them have ended. */
    private void send(ProducerTemplate template, int from, int to) throws InterruptedException {
        for (int i = from; i < to; i++) {
            int number = i;
            boolean streams = random.nextInt(ONE_IN) == 0;
            String body = number + " " + "x".repeat(random.nextInt(streams ? MOST_STREAM : MOST_BODY));
            room.acquire();
            var unused = template.asyncRequestBody(streams ? stream : plain, body, String.class)
                    .whenComplete((reply, failure) -> ended(number, reply, failure));
        }
        room.acquire(IN_FLIGHT);
        room.release(IN_FLIGHT);
    }

    /** Counts what Netty's detector reports. */
    private boolean isNoLeak(LogRecord report) {
        if (report.getLevel().intValue() >= Level.WARNING.intValue()) {
            leaks.incrementAndGet();
        }
        return false;
    }

    private String progress() {
        return answers + " of " + requests + " requests answered, " + failures + " failed, " + twice + " twice";
    }

    private void ended(int number, @Nullable String reply, @Nullable Throwable failure) {
        if (failure != null) {
            failures.increment();
            for (Throwable each = failure; each != null; each = each.getCause()) {
                lostConnections.add(each instanceof ConnectionLostException ? 1 : 0);
            }
        } else {
            answers.increment();
            boolean first = mark(answered, number);
            if (!first || !("re: " + number).equals(reply)) {
                wrong.increment();
            }
        }
        room.release();
    }

    private static long heap() throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            System.gc();
            Thread.sleep(50);
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private boolean report(boolean flat) {
        int came;
        int lost;
        synchronized (seen) {
            came = seen.cardinality();
            synchronized (answered) {
                answered.andNot(seen);
                lost = answered.cardinality();
            }
        }
        Demonstration.row("answered", answers.sum());
        Demonstration.row("failed", failures.sum());
        Demonstration.row("  because the connection was lost", lostConnections.sum());
        Demonstration.row("came to the route", came);
        Demonstration.row("came to the route twice", twice.sum());
        Demonstration.row("bodies that a route could not read to their end", brokenBodies.sum());
        Demonstration.row("answers that are wrong, or to no request of the route", wrong.sum() + lost);
        Demonstration.row("neither answered nor failed", requests - answers.sum() - failures.sum());
        Demonstration.row("leaks that Netty has found", leaks.get());
        System.out.println(flat ? "the heap is flat" : "THE HEAP HAS GROWN");
        return flat
                && answers.sum() > 0
                && failures.sum() > 0
                && twice.sum() + wrong.sum() + lost + leaks.get() == 0
                && answers.sum() + failures.sum() == requests;
    }
}
