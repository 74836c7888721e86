package io.mehari.lab.rows;

import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.Message;
import io.mehari.Processor;
import io.mehari.ProducerTemplate;
import io.mehari.builder.RouteBuilder;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.lab.api.Operations;
import io.mehari.lab.api.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The rows of {@code ./bench before-after}. It is compiled against each of the two commits, so it uses only what both
 * have.
 */
public final class Rows implements Workload {
    private static final int PARTS = 1000;
    private static final int QUEUED = 10_000;
    private static final int BATCH = 64;
    private static final int NAMES = 4;
    private static final String QUEUE = ":queue?size=1024&blockWhenFull=true";
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(60);
    private static final long NAP = 20_000;
    private static final String[] HEADERS = {"Host", "User-Agent", "Accept", "Content-Type", "Content-Length"};
    private static final String[] ABSENT = {"X-Not-There", "Cookie", "Authorization", "Via"};

    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final ProducerTemplate template = context.createProducerTemplate();
    private final Exchange[] kept = new Exchange[BATCH];
    private final AtomicLong arrived = new AtomicLong();
    private long received;
    private long found;
    private Exchange last;

    @Override
    public void start(Operations operations) throws Exception {
        context.addRoutes(routes());
        context.start();
        operations.add("direct: a send, nothing kept", send("direct:one", "body", 1));
        operations.add("stored: a send, the exchange kept", send("direct:stored", "body", 1));
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < PARTS; i++) {
            parts.add("part " + i);
        }
        operations.add("split: a part", PARTS, send("direct:whole", parts, PARTS));
        exchanges(operations);
        headers(operations, filled().getMessage());
        operations.addForThreads("seda: one to one", QUEUED, queue("seda"));
        operations.addForThreads("disruptor: one to one", QUEUED, queue("disruptor"));
    }

    private RouteBuilder routes() {
        Processor store = exchange -> {
            last = exchange;
            received++;
        };
        return new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:one").process(exchange -> {
                    if (exchange.getMessage().getBody() != null) {
                        received++;
                    }
                });
                from("direct:stored").process(store);
                from("direct:whole").split(body()).to("direct:part");
                from("direct:part")
                        .choice()
                            .when(exchange -> String.valueOf(exchange.getMessage().getBody()).length() > 100)
                                .to("direct:long")
                            .otherwise()
                                .to("direct:short");
                from("direct:long").process(store);
                from("direct:short").process(store);
                // One thread counts, so it needs no atomic addition.
                from("seda" + QUEUE).process(exchange -> arrived.lazySet(arrived.get() + 1));
                from("disruptor" + QUEUE).process(exchange -> arrived.lazySet(arrived.get() + 1));
            }
        };
    }

    private Callable<?> send(String uri, Object body, int messages) {
        Endpoint endpoint = context.getEndpoint(uri);
        return () -> {
            long expected = received + messages;
            template.sendBody(endpoint, body);
            if (received != expected) {
                throw new IllegalStateException(received + " messages have arrived, not " + expected);
            }
            return this;
        };
    }

    private void exchanges(Operations operations) {
        operations.add("create: with a body", BATCH, kept(this::withBody));
        operations.add("create: 5 headers, 2 properties", BATCH, kept(this::filled));
        operations.add("create: a copy of that", BATCH, kept(filled()::copy));
    }

    /** Keeps the exchanges for a while, so that the compiler must make them. */
    private Callable<?> kept(Supplier<Exchange> maker) {
        return () -> {
            for (int i = 0; i < BATCH; i++) {
                kept[i] = maker.get();
            }
            return kept;
        };
    }

    private Exchange withBody() {
        Exchange exchange =
                context.getRoutingContextExtension().getExchangeFactory().create(ExchangePattern.InOnly);
        exchange.getMessage().setBody("body");
        return exchange;
    }

    private Exchange filled() {
        Exchange exchange = withBody();
        for (String each : HEADERS) {
            exchange.getMessage().setHeader(each, "value");
        }
        exchange.setProperty("tenant", "one");
        exchange.setProperty("attempt", "two");
        return exchange;
    }

    private void headers(Operations operations, Message message) {
        String[] other = Stream.of(HEADERS).map(each -> each.toUpperCase(Locale.ROOT)).toArray(String[]::new);
        operations.add("header: read, same spelling", BATCH, read(message, HEADERS));
        operations.add("header: read, other spelling", BATCH, read(message, other));
        operations.add("header: read, absent", BATCH, read(message, ABSENT));
        operations.add("header: write", BATCH, () -> {
            for (int i = 0; i < BATCH; i++) {
                message.setHeader(HEADERS[i % NAMES], ABSENT[i % NAMES]);
            }
            return message;
        });
    }

    /** Several names in turn, so that the compiler cannot move the look-up out of the loop. */
    private Callable<?> read(Message message, String[] names) {
        return () -> {
            for (int i = 0; i < BATCH; i++) {
                if (message.getHeader(names[i % NAMES]) != null) {
                    found++;
                }
            }
            return this;
        };
    }

    private Callable<?> queue(String scheme) {
        Endpoint endpoint = context.getEndpoint(scheme + QUEUE);
        return () -> {
            long expected = arrived.get() + QUEUED;
            for (int i = 0; i < QUEUED; i++) {
                template.sendBody(endpoint, "body");
            }
            long deadline = System.nanoTime() + PATIENCE;
            while (arrived.get() != expected) {
                if (System.nanoTime() - deadline > 0) {
                    throw new IllegalStateException(arrived.get() + " messages have arrived, not " + expected);
                }
                LockSupport.parkNanos(NAP);
            }
            return this;
        };
    }

    @Override
    public void stop() {
        context.stop();
    }
}
