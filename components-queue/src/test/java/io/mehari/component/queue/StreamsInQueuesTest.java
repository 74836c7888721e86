package io.mehari.component.queue;

import static io.mehari.builder.RouteBuilder.constant;
import static io.mehari.builder.RouteBuilder.deadLetterChannel;
import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.builder.RouteBuilder;
import io.mehari.builder.RouteDefinition;
import io.mehari.processor.aggregate.UseLatestAggregationStrategy;
import io.mehari.spi.PoolStatistics;
import java.io.ByteArrayInputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A body that is a stream is closed when the last exchange ends that has it, whichever that is. A message and its copies
 * go separate ways here: one ends before the other reads, and nothing is left open after the last one.
 */
@Timeout(120)
class StreamsInQueuesTest {
    private static final List<byte[]> BODIES =
            IntStream.of(10, 200_000).mapToObj(StreamsInQueuesTest::content).toList();

    private final Bench bench = new Bench();
    private final AtomicInteger open = new AtomicInteger();
    private final Queue<String> wrong = new ConcurrentLinkedQueue<>();
    private final AtomicInteger reads = new AtomicInteger();
    private volatile Case now = new Case(false, false, Order.OTHERS_FIRST, 0);
    private volatile boolean mainRan;
    private volatile int others;
    private long resting;

    @AfterEach
    void close() {
        bench.close();
        assertThat(statistics().inUse()).isZero();
        assertThat(statistics().refused()).isZero();
    }

    private static byte[] content(int length) {
        byte[] content = new byte[length];
        for (int i = 0; i < length; i++) {
            content[i] = (byte) ('a' + i % 23);
        }
        return content;
    }

    /** Of the user's, and counted. */
    private final class Body extends ByteArrayInputStream {
        private boolean closed;

        Body(byte[] content) {
            super(content);
            open.incrementAndGet();
        }

        @Override
        public void close() {
            if (!closed) {
                closed = true;
                open.decrementAndGet();
            }
        }
    }

    /** Which side goes first. The other one waits until it has ended. */
    enum Order {
        OTHERS_FIRST,
        MAIN_FIRST
    }

    private record Case(boolean mainReads, boolean othersRead, Order order, int bodyIndex) {
        byte[] body() {
            return BODIES.get(bodyIndex);
        }

        @Override
        public String toString() {
            return body().length + " bytes, " + order + ", read by the main route " + mainReads + ", by the others "
                    + othersRead;
        }
    }

    // ---- the two sides

    private void main(Exchange exchange) {
        if (now.order == Order.OTHERS_FIRST) {
            Bench.await(() -> statistics().inUse() <= resting + 1);
        }
        read("main", exchange, now.mainReads);
        mainRan = true;
    }

    private void other(Exchange exchange) {
        if (now.order == Order.MAIN_FIRST) {
            Bench.await(() -> mainRan && statistics().inUse() <= resting + others);
        }
        read("other", exchange, now.othersRead);
    }

    private void read(String side, Exchange exchange, boolean reads) {
        this.reads.incrementAndGet();
        if (!reads) {
            return;
        }
        try {
            byte[] read = exchange.getMandatoryBody(byte[].class);
            if (!Arrays.equals(read, now.body())) {
                wrong.add(side + " got " + read.length + " bytes: " + now);
            }
        } catch (Exception | Error e) {
            wrong.add(side + " failed with " + e + ": " + now);
        }
    }

    private PoolStatistics statistics() {
        return Objects.requireNonNull(bench.context.getRoutingContextExtension().getExchangePoolStatistics());
    }

    private static void fail(Exchange exchange) {
        throw new IllegalStateException("on purpose");
    }

    // ---- patterns

    /** @param steps how many steps see the body */
    record Pattern(String name, int steps, List<Order> orders, BiConsumer<StreamsInQueuesTest, RouteBuilder> routes) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Pattern free(String name, int steps, BiConsumer<StreamsInQueuesTest, RouteBuilder> routes) {
        return new Pattern(name, steps, List.of(Order.values()), routes);
    }

    /** The main route waits for the others, so they go first. */
    private static Pattern waits(String name, int steps, BiConsumer<StreamsInQueuesTest, RouteBuilder> routes) {
        return new Pattern(name, steps, List.of(Order.OTHERS_FIRST), routes);
    }

    private static RouteDefinition in(RouteBuilder r) {
        return r.from("direct:in");
    }

