package io.mehari.network;

import io.mehari.component.netty.NettyConstants;
import io.mehari.component.queue.QueueEndpoint;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.report.CommandLine;
import io.mehari.report.Program;
import io.mehari.scenarios.fork.LiveLine;
import io.mehari.scenarios.fork.Timeline;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * The program of {@code ./demo --scenario http}: sends HTTP requests to a queue that is full for a while, and cuts
 * connections.
 */
public final class HttpDemo {
    private static final String ORDERS = "seda:orders?size=1000&blockWhenFull=true";
    private static final Logger LOGS = Logger.getLogger("io.mehari");
    private static final int CLIENTS = 32;
    private static final double FULL_FROM = 0.3;
    private static final double FULL_TO = 0.5;
    private static final double CUTS_FROM = 0.65;
    private static final double CUTS_TO = 0.85;
    private static final long PAUSE_NANOS = 1_000_000;

    final AtomicLong next = new AtomicLong();
    final AtomicLong cut = new AtomicLong();
    volatile boolean cutting;
    volatile boolean ended;

    /** Guarded by itself. Orders whose sender has received 202. */
    private final BitSet accepted = new BitSet();

    /** Guarded by itself. Orders that were taken from the queue. */
    private final BitSet taken = new BitSet();

    private final AtomicLong takenTwice = new AtomicLong();
    private final Timeline timeline = new Timeline();
    private final LiveLine line = LiveLine.ofProgram();
    private volatile boolean closed;
    private volatile boolean watching = true;
    private long mostWaiting;

    private HttpDemo() {}

    /** See {@code ./demo --help}. */
    public static void main(String[] args) throws Exception {
        Program.main("./demo --help", () -> {
            CommandLine given = CommandLine.of("", "--scenario --seconds --rate --jdk", args);
            boolean whole = new HttpDemo().run(given.seconds("--seconds", 30), (double) given.count("--rate", 3_000));
            System.exit(whole ? 0 : 1);
        });
    }

    private boolean run(double seconds, double rate) throws Exception {
        LOGS.setLevel(Level.OFF); // connections are cut on purpose
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        try (DefaultRoutingContext context = new DefaultRoutingContext()) {
            context.addRoutes(r -> {
                r.from("netty-http:http://127.0.0.1:" + port + "/orders?httpMethodRestrict=POST")
                        .to(ORDERS + "&waitForTaskToComplete=Never")
                        .setHeader(NettyConstants.HTTP_RESPONSE_CODE, order -> 202)
                        .setBody(order -> null);
                r.from(ORDERS).process(order -> take(order.getMandatoryBody(String.class)));
            });
            context.start();
            QueueEndpoint queue = context.getEndpoint(ORDERS, QueueEndpoint.class);
            List<Thread> clients = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                clients.add(new Thread(new DemoClient(this, port, rate / CLIENTS), "client " + i));
            }
            timeline.begin();
            clients.forEach(Thread::start);
            Thread watch = new Thread(() -> watch(queue), "watch");
            watch.start();
            play(seconds);
            for (Thread each : clients) {
                each.join();
            }
            while (queue.getCurrentQueueSize() > 0) {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
            context.stop();
            watching = false;
            watch.join();
        }
        line.end();
        return report();
    }

    // ---- the steps of the demonstration

    private void play(double seconds) {
        until(FULL_FROM * seconds);
        closed = true;
        timeline.event("nothing is taken from the queue; it fills, and the server stops reading");
        until(FULL_TO * seconds);
        closed = false;
        timeline.event("the queue is emptied again");
        until(CUTS_FROM * seconds);
        cutting = true;
        timeline.event("connections are cut at random");
        until(CUTS_TO * seconds);
        cutting = false;
        timeline.event("no more cuts");
        until(seconds);
        ended = true;
    }

    private void until(double second) {
        while (timeline.seconds() < second) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    /** The route that takes from the queue. */
    private void take(String number) {
        while (closed) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        int order = Integer.parseInt(number);
        synchronized (taken) {
            if (taken.get(order)) {
                takenTwice.incrementAndGet();
            }
            taken.set(order);
        }
    }

    void accept(long order) {
        synchronized (accepted) {
            accepted.set((int) order);
        }
    }

    private long acceptedCount() {
        synchronized (accepted) {
            return accepted.cardinality();
        }
    }

    private long takenCount() {
        synchronized (taken) {
            return taken.cardinality();
        }
    }

    // ---- output

    private void watch(QueueEndpoint queue) {
        double nextSeldom = 0;
        while (watching) {
            long answered = acceptedCount();
            long waiting = next.get() - answered - cut.get();
            timeline.sample(answered);
            mostWaiting = Math.max(mostWaiting, waiting);
            boolean seldom = timeline.seconds() >= nextSeldom;
            nextSeldom += seldom ? 5 : 0;
            line.show(
                    String.format(
                            Locale.ROOT,
                            "HTTP to seda: %.0f s: %,d answered (%,.0f/s), %d of %d clients wait, %,d in the queue, %,d taken,"
                                    + " %,d cut",
                            timeline.seconds(),
                            answered,
                            timeline.rate(),
                            waiting,
                            CLIENTS,
                            queue.getCurrentQueueSize(),
                            takenCount(),
                            cut.get()),
                    seldom);
            LockSupport.parkNanos(100 * PAUSE_NANOS);
        }
        timeline.sample(acceptedCount());
    }

    private boolean report() {
        System.out.println("from(\"netty-http:http://127.0.0.1/orders\").to(\"" + ORDERS + "\"), " + CLIENTS
                + " clients, one connection each.\n");
        System.out.println(timeline.chart());
        BitSet lost;
        synchronized (accepted) {
            lost = (BitSet) accepted.clone();
        }
        synchronized (taken) {
            lost.andNot(taken);
        }
        row("requests", next.get());
        row("answered with 202", acceptedCount());
        row("cut before their answer", cut.get());
        row("neither answered nor cut", next.get() - acceptedCount() - cut.get());
        row("taken from the queue", takenCount());
        row("answered with 202 and lost", lost.cardinality());
        row("taken twice", takenTwice.get());
        row("requests that waited at once, at most", mostWaiting);
        System.out.printf(Locale.ROOT, "%-45s%12.1f s%n", "longest time without an answer", timeline.longestPause());
        return acceptedCount() > 0
                && lost.isEmpty()
                && takenTwice.get() == 0
                && next.get() == acceptedCount() + cut.get();
    }

    private static void row(String what, long count) {
        System.out.printf(Locale.ROOT, "%-45s%,12d%n", what, count);
    }

    static IOException noAnswer(String answer) {
        return new IOException("The server has answered: " + answer);
    }
}
