package io.mehari.network;

import io.mehari.Exchange;
import io.mehari.ProducerTemplate;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.report.CommandLine;
import io.mehari.report.Program;
import io.mehari.scenarios.fork.LiveLine;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The program of {@code ./bench network-soak}: sends many requests from a client to a server while connections are cut.
 */
public final class Soak {
    private static final String HELP = """
            Sends requests from Mehari's HTTP client to its server, and cuts connections at random.

              --requests N  how many (10,000,000)
              --seed N      of the cuts and the requests
              --quick       20,000 requests

            Fails if a request ends without an answer and without a failure, if an answer is for another request, if the
            route gets an answered request twice or not at all, if the heap grows, or if Netty finds a leak.
            """;
    private static final int IN_FLIGHT = 128;
    private static final int CONNECTIONS = 32;
    private static final int MOST_BODY = 2_000;
    private static final int MOST_STREAM = 40_000;
    private static final int MOST_BYTES = 400_000;
    private static final int ONE_IN = 20;
    private static final long MOST_GROWTH = 8L << 20;
    private static final int MEGABYTE = 1 << 20;

    private final long requests;
    private final SplittableRandom random;
    private final AtomicLongArray seen;
    private final AtomicLongArray answered;
    private final LongAdder answers = new LongAdder();
    private final LongAdder failures = new LongAdder();
    private final LongAdder twice = new LongAdder();
    private final LongAdder wrong = new LongAdder();
    private final LongAdder brokenBodies = new LongAdder();
    private final Map<String, LongAdder> kinds = new ConcurrentHashMap<>();
    private final Semaphore room = new Semaphore(IN_FLIGHT);
    private final Leaks leaks = new Leaks();
    private final LiveLine line = LiveLine.ofProgram();
    private String plain = "";
    private String stream = "";

    private Soak(long requests, long seed) {
        this.requests = requests;
        this.random = new SplittableRandom(seed);
        int words = (int) (requests / Long.SIZE + 1);
        this.seen = new AtomicLongArray(words);
        this.answered = new AtomicLongArray(words);
    }

    /** See {@code ./bench network-soak --help}. */
    public static void main(String[] args) throws Exception {
        System.setProperty("io.netty.leakDetection.level", "paranoid"); // before any Netty class is loaded
        Program.main("./bench network-soak --help", () -> {
            CommandLine given = CommandLine.of("--quick --help", "--requests --seed", args);
            if (given.has("--help")) {
                System.out.print(HELP);
                return;
            }
            long seed = given.number("--seed", new Random().nextInt(1_000_000), 0, Long.MAX_VALUE);
            long requests =
                    given.number("--requests", given.has("--quick") ? 20_000 : 10_000_000, 1_000, 2_000_000_000L);
            System.out.println("seed " + seed);
            System.exit(new Soak(requests, seed).run(seed) ? 0 : 1);
        });
    }

    /** Counts what Netty's detector reports. */
    private static final class Leaks extends Handler {
        private final Logger detector = Logger.getLogger("io.netty.util.ResourceLeakDetector");
        // kept in a field, because the level of a logger that is garbage-collected is lost
        private final Logger ours = Logger.getLogger("io.mehari");
        private final AtomicLong count = new AtomicLong();

        Leaks() {
            ours.setLevel(Level.OFF); // connections are cut on purpose
            detector.addHandler(this);
        }