    private static List<Pattern> patterns() {
        return List.of(
                free("seda", 2, (t, r) -> in(r).to("seda:a").process(t::main)),
                free("disruptor", 2, (t, r) -> in(r).to("disruptor:a").process(t::main)),
                free("dynamic", 2, (t, r) -> in(r).toD("seda:a").process(t::main)),
                free("twice", 3, (t, r) -> in(r).to("seda:a").to("seda:a").process(t::main)),
                free(
                        "several consumers",
                        3,
                        (t, r) -> in(r).to("seda:m?multipleConsumers=true").process(t::main)),
                free(
                        "several consumers of disruptor",
                        3,
                        (t, r) -> in(r).to("disruptor:m?multipleConsumers=true").process(t::main)),
                free("the last step", 2, (t, r) -> {
                    in(r).to("seda:last");
                    r.from("seda:last").to("seda:a").process(t::main);
                }),
                free("a chain", 3, (t, r) -> {
                    in(r).to("seda:chain").process(t::main);
                    r.from("seda:chain").to("seda:a").to("seda:b");
                }),
                free(
                        "doTry",
                        2,
                        (t, r) -> in(r).doTry()
                                .to("seda:a")
                                .process(t::main)
                                .doCatch(Exception.class)
                                .end()),
                free(
                        "doCatch",
                        2,
                        (t, r) -> in(r).doTry()
                                .to("seda:a")
                                .process(StreamsInQueuesTest::fail)
                                .doCatch(Exception.class)
                                .process(t::main)
                                .end()),
                free(
                        "doFinally",
                        2,
                        (t, r) -> in(r).doTry()
                                .to("seda:a")
                                .doFinally()
                                .process(t::main)
                                .end()),
                free("dead letter", 2, (t, r) -> {
                    r.errorHandler(deadLetterChannel("direct:dead"));
                    in(r).to("seda:a").process(StreamsInQueuesTest::fail);
                    r.from("direct:dead").process(t::main);
                }),
                free("dead letter in a queue", 2, (t, r) -> {
                    r.errorHandler(deadLetterChannel("seda:dead"));
                    in(r).to("seda:a").process(StreamsInQueuesTest::fail);
                    r.from("seda:dead").process(t::main);
                }),
                free("dead letter as it came", 2, (t, r) -> {
                    r.errorHandler(deadLetterChannel("direct:dead").useOriginalMessage());
                    in(r).to("seda:a").setBody(constant("x")).process(StreamsInQueuesTest::fail);
                    r.from("direct:dead").process(t::main);
                }),
                free("onException", 2, (t, r) -> {
                    r.onException(IllegalStateException.class).handled(true).process(t::main);
                    in(r).to("seda:a").process(StreamsInQueuesTest::fail);
                }),
                free("the others fail", 2, (t, r) -> {
                    in(r).to("seda:f").process(t::main);
                    r.from("seda:f").process(t::other).process(StreamsInQueuesTest::fail);
                }),
                free(
                        "onCompletion",
                        2,
                        (t, r) -> in(r).onCompletion().to("seda:a").end().process(t::main)),
                free(
                        "full, dropped",
                        1,
                        (t, r) -> in(r).to("seda:full?size=1&discardWhenFull=true")
                                .process(t::main)),
                free(
                        "full, refused",
                        1,
                        (t, r) -> in(r).doTry()
                                .to("seda:full?size=1")
                                .doCatch(QueueFullException.class)
                                .end()
                                .process(t::main)),
                free(
                        "full, refused after a while",
                        1,
                        (t, r) -> in(r).doTry()
                                .to("seda:full?size=1&blockWhenFull=true&offerTimeout=1")
                                .doCatch(QueueFullException.class)
                                .end()
                                .process(t::main)),
                free(
                        "no consumer, dropped",
                        1,
                        (t, r) ->
                                in(r).to("seda:none?discardIfNoConsumers=true").process(t::main)),
                free(
                        "no consumer, refused",
                        1,
                        (t, r) -> in(r).log("${body}")
                                .doTry()
                                .to("seda:none?failIfNoConsumers=true")
                                .doCatch(QueueConsumerNotAvailableException.class)
                                .end()
                                .process(t::main)),
                free(
                        "purged",
                        1,
                        (t, r) -> in(r).to("seda:purged")
                                .process(it -> t.bench.endpoint("seda:purged").purgeQueue())
                                .process(t::main)),
                waits(
                        "a request",
                        2,
                        (t, r) -> in(r).to(ExchangePattern.InOut, "seda:a").process(t::main)),
                waits("a reply of its own", 2, (t, r) -> {
                    in(r).to(ExchangePattern.InOut, "seda:reply").process(t::main);
                    r.from("seda:reply")
                            .process(it -> it.setBody(t.new Body(t.now.body())))
                            .process(t::other);
                }),
                waits(
                        "a request to several",
                        3,
                        (t, r) -> in(r).to(ExchangePattern.InOut, "seda:m?multipleConsumers=true")
                                .process(t::main)),
                new Pattern(
                        "a request that times out",
                        2,
                        List.of(Order.MAIN_FIRST),
                        (t, r) -> in(r).doTry()
                                .to(ExchangePattern.InOut, "seda:a?timeout=1")
                                .doCatch(Exception.class)
                                .end()
                                .process(t::main)),
                free("wireTap", 2, (t, r) -> in(r).wireTap("seda:a").process(t::main)),
                free(
                        "multicast",
                        3,
                        (t, r) -> in(r).multicast()
                                .to("seda:a")
                                .to("disruptor:a")
                                .end()
                                .process(t::main)),
                free(
                        "multicast in parallel",
                        3,
                        (t, r) -> in(r).multicast()
                                .parallelProcessing()
                                .to("seda:a")
                                .to("disruptor:a")
                                .end()
                                .process(t::main)),
                free(
                        "multicast in one unit of work",
                        3,
                        (t, r) -> in(r).multicast(new UseLatestAggregationStrategy())
                                .shareUnitOfWork()
                                .to("seda:a")
                                .to("seda:a")
                                .end()
                                .process(t::main)),
                free(
                        "recipientList",
                        3,
                        (t, r) -> in(r).recipientList(constant("seda:a,disruptor:a"))
                                .process(t::main)),
                free(
                        "split",
                        3,
                        (t, r) -> in(r).split(constant(List.of(1, 2)), new UseLatestAggregationStrategy())
                                .shareUnitOfWork()
                                .process(it -> it.setBody(t.new Body(t.now.body())))
                                .to("seda:a")
                                .end()
                                .process(t::main)),
                waits("enrich", 2, (t, r) -> in(r).enrich("seda:a").process(t::main)),
                waits(
                        "enrich in one unit of work",
                        2,
                        (t, r) -> in(r).enrich(constant("seda:a"))
                                .shareUnitOfWork()
                                .end()
                                .process(t::main)),
                free(
                        "pollEnrich",
                        2,
                        (t, r) -> in(r).to("seda:a")
                                .to("seda:polled")
                                .setBody(constant("x"))
                                .pollEnrich("seda:polled", 20_000)
                                .process(t::main)),
                free(
                        "pollEnrich with a strategy",
                        2,
                        (t, r) -> in(r).to("seda:a")
                                .to("seda:polled")
                                .setBody(constant("x"))
                                .pollEnrich("seda:polled", 20_000, (old, polled) -> {
                                    old.setBody(polled.getBody());
                                    return old;
                                })
                                .process(t::main)),
                free("threads", 2, (t, r) -> in(r).to("seda:a").threads(1).process(t::main)),
                free("delay", 2, (t, r) -> in(r).to("seda:a").delay(1).process(t::main)),
                free(
                        "loop",
                        3,
                        (t, r) -> in(r).loop(2).copy().to("seda:a").end().process(t::main)),
                free(
                        "aggregate",
                        2,
                        (t, r) -> in(r).aggregate(constant(1), new UseLatestAggregationStrategy())
                                .completionSize(1)
                                .to("seda:a")
                                .end()
                                .process(t::main)));
    }

