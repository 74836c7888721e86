package io.mehari.faults;

import io.mehari.component.netty.NettyConstants;
import io.mehari.component.queue.QueueEndpoint;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.proofs.Program;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine.Command;

/**
 * The program of {@code ./demo --scenario http}: sends HTTP requests to a queue that is full for a while, and cuts
 * connections.
 */
@Command(name = "./demo --scenario http")
public final class HttpDemo extends Demonstration {
    private static final String ORDERS = "seda:orders?size=1000&blockWhenFull=true";
    private static final int CLIENTS = 32;
    private static final double FULL_FROM = 0.3;
    private static final double FULL_TO = 0.5;
    private static final double CUTS_FROM = 0.65;
    private static final double CUTS_TO = 0.85;
    private static final long PAUSE_NANOS = 1_000_000;

    private final AtomicLong next = new AtomicLong();
    private final AtomicLong cut = new AtomicLong();
    private volatile boolean cutting;
    private volatile boolean ended;

    /** Guarded by itself. Orders whose sender has received 202. */
    private final BitSet accepted = new BitSet();

    /** Guarded by itself. Orders that were taken from the queue. */
    private final BitSet taken = new BitSet();

    private final AtomicLong takenTwice = new AtomicLong();
    private final Timeline timeline = new Timeline();
    private volatile boolean closed;
    private volatile long mostWaiting;

    private HttpDemo() {}

    /** See {@code ./demo --help}. */
    public static void main(String[] args) {
        Program.main(new HttpDemo(), args);
    }

    @Override
    protected boolean holds() throws Exception {
        int port = Broker.freePort();
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
                clients.add(new Thread(new Client(port, rate(3_000) / CLIENTS), "client " + i));
            }
            Watch watch = new Watch(timeline, this::acceptedCount, () -> progress(queue));
            clients.forEach(Thread::start);
            play(seconds(30));
            for (Thread each : clients) {
                each.join();
            }
            while (queue.getCurrentQueueSize() > 0) {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
            context.stop();
            watch.close();
        }
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

    private void accept(long order) {
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

    private String progress(QueueEndpoint queue) {
        long answered = acceptedCount();
        long waiting = next.get() - answered - cut.get();
        mostWaiting = Math.max(mostWaiting, waiting);
        return String.format(
                Locale.ROOT,
                "HTTP to seda: %.0f s: %,d answered (%,.0f/s), %d of %d clients wait, %,d in the queue, %,d cut",
                timeline.seconds(),
                answered,
                timeline.rate(),
                waiting,
                CLIENTS,
                queue.getCurrentQueueSize(),
                cut.get());
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
        pause("longest time without an answer", timeline);
        return acceptedCount() > 0
                && lost.isEmpty()
                && takenTwice.get() == 0
                && next.get() == acceptedCount() + cut.get();
    }

    // ---- the clients

    /** Sends orders one after another, and closes its connection in the middle of a request when it is asked to. */
    private final class Client implements Runnable {
        private static final int ONE_IN = 20;
        private static final int TIMEOUT_MILLIS = 120_000;

        private final int port;
        private final long pauseNanos;
        private final SplittableRandom random = new SplittableRandom();

        Client(int port, double rate) {
            this.port = port;
            this.pauseNanos = (long) (1e9 / rate);
        }

        @Override
        public void run() {
            long due = System.nanoTime() + random.nextLong(pauseNanos);
            try {
                while (!ended) {
                    due = connection(due);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /**
         * Sends until the connection is cut or the demonstration ends. Returns the time at which the next request is due.
         */
        private long connection(long firstDue) throws IOException {
            long due = firstDue;
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                socket.setTcpNoDelay(true);
                socket.setSoTimeout(TIMEOUT_MILLIS);
                BufferedReader in =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
                while (!ended) {
                    LockSupport.parkNanos(due - System.nanoTime());
                    // requests that were held back are not sent later
                    due = Math.max(due + pauseNanos, System.nanoTime() - pauseNanos);
                    long order = next.getAndIncrement();
                    byte[] request = request(order);
                    if (cutting && random.nextInt(ONE_IN) == 0) {
                        cut.incrementAndGet();
                        socket.getOutputStream().write(Arrays.copyOf(request, random.nextInt(1, request.length + 1)));
                        return due;
                    }
                    socket.getOutputStream().write(request);
                    readAnswer(in);
                    accept(order);
                }
            }
            return due;
        }

        private static byte[] request(long order) {
            String body = Long.toString(order);
            return ("POST /orders HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + body.length() + "\r\n\r\n" + body)
                    .getBytes(StandardCharsets.US_ASCII);
        }

        private static void readAnswer(BufferedReader in) throws IOException {
            String first = in.readLine();
            if (first == null || !first.startsWith("HTTP/1.1 202")) {
                throw new IOException("The server has answered: " + first);
            }
            String line;
            do {
                line = in.readLine();
            } while (line != null && !line.isEmpty());
        }
    }
}