        @Override
        public void publish(LogRecord report) {
            if (report.getLevel().intValue() >= Level.WARNING.intValue()) {
                count.incrementAndGet();
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    private boolean run(long seed) throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        boolean flat;
        try (DefaultRoutingContext server = new DefaultRoutingContext();
                Cutter cutter = new Cutter(port, MOST_BYTES, seed);
                DefaultRoutingContext client = new DefaultRoutingContext()) {
            serve(server, port);
            client.start();
            String base = "netty-http:http://127.0.0.1:" + cutter.port();
            plain = base + "/plain?producerPoolMaxTotal=" + CONNECTIONS;
            stream = base + "/stream?producerPoolMaxTotal=" + CONNECTIONS;
            ProducerTemplate template = client.createProducerTemplate();
            long begin = System.nanoTime();
            long part = requests / 5;
            send(template, 0, part);
            long before = heap();
            send(template, part, requests - 500);
            flat = heap() - before < MOST_GROWTH;
            send(template, requests - 500, requests); // Netty reports a leak when it allocates after a collection
            line.end();
            System.out.printf(
                    Locale.ROOT,
                    "%,d requests in %.0f s, %,d connections cut%n",
                    requests,
                    (System.nanoTime() - begin) / 1e9,
                    cutter.cuts());
            System.out.printf(
                    Locale.ROOT,
                    "heap after a fifth and at the end: %.1f MB, %.1f MB%n",
                    (double) before / MEGABYTE,
                    (double) heap() / MEGABYTE);
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
        long number = Long.parseLong(text.substring(0, text.indexOf(' ')));
        if (!mark(seen, number)) {
            twice.increment();
        }
        exchange.setBody("re: " + number);
    }

    /** Marks a number. Returns false if it was already marked. */
    private static boolean mark(AtomicLongArray bits, long number) {
        long bit = 1L << (number % Long.SIZE);
        long before = bits.getAndAccumulate((int) (number / Long.SIZE), bit, (all, more) -> all | more);
        return (before & bit) == 0;
    }

    private static boolean isMarked(AtomicLongArray bits, long number) {
        return (bits.get((int) (number / Long.SIZE)) & (1L << (number % Long.SIZE))) != 0;
    }

    /** Sends the requests. Returns when all of them have ended. */
    private void send(ProducerTemplate template, long from, long to) throws InterruptedException {
        long shown = System.nanoTime();
        for (long i = from; i < to; i++) {
            long number = i;
            boolean streams = random.nextInt(ONE_IN) == 0;
            String body = number + " " + "x".repeat(random.nextInt(streams ? MOST_STREAM : MOST_BODY));
            room.acquire();
            var unused = template.asyncRequestBody(streams ? stream : plain, body, String.class)
                    .whenComplete((reply, failure) -> ended(number, reply, failure));
            if (System.nanoTime() - shown > 500_000_000L) {
                shown = System.nanoTime();
                line.show(
                        String.format(
                                Locale.ROOT,
                                "%,d of %,d requests: %,d answered, %,d failed, %,d twice, %,d leaks",
                                i,
                                requests,
                                answers.sum(),
                                failures.sum(),
                                twice.sum(),
                                leaks.count.get()),
                        false);
            }
        }
        room.acquire(IN_FLIGHT);
        room.release(IN_FLIGHT);
    }

    private void ended(long number, @Nullable String reply, @Nullable Throwable failure) {
        if (failure != null) {
            failures.increment();
            Throwable cause = failure;
            while (cause.getCause() != null && !cause.getClass().getName().startsWith("io.mehari.component.netty")) {
                cause = cause.getCause();
            }
            kinds.computeIfAbsent(cause.getClass().getSimpleName(), kind -> new LongAdder())
                    .increment();
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
        long lost = 0;
        long came = 0;
        for (long i = 0; i < requests; i++) {
            came += isMarked(seen, i) ? 1 : 0;
            lost += isMarked(answered, i) && !isMarked(seen, i) ? 1 : 0;
        }
        row("answered", answers.sum());
        row("failed", failures.sum());
        new TreeMap<>(kinds).forEach((kind, count) -> row("  " + kind, count.sum()));
        row("came to the route", came);
        row("came to the route twice", twice.sum());
        row("bodies that a route could not read to their end", brokenBodies.sum());
        row("answers that are wrong, or to no request of the route", wrong.sum() + lost);
        row("neither answered nor failed", requests - answers.sum() - failures.sum());
        row("leaks that Netty has found", leaks.count.get());
        System.out.println(flat ? "the heap is flat" : "THE HEAP HAS GROWN");
        return flat
                && answers.sum() > 0
                && failures.sum() > 0
                && twice.sum() + wrong.sum() + lost + leaks.count.get() == 0
                && answers.sum() + failures.sum() == requests;
    }

    private static void row(String what, long count) {
        System.out.printf(Locale.ROOT, "%-55s%,14d%n", what, count);
    }
}
