package io.mehari.impl.engine;

import static io.mehari.builder.RouteBuilder.deadLetterChannel;
import static io.mehari.builder.RouteBuilder.defaultErrorHandler;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.AggregationStrategy;
import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.Processor;
import io.mehari.RoutingContext;
import io.mehari.StreamCacheException;
import io.mehari.builder.RouteBuilder;
import io.mehari.builder.RouteDefinition;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.impl.exchange.PooledContext;
import io.mehari.processor.aggregate.UseLatestAggregationStrategy;
import java.io.ByteArrayInputStream;
import java.io.FilterReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A body that is a stream is read by one step and again by another, and nothing is left of it. */
@Timeout(60)
class StreamCachingTest {
    private static final int LIMIT = 30_000;
    private static final String CONTENT = "0123456789 \u00e4\ud83d\ude00\n".repeat(LIMIT / 10);

    private static final AtomicInteger OPEN = new AtomicInteger();

    private final PooledContext mehari = new PooledContext(true);
    private final BlockingQueue<Object> second = new LinkedBlockingQueue<>();

    @AfterEach
    void s6_nothingIsLeft() {
        mehari.close(); // law X1
        assertThat(OPEN.getAndSet(0)).as("streams that are open").isZero();
        assertThat(mehari.keptOfStreams()).isZero();
    }

    private void settings(RoutingContext context) {
        context.getStreamCachingStrategy().setLimit(LIMIT);
    }

    // ---- bodies

    private enum Kind {
        BYTES,
        TEXT
    }

    enum Size {
        EMPTY(0),
        SMALL(100),
        LARGE(5000),
        TOO_LARGE(LIMIT + 5000);

        final String text;

        Size(int length) {
            text = CONTENT.substring(0, length);
        }
    }

    /** A class of the user's, which counts. */
    private static class Bytes extends ByteArrayInputStream {
        private boolean closed;

        Bytes(String text) {
            super(text.getBytes(StandardCharsets.UTF_8));
            OPEN.incrementAndGet();
        }

        @Override
        public void close() {
            if (!closed) {
                closed = true;
                OPEN.decrementAndGet();
            }
        }
    }

    private static final class Text extends FilterReader {
        private boolean closed;

        Text(String text) {
            super(new StringReader(text));
            OPEN.incrementAndGet();
        }

        @Override
        public void close() {
            if (!closed) {
                closed = true;
                OPEN.decrementAndGet();
            }
        }
    }

    private static Object body(Kind kind, Size size) {
        return kind == Kind.TEXT ? new Text(size.text) : new Bytes(size.text);
    }

    // ---- the matrix: who reads first, and who reads then

    private record First(String name, boolean whole, BiConsumer<RouteBuilder, RouteDefinition> steps) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static First reads(String name, boolean whole, Processor reader) {
        return new First(name, whole, (builder, route) -> route.process(reader));
    }

    private static void readAll(Exchange exchange) throws IOException {
        Object body = exchange.getBody();
        if (body instanceof Reader reader) {
            reader.transferTo(Writer.nullWriter());
        } else {
            ((InputStream) body).readAllBytes();
        }
    }

    private static final List<First> FIRST = List.of(
            reads("text", true, it -> it.getBody(String.class)),
            reads("bytes", true, it -> it.getMandatoryBody(byte[].class)),
            reads("stream", true, it -> it.getMandatoryBody(InputStream.class).readAllBytes()),
            reads("reader, closed", true, it -> {
                try (Reader reader = it.getMandatoryBody(Reader.class)) {
                    reader.transferTo(Writer.nullWriter());
                }
            }),
            reads("a part", false, it -> it.getMandatoryBody(Reader.class).read(new char[10])),
            reads("itself, after a part", true, it -> {
                it.getMandatoryBody(Reader.class).read();
                readAll(it);
            }),
            new First("simple", true, (b, route) -> route.setHeader("got", RouteBuilder.simple("got ${body}"))),
            new First("log", false, (b, route) -> route.log("${body}")),
            new First(
                    "choice",
                    true,
                    (b, route) -> route.choice()
                            .when(RouteBuilder.body().contains("absent"))
                            .stop()
                            .end()),
            new First(
                    "split",
                    true,
                    (b, route) -> route.split(RouteBuilder.body().tokenize("\n"))
                            .process(part -> {})
                            .end()));

