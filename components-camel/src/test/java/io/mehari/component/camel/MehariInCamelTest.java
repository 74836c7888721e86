package io.mehari.component.camel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.Exchange;
import io.mehari.builder.Routes;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.spi.Synchronization;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.StreamCache;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code mehari:} in routes of Camel. */
@Timeout(120)
class MehariInCamelTest {
    private final DefaultRoutingContext mehari = new DefaultRoutingContext();
    private final DefaultCamelContext camel = new DefaultCamelContext();
    private final BlockingQueue<Object> arrived = new LinkedBlockingQueue<>();

    @TempDir
    private Path folder;

    private interface CamelRoutes {
        void add(RouteBuilder route);
    }

    @BeforeEach
    void bind() {
        camel.getRegistry().bind("mehari", mehari);
        camel.getShutdownStrategy().setTimeout(10);
    }

    @AfterEach
    void stop() {
        camel.stop();
        mehari.stop();
    }

    private ProducerTemplate start(Routes routes, CamelRoutes camels) throws Exception {
        mehari.addRoutes(routes);
        camel.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                camels.add(this);
            }
        });
        camel.start();
        return camel.createProducerTemplate();
    }

    private Object next() throws InterruptedException {
        Object next = arrived.poll(30, TimeUnit.SECONDS);
        assertThat(next).isNotNull();
        return next;
    }

    // ---- to

    @Test
    void theHotPartOfARouteIsMovedByOneLine() throws Exception {
        ProducerTemplate template = start(
                route -> route.from("direct:hot")
                        .split(Exchange::getBody)
                        .to("direct:part")
                        .end(),
                route -> route.from("direct:in").to("mehari:direct:hot").process(e -> arrived.add("after")));
        mehari.addRoutes(route -> route.from("direct:part").process(exchange -> arrived.add(exchange.getBody())));
        template.sendBody("direct:in", List.of("a", "b"));
        assertThat(arrived).containsExactly("a", "b", "after");
    }

    @Test
    void aStreamThatCamelHasCachedIsReadByEachReader() throws Exception {
        ProducerTemplate template = start(
                route -> route.from("direct:hot").process(exchange -> {
                    arrived.add(exchange.getBody(String.class));
                    arrived.add(new String(exchange.getBody(byte[].class), StandardCharsets.UTF_8));
                    arrived.add(exchange.getBody(String.class));
                }),
                route -> route.from("direct:in").to("mehari:direct:hot"));
        template.sendBody("direct:in", new ByteArrayInputStream("stream".getBytes(StandardCharsets.UTF_8)));
        template.sendBody("direct:in", new StringReader("reader"));
        assertThat(arrived).containsExactly("stream", "stream", "stream", "reader", "reader", "reader");
    }

    /** Each reads after a conversion has read all of it: the stream itself, and a copy of the message. */
    @Test
    void aStreamThatCamelHasCachedIsReadAfterAConversion() throws Exception {
        ProducerTemplate template = start(
                route -> {
                    route.from("direct:stream").process(exchange -> {
                        arrived.add(exchange.getBody(String.class));
                        arrived.add(
                                new String(exchange.getBody(InputStream.class).readAllBytes(), StandardCharsets.UTF_8));
                    });
                    route.from("direct:copy").process(exchange -> {
                        arrived.add(exchange.getBody(String.class));
                        arrived.add(exchange.copy().getBody(String.class));
                    });
                },
                route -> route.from("direct:in").to("mehari:direct:stream").to("mehari:direct:copy"));
        template.sendBody("direct:in", new ByteArrayInputStream("stream".getBytes(StandardCharsets.UTF_8)));
        template.sendBody("direct:in", new StringReader("reader"));
        assertThat(arrived)
                .containsExactly("stream", "stream", "stream", "stream", "reader", "reader", "reader", "reader");
    }

    @Test
    void r4_aRouteOfCamelEndsIfARouteThatItCallsHasHandledAFailure() throws Exception {
        ProducerTemplate template = start(
                route -> route.from("direct:hot")
                        .onException(IllegalStateException.class)
                        .handled(true)
                        .process(exchange -> arrived.add("dead"))
                        .end()
                        .process(exchange -> {
                            throw new IllegalStateException("on purpose");
                        }),
                route -> route.from("direct:in").to("mehari:direct:hot").process(e -> arrived.add("after")));
        template.sendBody("direct:in", "x");
        assertThat(arrived).containsExactly("dead");
    }

    /** As that of a stream whose file is gone. */
    static final class Unreadable implements StreamCache {
        @Override
        public void reset() {
            throw new IllegalStateException("gone");
        }

        @Override
        public void writeTo(OutputStream out) {}

        @Override
        public StreamCache copy(org.apache.camel.Exchange exchange) {
            return this;
        }

        @Override
        public boolean inMemory() {
            return false;
        }

        @Override
        public long length() {
            return 1;
        }

        @Override
        public long position() {
            return 0;
        }
    }

    @Test
    void s1_aMessageThatCannotCrossIsKept() throws Exception {
        ProducerTemplate template = start(
                route -> route.from("direct:hot").process(exchange -> arrived.add("crossed")),
                route -> route.from("direct:in")
                        .errorHandler(route.noErrorHandler())
                        .to("mehari:direct:hot"));
        Object body = new Unreadable();
        org.apache.camel.Exchange sent = template.send("direct:in", exchange -> {
            exchange.getMessage().setBody(body);
            exchange.getMessage().setHeader("order", 7);
        });
        assertThat(sent.getException()).hasMessage("gone");
        assertThat(sent.getMessage().getBody()).isSameAs(body);
        assertThat(sent.getMessage().getHeader("order")).isEqualTo(7);
        assertThat(arrived).isEmpty();
    }

    @Test
    void camelIsTheContextOfTheMehariThatItRuns() throws Exception {
        ProducerTemplate template = start(route -> route.from("direct:hot").to("camel:direct:back"), route -> {
            route.from("direct:in").to("mehari:direct:hot");
            route.from("direct:back").process(e -> arrived.add(e.getContext()));
        });
        template.sendBody("direct:in", "x");
        assertThat(next()).isSameAs(camel);
    }

    @Test
    void s6_aFailureThatNoErrorHandlerHandlesIsLogged() throws Exception {
        Logger logger = Logger.getLogger("io.mehari");
        BlockingQueue<String> lines = new LinkedBlockingQueue<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord line) {
                lines.add(line.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        logger.addHandler(handler);
        try {
            mehari.getRegistry().bind("camelContext", camel);
            start(
                    route -> route.from(
                                    "camel:file:" + folder + "?initialDelay=0&delay=20&moveFailed=failed/${file:name}")
                            .process(exchange -> {
                                throw new IllegalStateException("planned");
                            }),
                    route -> route.from("direct:any").to("mehari:direct:any"));
            CamelRoutesTest.put(folder, "a.txt", "alpha");
            CamelRoutesTest.await(() -> Files.exists(folder.resolve("failed/a.txt")));
            CamelRoutesTest.await(() -> lines.stream().anyMatch(each -> each.contains("a message failed")));
        } finally {
            logger.removeHandler(handler);
        }
    }

    @Test
    void r2_aRouteOfMehariThatWaitsSuspendsTheExchangeOfCamel() throws Exception {
        ProducerTemplate template = start(
                route -> route.from("direct:hot").delay(10).transform(exchange -> exchange.getHeader("a") + "!"),
                route -> route.from("direct:in")
                        .to("mehari:direct:hot")
                        .process(exchange -> exchange.getMessage()
                                .setHeader("seen", exchange.getMessage().getBody())));
        assertThat(template.requestBodyAndHeader("direct:in", "x", "a", 1)).isEqualTo("1!");
    }

    @Test
    void r4_theFailureOfMehariReachesTheErrorHandlerOfCamel() throws Exception {
        IllegalStateException mine = new IllegalStateException("mine");
        ProducerTemplate template = start(
                route -> route.from("direct:hot").process(exchange -> {
                    throw mine;
                }),
                route -> route.from("direct:in")
                        .onException(IllegalStateException.class)
                        .handled(true)
                        .process(e ->
                                arrived.add(e.getProperty(org.apache.camel.Exchange.EXCEPTION_CAUGHT, Throwable.class)))
                        .end()
                        .to("mehari:direct:hot"));
        template.sendBody("direct:in", "x");
        assertThat(next()).isSameAs(mine);
    }

    @Test
    void k1_completionsOfCamelWaitForTheRouteAfterTheQueueOfMehari() throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        start(
                route -> route.from("seda:hot").process(exchange -> {
                    arrived.add(exchange.getBody(String.class));
                    assertThat(goOn.await(30, TimeUnit.SECONDS)).isTrue();
                }),
                route -> route.from("file:" + folder + "?initialDelay=0&delay=20&move=done/${file:name}")
                        .to("mehari:seda:hot"));
        CamelRoutesTest.put(folder, "a.txt", "alpha");
        assertThat(next()).isEqualTo("alpha");
        assertThat(folder.resolve("a.txt")).exists();
        goOn.countDown();
        CamelRoutesTest.await(() -> Files.exists(folder.resolve("done/a.txt")));
    }

    @Test
    void k1_completionsOfMehariRunWhenCamelIsDone() throws Exception {
        ProducerTemplate template = start(
                route -> route.from("direct:hot")
                        .process(hot -> hot.getExchangeExtension().addOnCompletion(new Synchronization() {
                            @Override
                            public void onComplete(Exchange exchange) {
                                arrived.add("done");
                            }

                            @Override
                            public void onFailure(Exchange exchange) {
                                arrived.add(exchange.getException());
                            }
                        })),
                route -> route.from("direct:in").to("mehari:direct:hot").process(exchange -> {
                    arrived.add("after");
                    if ("bad".equals(exchange.getMessage().getBody())) {
                        throw new IllegalStateException("bad");
                    }
                }));
        template.sendBody("direct:in", "good");
        assertThatThrownBy(() -> template.sendBody("direct:in", "bad")).hasStackTraceContaining("bad");
        assertThat(next()).isEqualTo("after");
        assertThat(next()).isEqualTo("done");
        assertThat(next()).isEqualTo("after");
        assertThat(next()).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aTransactionThatLosesItsThreadIsRolledBackWithASentence() throws Exception {
        ProducerTemplate template = start(
                route -> {
                    route.from("direct:waits").delay(300).process(exchange -> {});
                    route.from("direct:stays").process(exchange -> {});
                },
                route -> {
                    for (String each : new String[] {"waits", "stays"}) {
                        route.from("direct:" + each)
                                .process(e -> e.getExchangeExtension().setTransacted(true))
                                .to("mehari:direct:" + each);
                    }
                });
        template.sendBody("direct:stays", "x");
        assertThatThrownBy(() -> template.sendBody("direct:waits", "x"))
                .hasStackTraceContaining("A transaction of Camel belongs to one thread, but")
                .hasStackTraceContaining("mehari://direct:waits");
    }

    // ---- how many at a time

    @Test
    void k3_theQueueOfCamelBeforeARouteThatWaitsIsBounded() throws Exception {
        CopyOnWriteArrayList<Long> inFlight = new CopyOnWriteArrayList<>();
        CountDownLatch goOn = new CountDownLatch(1);
        ProducerTemplate template = start(
                route -> route.from("direct:hot")
                        .process(exchange ->
                                inFlight.add(mehari.getInflightRepository().size()))
                        .delay(100) // longer than Camel's thread needs to leave: else it goes on itself, and waits
                        .process(exchange -> {
                            assertThat(goOn.await(30, TimeUnit.SECONDS)).isTrue();
                            arrived.add("x");
                        }),
                route -> route.from("seda:in?size=1000").to("mehari:direct:hot?mehari.maxInFlight=5"));
        for (int i = 0; i < 50; i++) {
            template.sendBody("seda:in", i);
        }
        CamelRoutesTest.await(() -> inFlight.size() >= 5);
        goOn.countDown();
        for (int i = 0; i < 50; i++) {
            next();
        }
        assertThat(inFlight).hasSize(50).allMatch(each -> each <= 5);
    }

    @Test
    void k3_aThreadThatRoutesShareDoesNotWaitForAPlace() throws Exception {
        ((CamelComponent) mehari.hasComponent("camel")).setCamelContext(camel);
        mehari.addRoutes(
                route -> route.from("seda:all?concurrentConsumers=4").delay(1).to("camel:direct:camels"));
        start(
                route -> route.from("direct:hot").delay(20).process(exchange -> arrived.add("x")),
                route -> route.from("direct:camels").to("mehari:direct:hot?mehari.maxInFlight=2"));
        io.mehari.ProducerTemplate template = mehari.createProducerTemplate();
        for (int i = 0; i < 40; i++) {
            template.sendBody("seda:all", i);
        }
        for (int i = 0; i < 40; i++) {
            next();
        }
    }

    // ---- from

    @Test
    void aRouteOfCamelReceivesFromAQueueOfMehari() throws Exception {
        start(
                route -> route.from("direct:in").to("seda:out"),
                route -> route.from("mehari:seda:out")
                        .process(e -> arrived.add(e.getMessage().getBody())));
        mehari.createProducerTemplate().sendBody("direct:in", "x");
        assertThat(next()).isEqualTo("x");
    }

    @Test
    void aQueueOfMehariHasTheSizeOfItsConsumerWhicheverRouteIsFirst() throws Exception {
        ProducerTemplate template = start(route -> {}, route -> {
            route.from("direct:in").to("mehari:seda:x");
            route.from("mehari:seda:x?size=10")
                    .process(e -> arrived.add(e.getMessage().getBody()));
        });
        template.sendBody("direct:in", "x");
        assertThat(next()).isEqualTo("x");
    }

    @Test
    void r4_theFailureOfCamelIsThatOfMehari() throws Exception {
        start(
                route -> route.from("direct:in").to("seda:out?waitForTaskToComplete=Always"),
                route -> route.from("mehari:seda:out").process(exchange -> {
                    throw new IllegalStateException("in Camel");
                }));
        assertThatThrownBy(() -> mehari.createProducerTemplate().sendBody("direct:in", "x"))
                .hasStackTraceContaining("in Camel");
    }

    // ---- life

    @Test
    void s5_withoutAContextOfMehariCamelDoesNotStart() throws Exception {
        try (DefaultCamelContext alone = new DefaultCamelContext()) {
            alone.addRoutes(new RouteBuilder() {
                @Override
                public void configure() {
                    from("direct:in").to("mehari:direct:hot");
                }
            });
            assertThatThrownBy(alone::start).hasStackTraceContaining("There is no context for mehari:");
        }
    }

    @Test
    void s5_whatMehariRefusesKeepsCamelFromStarting() {
        assertThatThrownBy(() ->
                        start(route -> {}, route -> route.from("direct:in").to("mehari:sed:a?password=geheim")))
                .hasStackTraceContaining("did you mean 'seda'")
                .satisfies(e -> {
                    StringWriter text = new StringWriter();
                    e.printStackTrace(new PrintWriter(text));
                    assertThat(text.toString()).doesNotContain("geheim");
                });
    }

    @Test
    void k7_aStopOfCamelDrainsMehariFirst() throws Exception {
        for (int i = 0; i < 200; i++) {
            Files.writeString(folder.resolve("f" + i + ".txt"), "x");
        }
        start(
                route -> {
                    route.from("direct:hot").delay(10).to("seda:work");
                    route.from("seda:work?concurrentConsumers=2").process(exchange -> arrived.add("x"));
                },
                route -> route.from("file:" + folder
                                + "?initialDelay=0&move=done/${file:name}&moveFailed=failed/${file:name}")
                        .to("mehari:direct:hot?mehari.maxInFlight=20"));
        CamelRoutesTest.await(() -> arrived.size() > 30);
        camel.stop();
        assertThat(mehari.isStopped()).isTrue();
        assertThat(folder.resolve("failed")).doesNotExist();
        try (Stream<Path> done = Files.list(folder.resolve("done"))) {
            assertThat(done.count()).isEqualTo(arrived.size());
        }
    }

    /** Camel starts no route that is added while it starts. */
    @Test
    void s6_aMehariThatCamelStartsReceivesFromCamelToo() throws Exception {
        ((CamelComponent) mehari.hasComponent("camel")).setCamelContext(camel);
        start(
                route -> {
                    route.from("direct:hot").to("camel:seda:next");
                    route.from("camel:seda:next").process(exchange -> arrived.add(exchange.getBody()));
                },
                route -> route.from("direct:in").to("mehari:direct:hot"));
        for (int i = 0; i < 2; i++) {
            camel.createProducerTemplate().sendBody("direct:in", i);
            assertThat(next()).isEqualTo(i);
            camel.stop();
            camel.start();
        }
    }

    @Test
    void bothStartAgain() throws Exception {
        ProducerTemplate template = start(route -> route.from("direct:hot").to("seda:out"), route -> {
            route.from("direct:in").to("mehari:direct:hot");
            route.from("mehari:seda:out")
                    .process(e -> arrived.add(e.getMessage().getBody()));
        });
        template.sendBody("direct:in", 1);
        assertThat(next()).isEqualTo(1);
        camel.stop();
        camel.start();
        camel.createProducerTemplate().sendBody("direct:in", 2);
        assertThat(next()).isEqualTo(2);
        assertThat(mehari.isStarted()).isTrue();
    }
}