    @ParameterizedTest
    @MethodSource("patterns")
    void aStreamIsOpenUntilTheLastExchangeEndsThatHasIt(Pattern pattern) throws Exception {
        bench.context.getRoutingContextExtension().setExchangePool(64, true);
        bench.context.getStreamCachingStrategy().setTotalLimit(500_000); // no room if one before is left
        bench.route(r -> {
                    pattern.routes.accept(this, r);
                    r.from("seda:a").process(this::other);
                    r.from("seda:b").process(this::other);
                    r.from("disruptor:a").process(this::other);
                    for (String queue : List.of("seda", "disruptor")) {
                        r.from(queue + ":m?multipleConsumers=true").process(this::other);
                        r.from(queue + ":m?multipleConsumers=true").process(this::other);
                    }
                })
                .start();
        if (pattern.name.startsWith("full")) {
            bench.template.sendBody("seda:full?size=1", "in the way");
        }
        resting = statistics().inUse();
        for (int body = 0; body < BODIES.size(); body++) {
            for (Order order : pattern.orders) {
                for (int read = 0; read < 4; read++) {
                    run(new Case((read & 1) != 0, (read & 2) != 0, order, body), pattern);
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    private void run(Case next, Pattern pattern) {
        int expected = pattern.steps;
        now = next;
        reads.set(0);
        others = expected - 1;
        mainRan = false;
        bench.template.sendBody("direct:in", new Body(next.body()));
        Bench.await(() -> statistics().inUse() <= resting);
        // a request may time out before a consumer takes it
        boolean isTakenBack = pattern.name.endsWith("times out") && reads.get() == 1;
        if (reads.get() != expected && !isTakenBack) {
            wrong.add(reads + " of " + expected + " steps saw the body: " + next);
        }
        if (open.getAndSet(0) != 0) {
            wrong.add("left open: " + next);
        }
    }
}
