package io.mehari.docs.mistakes;

import io.mehari.ProducerTemplate;
import io.mehari.builder.Routes;
import io.mehari.impl.DefaultRoutingContext;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Somebody with a context of his own, who makes a mistake and reads what is printed. */
final class Newcomer implements AutoCloseable {
    final DefaultRoutingContext context = new DefaultRoutingContext("shop");
    final ProducerTemplate template = context.createProducerTemplate();
    private final List<String> printed = new CopyOnWriteArrayList<>();
    private volatile String failure = "";
    private final Logger logger = Logger.getLogger("io.mehari");
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord line) {
            if (line.getLevel().intValue() >= Level.WARNING.intValue()) {
                say(line.getMessage() + (line.getThrown() == null ? "" : " " + line.getThrown()));
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    Newcomer() {
        logger.setUseParentHandlers(false);
        logger.addHandler(handler);
        context.getShutdownStrategy().setTimeout(Duration.ofMillis(100));
    }

    /** Adds routes and starts. */
    void routes(Routes routes) {
        context.addRoutes(routes);
        context.start();
    }

    void send(String uri, Object body) {
        template.sendBody(uri, body);
    }

    /** A route from {@code direct:a}, to which one message is sent. */
    void message(Object body, Routes routes) {
        routes(routes);
        template.sendBody("direct:a", body);
    }

    void say(String line) {
        printed.add(line);
    }

    /** What Spring prints first says only which bean failed. */
    void say(Throwable thrown) {
        Throwable shown = thrown;
        while (shown.getClass().getName().startsWith("org.springframework") && shown.getCause() != null) {
            shown = shown.getCause();
        }
        failure = shown.toString();
    }

    /** Waits for a line of the log. */
    void await(String part) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (printed.stream().noneMatch(each -> each.contains(part)) && System.nanoTime() < end) {
            Thread.sleep(5);
        }
    }

    /** What was printed: the exception that the newcomer got, or else the first line of the log. */
    String read() {
        String all = !failure.isEmpty() ? failure : printed.isEmpty() ? "nothing" : printed.get(0);
        return all.replaceAll("[Ee]xchange(\\[|) ?[0-9A-Z]{12}-\\d+", "exchange ID")
                .replaceAll("localhost(/127.0.0.1)?:\\d{4,5}", "localhost:PORT")
                .replaceAll("/127\\.0\\.0\\.1:\\d{4,5}", "/127.0.0.1:PORT")
                .replaceAll("127\\.0\\.0\\.1:\\d{4,5}", "127.0.0.1:PORT")
                .replaceAll("/\\S*/mistakes\\d+/", "/keys/")
                .replaceAll("\\S+/orders\\.properties", "/orders.properties")
                .replaceAll("Object@[0-9a-f]+", "Object@1")
                .replaceAll("within 1\\d\\d ms", "within 100 ms")
                .replaceAll("\\s+", " ")
                .trim();
    }

    @Override
    public void close() {
        context.close();
        logger.removeHandler(handler);
        logger.setUseParentHandlers(true);
    }
}