    enum Second {
        STEP,
        MULTICAST,
        PARALLEL,
        TAP,
        LIST,
        ENRICH,
        LOOP,
        AGGREGATE,
        DEAD_LETTER,
        CLAUSE,
        ORIGINAL;

        int times() {
            return this == MULTICAST || this == PARALLEL || this == LOOP ? 2 : 1;
        }
    }

    private void collect(Exchange exchange) {
        try {
            second.add(exchange.getMandatoryBody(String.class));
        } catch (Exception e) {
            second.add(e);
        }
    }

    private static void route(RouteBuilder builder, First first, Second then) {
        if (then == Second.DEAD_LETTER) {
            builder.errorHandler(deadLetterChannel("direct:second").maximumRedeliveries(0));
        } else if (then == Second.ORIGINAL) {
            builder.errorHandler(deadLetterChannel("direct:second").useOriginalMessage());
        } else if (then == Second.CLAUSE) {
            builder.onException(IllegalStateException.class).handled(true).to("direct:second");
        }
        RouteDefinition route = builder.from("direct:" + FIRST.indexOf(first));
        first.steps.accept(builder, route);
        switch (then) {
            case STEP -> route.to("direct:second");
            case MULTICAST -> route.multicast().to("direct:second").to("direct:second");
            case PARALLEL ->
                route.multicast().parallelProcessing().to("direct:second").to("direct:second");
            case TAP -> route.wireTap("direct:second");
            case LIST -> route.recipientList(RouteBuilder.constant("direct:second"));
            case ENRICH -> route.enrich("direct:second");
            case LOOP -> route.loop(2).copy().to("direct:second");
            case AGGREGATE ->
                route.aggregate(RouteBuilder.constant(1), new UseLatestAggregationStrategy())
                        .completionSize(1)
                        .to("direct:second");
            case ORIGINAL ->
                route.setBody(RouteBuilder.constant("other")).throwException(new IllegalStateException("x"));
            default -> route.throwException(new IllegalStateException("on purpose"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatOneStepHasReadTheNextReadsAgain(Second then) throws Exception {
        settings(mehari.context);
        mehari.routes(builder -> {
            builder.from("direct:second").process(this::collect);
        });
        for (First first : FIRST) {
            mehari.context.addRoutes(builder -> route(builder, first, then));
            for (Kind kind : Kind.values()) {
                readsAgain(first, then, kind);
            }
        }
    }

    private void readsAgain(First first, Second then, Kind kind) throws InterruptedException {
        for (Size size : Size.values()) {
            mehari.template.sendBody("direct:" + FIRST.indexOf(first), body(kind, size));
            boolean refused = size == Size.TOO_LARGE && (first.whole || then.times() > 1);
            for (int i = 0; i < then.times(); i++) {
                Object result = second.poll(30, TimeUnit.SECONDS);
                if (result instanceof String || !refused) {
                    assertThat(result).as("%s %s %s", first, kind, size).isEqualTo(size.text);
                    assertThat(first.whole && refused).isFalse();
                } else {
                    assertThat((Throwable) result)
                            .rootCause()
                            .isInstanceOf(StreamCacheException.class)
                            .hasMessageContaining("longer than the limit of " + LIMIT);
                }
            }
            assertThat(second).isEmpty();
        }
    }

    // ---- who reads the body itself

    /** A redelivery, and the copies of a multicast, also for a step that reads the stream object. */
    @ParameterizedTest
    @MethodSource("sizes")
    void aStepThatReadsTheStreamItselfIsRepeated(Size size) throws Exception {
        AtomicInteger failures = new AtomicInteger();
        settings(mehari.context);
        mehari.routes(r -> {
            r.errorHandler(defaultErrorHandler().maximumRedeliveries(2).redeliveryDelay(0));
            r.from("direct:a").process(it -> {
                second.add(length(it));
                if (failures.getAndIncrement() % 3 < 2) {
                    throw new IOException("on purpose");
                }
            });
            r.from("direct:b").multicast().process(it -> second.add(length(it))).process(it -> second.add(length(it)));
        });
        for (Kind kind : Kind.values()) {
            for (String route : List.of("direct:a", "direct:b")) {
                Object body = body(kind, size);
                int length = kind == Kind.TEXT ? size.text.length() : size.text.getBytes(StandardCharsets.UTF_8).length;
                int times = route.equals("direct:a") ? 3 : 2;
                try {
                    mehari.template.sendBody(route, body);
                    assertThat(second).as("%s %s", kind, route).hasSize(times).containsOnly(length);
                } catch (Exception e) {
                    assertThat(size).isEqualTo(Size.TOO_LARGE);
                    assertThat(e).rootCause().isInstanceOf(StreamCacheException.class);
                }
                second.clear();
                failures.set(0);
            }
        }
    }

    private static Stream<Size> sizes() {
        return Arrays.stream(Size.values());
    }

    private static int length(Exchange exchange) throws IOException {
        if (exchange.getBody() instanceof Reader reader) {
            StringWriter text = new StringWriter();
            reader.transferTo(text);
            return text.toString().length();
        }
        return ((InputStream) exchange.getMandatoryBody()).readAllBytes().length;
    }

    @Test
    void closedItBeginsAnew() throws Exception {
        settings(mehari.context);
        Processor closing = it -> {
            try (InputStream body = (InputStream) it.getMandatoryBody()) {
                second.add(body.readAllBytes().length);
            }
        };
        mehari.routes(r -> r.from("direct:a")
                .convertBodyTo(InputStream.class)
                .process(closing)
                .process(closing));
        mehari.template.sendBody("direct:a", new Bytes(Size.LARGE.text));
        assertThat(second).hasSize(2).containsOnly(Size.LARGE.text.getBytes(StandardCharsets.UTF_8).length);
    }

    // ---- who has it when

    @Test
    void aCopyThatOutlivesItsOriginalReadsAll() throws Exception {
        settings(mehari.context);
        CountDownLatch sent = new CountDownLatch(1);
        mehari.routes(r -> {
            r.from("direct:tap")
                    .process(it -> assertThat(sent.await(30, TimeUnit.SECONDS)).isTrue())
                    .process(this::collect)
                    .process(this::collect);
            r.from("direct:a").process(it -> it.getBody(byte[].class)).wireTap("direct:tap");
        });
        mehari.template.sendBody("direct:a", new Bytes(Size.LARGE.text));
        sent.countDown();
        for (int i = 0; i < 2; i++) {
            assertThat(second.poll(30, TimeUnit.SECONDS)).isEqualTo(Size.LARGE.text);
        }
    }

    @Test
    void e7_copiesThatAreMadeAtOnceAndReadAtOnceReadAll() throws Exception {
        settings(mehari.context);
        mehari.routes(r -> r.from("direct:a").process(it -> {
            var threads = Executors.newFixedThreadPool(2);
            try {
                List<CompletableFuture<String>> copies = new ArrayList<>();
                for (int i = 0; i < 2; i++) {
                    copies.add(CompletableFuture.supplyAsync(() -> slowly(it.copy()), threads));
                }
                for (CompletableFuture<String> each : copies) {
                    second.add(each.get(30, TimeUnit.SECONDS));
                }
            } finally {
                threads.shutdown();
            }
        }));
        for (int i = 0; i < 100; i++) {
            mehari.template.sendBody("direct:a", new Bytes(Size.SMALL.text));
            assertThat(second).hasSize(2).containsOnly(Size.SMALL.text);
            second.clear();
        }
    }

    private static String slowly(Exchange copy) {
        try (Reader body = copy.getMandatoryBody(Reader.class)) {
            StringBuilder text = new StringBuilder();
            for (int next = body.read(); next >= 0; next = body.read()) {
                text.append((char) next);
            }
            return text.toString();
        } catch (Exception e) {
            return e.toString();
        } finally {
            ((AbstractExchange) copy).end();
        }
    }

    /** It reads the stream after the exchange has ended, and closes it. */
    @ParameterizedTest
    @MethodSource("sizes")
    void theSenderGetsAStreamThatWasLogged(Size size) throws Exception {
        settings(mehari.context);
        mehari.routes(r -> r.from("direct:a").log("${body}"));
        try (InputStream reply = (InputStream) mehari.template.requestBody("direct:a", new Bytes(size.text))) {
            assertThat(new String(reply.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo(size.text);
        }
        try (InputStream reply = mehari.template.requestBody("direct:a", new Bytes(size.text), InputStream.class)) {
            assertThat(reply.read()).isEqualTo(size.text.isEmpty() ? -1 : '0');
        }
        assertThat(mehari.template.requestBody("direct:a", new Bytes(size.text), String.class))
                .isEqualTo(size.text);
    }

    @Test
    void aPartWithAStreamOfItsOwnGivesItToTheWhole() throws Exception {
        settings(mehari.context);
        mehari.routes(r -> r.from("direct:a")
                .multicast((old, part) -> {
                    if (old != null) {
                        old.setBody(part.getBody());
                    }
                    return old == null ? part : old;
                })
                .setBody(it -> "first")
                .pipeline()
                .setBody(it -> new Bytes(Size.LARGE.text))
                .process(it -> it.getBody(String.class))
                .end()
                .end()
                .process(this::collect)
                .process(this::collect));
        mehari.template.sendBody("direct:a", "x");
        assertThat(second).hasSize(2).containsOnly(Size.LARGE.text);
    }

    /** The strategy puts the body of what it drops into what it keeps. */
    @Test
    void aStrategyThatKeepsTheNewestGivesItTheFormerBody() throws Exception {
        settings(mehari.context);
        AggregationStrategy newest = (old, next) -> {
            if (old != null) {
                next.setBody(old.getBody());
            }
            return next;
        };
        mehari.routes(r -> {
            r.from("direct:a")
                    .multicast(newest)
                    .process(it -> stream(it))
                    .setBody(it -> "last")
                    .end()
                    .process(this::collect)
                    .process(this::collect);
            r.from("direct:b")
                    .split(RouteBuilder.body(), newest)
                    .shareUnitOfWork()
                    .process(it -> stream(it))
                    .end()
                    .process(this::collect)
                    .process(this::collect);
            r.from("direct:c")
                    .aggregate(RouteBuilder.constant(1), newest)
                    .completionSize(2)
                    .process(this::collect)
                    .process(this::collect);
        });
        mehari.template.sendBody("direct:a", "x");
        mehari.template.sendBody("direct:b", List.of(1, 2, 3));
        mehari.template.sendBody("direct:c", new Bytes(Size.LARGE.text));
        mehari.template.sendBody("direct:c", "last");
        assertThat(second).hasSize(6).containsOnly(Size.LARGE.text);
    }

    private static void stream(Exchange exchange) {
        exchange.setBody(new Bytes(Size.LARGE.text));
        exchange.getBody(String.class);
    }

    @Test
    void s3_manyStreamsOneAfterTheOtherLeaveNothing() throws Exception {
        settings(mehari.context);
        mehari.routes(r -> r.from("direct:a")
                .loop(1000)
                .setBody(it -> new Bytes(Size.SMALL.text))
                .process(it -> it.getBody(String.class))
                .end()
                .process(it -> assertThat(OPEN).hasValue(0)));
        mehari.template.sendBody("direct:a", "x");
    }

    /** Also if no step has read it before. */
    @ParameterizedTest
    @MethodSource("sizes")
    void theSenderGetsAStreamThatNobodyHasRead(Size size) throws Exception {
        settings(mehari.context);
        mehari.routes(r -> r.from("direct:a").process(it -> {}));
        for (Kind kind : Kind.values()) {
            try (Reader reply = mehari.template.requestBody("direct:a", body(kind, size), Reader.class)) {
                StringWriter text = new StringWriter();
                reply.transferTo(text);
                assertThat(text).hasToString(size.text);
            }
        }
    }

    /** The tap ends after the reply was left to the sender, and before the sender reads it. */
    @Test
    void aTapThatReadsTheReplyLeavesItToTheSender() throws Exception {
        settings(mehari.context);
        CountDownLatch replied = new CountDownLatch(1);
        mehari.routes(r -> {
            r.from("direct:tap")
                    .process(it ->
                            assertThat(replied.await(30, TimeUnit.SECONDS)).isTrue())
                    .process(this::collect);
            r.from("direct:a").setBody(it -> new Bytes(Size.LARGE.text)).wireTap("direct:tap");
        });
        try (InputStream reply = mehari.template.requestBody("direct:a", "x", InputStream.class)) {
            replied.countDown();
            assertThat(second.poll(30, TimeUnit.SECONDS)).isEqualTo(Size.LARGE.text);
            while (mehari.inUse() > 0) {
                Thread.onSpinWait();
            }
            assertThat(new String(reply.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo(Size.LARGE.text);
        }
    }

    @Test
    void anExchangeIsSentThreeTimes() throws Exception {
        settings(mehari.context);
        mehari.routes(r -> r.from("direct:a").process(this::collect).process(this::collect));
        Exchange exchange = mehari.context.createExchange(ExchangePattern.InOut);
        for (int i = 0; i < 2; i++) {
            exchange.setBody(new Bytes(Size.LARGE.text));
            for (int j = 0; j < 3; j++) {
                mehari.template.send("direct:a", exchange);
                assertThat(second).hasSize(2).containsOnly(Size.LARGE.text);
                second.clear();
            }
            exchange.getBody(String.class);
            assertThat(mehari.keptOfStreams()).isZero();
        }
        release(exchange);
    }

    private static void release(Exchange exchange) {
        ((AbstractExchange) exchange).release();
    }

    /** A reader that is closed twice, or by two threads, ends no hold of others. */
    @Test
    void readersThatCloseAtOnceEndOneHold() throws Exception {
        settings(mehari.context);
        mehari.routes(r -> r.from("direct:a").process(it -> it.getBody(String.class)));
        var threads = Executors.newFixedThreadPool(2);
        try {
            for (int i = 0; i < 200; i++) {
                Exchange exchange = mehari.template.request("direct:a", it -> it.setBody(new Bytes(Size.LARGE.text)));
                Exchange third = exchange.copy();
                CountDownLatch both = new CountDownLatch(2);
                List<CompletableFuture<?>> closed = new ArrayList<>();
                for (int j = 0; j < 2; j++) {
                    InputStream reader = exchange.getMandatoryBody(InputStream.class);
                    closed.add(CompletableFuture.runAsync(() -> closeAtOnce(reader, both), threads));
                }
                for (CompletableFuture<?> each : closed) {
                    each.get(30, TimeUnit.SECONDS);
                }
                assertThat(third.getBody(String.class)).isEqualTo(Size.LARGE.text);
                release(third);
                release(exchange);
            }
        } finally {
            threads.shutdown();
        }
    }

    private static void closeAtOnce(InputStream reader, CountDownLatch both) {
        try {
            both.countDown();
            while (both.getCount() > 0) {
                Thread.onSpinWait();
            }
            reader.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void whatIsLeftTwiceIsClosedOnce() throws Exception {
        settings(mehari.context);
        mehari.routes(r -> r.from("direct:a").process(it -> {
            it.getBody(String.class);
            ((AbstractExchange) it).leaveBody();
            ((AbstractExchange) it).leaveBody();
        }));
        mehari.template.requestBody("direct:a", new Bytes(Size.LARGE.text), String.class);
        assertThat(mehari.keptOfStreams()).isZero();
    }

    /** Nobody closes the body of an exchange that no reply was asked for, or that failed. */
    @Test
    void s6_sendsThatNobodyClosesLeaveNothing() throws Exception {
        settings(mehari.context);
        mehari.routes(r -> {
            r.from("direct:a").process(it -> it.getBody(String.class));
            r.from("direct:b").to("direct:a").throwException(new IllegalStateException("on purpose"));
        });
        Processor stream = it -> it.setBody(new Bytes(Size.LARGE.text));
        for (int i = 0; i < 20; i++) {
            List<Exchange> sent = new ArrayList<>();
            sent.add(mehari.template.send("direct:a", stream));
            sent.add(mehari.template.request("direct:b", stream));
            for (String uri : List.of("direct:a", "direct:b")) {
                Exchange exchange = mehari.context.createExchange(ExchangePattern.InOnly);
                stream.process(exchange);
                sent.add(mehari.template.asyncSend(uri, exchange).get(30, TimeUnit.SECONDS));
            }
            assertThat(mehari.keptOfStreams()).isZero();
            sent.forEach(StreamCachingTest::release);
        }
    }

    /** It shows the beginning, and the reply is whole. */
    @ParameterizedTest
    @MethodSource("sizes")
    void aLogThatShowsStreamsLeavesTheReply(Size size) throws Exception {
        settings(mehari.context);
        mehari.routes(r -> r.from("direct:a")
                .setBody(it -> new Bytes(size.text))
                .process(it -> it.getMandatoryBody(InputStream.class).read())
                .to("log:x?showStreams=true&maxChars=5"));
        try (InputStream reply = mehari.template.requestBody("direct:a", "x", InputStream.class)) {
            assertThat(new String(reply.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo(size.text);
        }
        assertThat(mehari.keptOfStreams()).isZero();
        assertThat(OPEN).hasValue(0);
    }

    @Test
    void s3_partsThatShareTheUnitOfWorkLeaveNothingToIt() throws Exception {
        settings(mehari.context);
        mehari.routes(r -> r.from("direct:a")
                .split(RouteBuilder.body().tokenize("\n"))
                .shareUnitOfWork()
                .process(part -> {})
                .end()
                .process(it -> second.addAll(it.getExchangeExtension().handoverCompletions())));
        mehari.template.sendBody("direct:a", new Bytes(Size.LARGE.text));
        assertThat(second).isEmpty();
    }

    // ---- what goes wrong

    /** Law S3: all streams of a context together are limited, too. */
    @Test
    void s3_whatIsNotKeptForAllFailsNoStepThatReadsFirst() throws Exception {
        settings(mehari.context);
        mehari.context.getStreamCachingStrategy().setTotalLimit(10_000);
        mehari.routes(r -> {
            r.from("direct:a")
                    .process(it -> it.getBody(String.class))
                    .to("direct:b")
                    .process(this::collect);
            r.from("direct:b").process(it -> {
                if (it.getHeader("depth", Integer.class) > 0) {
                    mehari.template.sendBodyAndHeader("direct:a", new Bytes(Size.LARGE.text), "depth", 0);
                }
            });
        });
        for (int i = 0; i < 3; i++) {
            mehari.template.sendBodyAndHeader("direct:a", new Bytes(Size.LARGE.text), "depth", 1);
            assertThat((Throwable) second.remove())
                    .hasStackTraceContaining("StreamCacheException")
                    .hasStackTraceContaining("together")
                    .hasStackTraceContaining("limit of 10000 bytes");
            assertThat(second.remove()).isEqualTo(Size.LARGE.text);
        }
    }

    /** A copy that is made by hand, and that nobody ends. */
    @Test
    void s3_whatIsGarbageCountsNoMore() throws Exception {
        settings(mehari.context);
        mehari.context.getStreamCachingStrategy().setTotalLimit(10_000);
        mehari.routes(r -> r.from("direct:a")
                .process(it -> it.copy().getBody(String.class))
                .process(this::collect));
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        for (int i = 0; i < 5; i++) {
            Object got;
            do {
                System.gc();
                mehari.template.sendBody("direct:a", new Bytes(Size.LARGE.text));
                got = second.remove();
            } while (!got.equals(Size.LARGE.text) && System.nanoTime() < end);
            assertThat(got).isEqualTo(Size.LARGE.text);
        }
        while (mehari.keptOfStreams() > 0 && System.nanoTime() < end) {
            System.gc();
        }
    }

    /** A source that fails once, as when a time is up or the heap is full. */
    @ParameterizedTest
    @MethodSource("failures")
    void s4_aSourceThatThrowsIsReadOnByTheRedelivery(Throwable thrown) throws Exception {
        settings(mehari.context);
        mehari.routes(r -> {
            r.errorHandler(defaultErrorHandler().maximumRedeliveries(1).redeliveryDelay(0));
            r.from("direct:a").process(it -> second.add(it.getMandatoryBody(String.class)));
        });
        mehari.template.sendBody("direct:a", new Bytes(Size.LARGE.text) {
            private int reads;

            @Override
            public synchronized int read(byte[] to, int offset, int length) {
                if (++reads == 3) {
                    throw StreamCachingTest.<RuntimeException>unchecked(thrown);
                }
                return super.read(to, offset, Math.min(length, 600));
            }

            @Override
            public synchronized byte[] readAllBytes() {
                throw new AssertionError("reads in parts");
            }
        });
        assertThat(second).hasSize(1).containsOnly(Size.LARGE.text);
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <T extends Throwable> T unchecked(Throwable thrown) throws T {
        throw (T) thrown;
    }

    private static Stream<Throwable> failures() {
        return Stream.of(new IOException("on purpose"), new OutOfMemoryError("on purpose"));
    }

    @Test
    void aMessageThatFailsLeavesNothing() throws Exception {
        settings(mehari.context);
        mehari.routes(r -> r.from("direct:a")
                .process(it -> it.getMandatoryBody(InputStream.class).readNBytes(1001))
                .throwException(new IllegalStateException("on purpose")));
        assertThatThrownBy(() -> mehari.template.sendBody("direct:a", new Bytes(Size.LARGE.text)))
                .hasRootCauseMessage("on purpose");
    }

    @Test
    void whatIsReadAfterItsEndIsRefused() throws Exception {
        settings(mehari.context);
        mehari.routes(r -> r.from("direct:a").process(it -> {
            second.add(it.getMandatoryBody(Reader.class));
            it.getMandatoryBody(InputStream.class).readNBytes(1001);
        }));
        mehari.template.sendBody("direct:a", new Bytes(Size.LARGE.text));
        assertThatThrownBy(() -> ((Reader) second.remove()).transferTo(Writer.nullWriter()))
                .isInstanceOf(StreamCacheException.class)
                .hasMessageContaining("its exchange has ended");
    }

    @Test
    void withoutCachingTheStreamStaysAsItIs() throws Exception {
        try (DefaultRoutingContext context = new DefaultRoutingContext()) {
            context.setStreamCaching(false);
            context.addRoutes(
                    r -> r.from("direct:a").log("${body}").multicast().process(it -> second.add(it.getBody())));
            context.start();
            try (Bytes body = new Bytes("content")) {
                context.createProducerTemplate().send("direct:a", ExchangePattern.InOnly, it -> it.setBody(body));
                assertThat(second.remove()).isSameAs(body);
            }
        }
    }
}
