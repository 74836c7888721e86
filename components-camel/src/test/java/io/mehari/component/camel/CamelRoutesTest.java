package io.mehari.component.camel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.ProducerTemplate;
import io.mehari.ResolveEndpointFailedException;
import io.mehari.builder.RouteBuilder;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.spi.Synchronization;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.apache.camel.CamelContext;
import org.apache.camel.StreamCache;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.AsyncProcessorConverterHelper;
import org.apache.camel.support.DefaultExchange;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code camel:} in routes of Mehari, with components of Camel as they are. */
@Timeout(120)
class CamelRoutesTest {
    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final BlockingQueue<Object> arrived = new LinkedBlockingQueue<>();

    @TempDir
    private Path folder;

    @AfterEach
    void stop() {
        context.stop();
    }

    private CamelContext camel() {
        return ((CamelComponent) context.hasComponent("camel")).getCamelContext();
    }

    private void camelRoutes(org.apache.camel.builder.RouteBuilder routes) {
        try {
            camel().addRoutes(routes);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private Object next() throws InterruptedException {
        Object next = arrived.poll(30, TimeUnit.SECONDS);
        assertThat(next).isNotNull();
        return next;
    }

    static void await(BooleanSupplier condition) throws InterruptedException {
        await(condition, 30);
    }

    static void await(BooleanSupplier condition, long seconds) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("in time").isLessThan(end);
            Thread.sleep(5);
        }
    }

    /** A file that is there with its text. */
    static void put(Path folder, String name, String text) throws IOException {
        Path made = Files.writeString(Files.createTempFile("put", ""), text);
        Files.move(made, folder.resolve(name));
    }

    private String file(String options) {
        return "camel:file:" + folder + "?initialDelay=0&delay=20" + options;
    }

    private long names(String ending) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(each -> each.toString().endsWith(ending)).count();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    // ---- completions

    @Test
    void k1_aFileStaysUntilTheRouteAfterTheQueueIsDone() throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        context.addRoutes(route -> {
            route.from(file("&move=done/${file:name}")).to("seda:work");
            route.from("seda:work").process(exchange -> {
                arrived.add(exchange.getMandatoryBody(String.class));
                assertThat(goOn.await(30, TimeUnit.SECONDS)).isTrue();
            });
        });
        context.start();
        put(folder, "a.txt", "alpha");
        assertThat(next()).isEqualTo("alpha");
        assertThat(folder.resolve("a.txt")).exists();
        goOn.countDown();
        await(() -> Files.exists(folder.resolve("done/a.txt")));
        assertThat(folder.resolve("a.txt")).doesNotExist();
    }

    @Test
    void k1_aFailureAfterTheQueueSendsTheFileToTheFailedOnes() throws Exception {
        context.addRoutes(route -> {
            route.from(file("&moveFailed=failed/${file:name}")).to("seda:work");
            route.from("seda:work").process(exchange -> {
                throw new IllegalStateException("on purpose");
            });
        });
        context.start();
        put(folder, "a.txt", "alpha");
        await(() -> Files.exists(folder.resolve("failed/a.txt")));
    }

    @Test
    void k1_aFileStaysUntilTheRouteOfCamelAfterTheQueueIsDone() throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        camelRoutes(new org.apache.camel.builder.RouteBuilder() {
            @Override
            public void configure() {
                from("seda:work").process(exchange -> {
                    arrived.add("begun");
                    assertThat(goOn.await(30, TimeUnit.SECONDS)).isTrue();
                });
            }
        });
        context.addRoutes(route -> route.from(file("&move=done/${file:name}")).to("camel:seda:work"));
        context.start();
        put(folder, "a.txt", "alpha");
        assertThat(next()).isEqualTo("begun");
        Thread.sleep(100); // time for the end of the route of Mehari
        assertThat(folder.resolve("a.txt")).exists();
        goOn.countDown();
        await(() -> Files.exists(folder.resolve("done/a.txt")));
    }

    @Test
    void k1_aFailureOfOneOfSeveralConsumersSendsTheFileToTheFailedOnes() throws Exception {
        context.addRoutes(route -> {
            route.from(file("&move=done/${file:name}&moveFailed=failed/${file:name}"))
                    .to("seda:news?multipleConsumers=true");
            route.from("seda:news?multipleConsumers=true").process(exchange -> arrived.add("one"));
            route.from("seda:news?multipleConsumers=true").process(exchange -> {
                throw new IllegalStateException("on purpose");
            });
        });
        context.start();
        put(folder, "a.txt", "alpha");
        await(() -> Files.exists(folder.resolve("failed/a.txt")) || Files.exists(folder.resolve("done/a.txt")));
        assertThat(folder.resolve("failed/a.txt")).exists();
    }

    private static Synchronization said(String what, BlockingQueue<Object> to) {
        return new Synchronization() {
            @Override
            public void onComplete(Exchange exchange) {
                to.add(what + " done");
            }

            @Override
            public void onFailure(Exchange exchange) {
                to.add(what + " failed with " + exchange.getException().getMessage());
            }
        };
    }

    @Test
    void k1_aQueueOfCamelTakesTheCompletionsAlong() throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        camelRoutes(new org.apache.camel.builder.RouteBuilder() {
            @Override
            public void configure() {
                from("seda:far").process(exchange -> {
                    assertThat(goOn.await(30, TimeUnit.SECONDS)).isTrue();
                    if ("bad".equals(exchange.getMessage().getBody())) {
                        throw new IllegalStateException("far away");
                    }
                });
            }
        });
        context.addRoutes(route -> route.from("direct:in")
                .process(exchange -> exchange.getExchangeExtension().addOnCompletion(said("mine", arrived)))
                .to("camel:seda:far"));
        context.start();
        ProducerTemplate template = context.createProducerTemplate();
        template.sendBody("direct:in", "good");
        template.sendBody("direct:in", "bad");
        assertThat(arrived).isEmpty();
        goOn.countDown();
        assertThat(next()).isEqualTo("mine done");
        assertThat(next()).isEqualTo("mine failed with far away");
    }

    /** Both go on with the stream, and it is closed when the second one has ended. */
    @Test
    void aStreamIsReadAfterAQueueOfCamelAndBeyondItAndIsClosedThen() throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        camelRoutes(new org.apache.camel.builder.RouteBuilder() {
            @Override
            public void configure() {
                from("seda:far").streamCache("false").process(exchange -> {
                    assertThat(goOn.await(30, TimeUnit.SECONDS)).isTrue();
                    arrived.add(exchange.getMessage().getBody(InputStream.class).read());
                });
            }
        });
        context.addRoutes(route -> route.from("direct:in")
                .process(
                        exchange -> exchange.getMandatoryBody(InputStream.class).read())
                .to("camel:seda:far")
                .process(exchange ->
                        arrived.add(exchange.getMandatoryBody(InputStream.class).read())));
        context.start();
        context.createProducerTemplate().sendBody("direct:in", new ByteArrayInputStream(new byte[] {1, 2}) {
            @Override
            public void close() {
                closed.countDown();
            }
        });
        assertThat(next()).isEqualTo(1);
        assertThat(closed.getCount()).isOne();
        goOn.countDown();
        assertThat(next()).isEqualTo(1);
        assertThat(closed.await(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void u3_aFullQueueOfCamelGivesTheCompletionsBack() throws Exception {
        context.addRoutes(route -> route.from("direct:in")
                .errorHandler(RouteBuilder.noErrorHandler())
                .process(exchange -> exchange.getExchangeExtension().addOnCompletion(said("mine", arrived)))
                .to("camel:seda:full?size=1"));
        context.start();
        ProducerTemplate template = context.createProducerTemplate();
        template.sendBody("direct:in", "first");
        assertThat(arrived).isEmpty();
        assertThatThrownBy(() -> template.sendBody("direct:in", "second")).hasMessageContaining("full");
        assertThat((String) next()).startsWith("mine failed");
        assertThat(arrived).isEmpty();
    }

    @Test
    void k1_completionsOfARouteOfCamelRunWhenMehariIsDone() throws Exception {
        camelRoutes(new org.apache.camel.builder.RouteBuilder() {
            @Override
            public void configure() {
                from("direct:sub")
                        .process(exchange -> exchange.getExchangeExtension()
                                .addOnCompletion(new org.apache.camel.support.SynchronizationAdapter() {
                                    @Override
                                    public void onDone(org.apache.camel.Exchange done) {
                                        arrived.add("camel's " + (done.isFailed() ? "failed" : "done"));
                                    }
                                }));
            }
        });
        context.addRoutes(route -> route.from("direct:in")
                .to("camel:direct:sub")
                .process(exchange -> arrived.add("after"))
                .to("seda:later"));
        context.addRoutes(route -> route.from("seda:later").process(exchange -> arrived.add("later")));
        context.start();
        context.createProducerTemplate().sendBody("direct:in", "x");
        assertThat(next()).isEqualTo("after");
        assertThat(next()).isEqualTo("later");
        assertThat(next()).isEqualTo("camel's done");
    }

    // ---- failures

    @Test
    void r4_theExceptionIsTheSameOnBothSides() throws Exception {
        IllegalStateException mine = new IllegalStateException("mine");
        AtomicReference<Throwable> inCamel = new AtomicReference<>();
        camelRoutes(new org.apache.camel.builder.RouteBuilder() {
            @Override
            public void configure() {
                from("direct:throws").errorHandler(noErrorHandler()).process(exchange -> {
                    throw mine;
                });
                from("direct:outer")
                        .onException(IllegalStateException.class)
                        .handled(true)
                        .process(exchange -> inCamel.set(
                                exchange.getProperty(org.apache.camel.Exchange.EXCEPTION_CAUGHT, Throwable.class)))
                        .end()
                        .to("direct:mehari");
            }
        });
        context.addRoutes(route -> {
            route.from("direct:in")
                    .onException(IllegalStateException.class)
                    .handled(true)
                    .process(exchange -> arrived.add(exchange.getProperty(Exchange.EXCEPTION_CAUGHT)))
                    .end()
                    .to("camel:direct:throws");
            route.from("camel:direct:mehari").process(exchange -> {
                throw mine;
            });
        });
        context.start();
        context.createProducerTemplate().sendBody("direct:in", "x");
        assertThat(next()).isSameAs(mine);
        camel().createProducerTemplate().sendBody("direct:outer", "x");
        assertThat(inCamel.get()).isSameAs(mine);
    }

    @Test
    void r4_aFailureOfTheConsumerReachesTheErrorHandlerIfItIsBridged() throws Exception {
        context.addRoutes(route -> route.from("camel:file:" + folder
                        + "/not-there?autoCreate=false&directoryMustExist=true&initialDelay=0&delay=20"
                        + "&startingDirectoryMustExist=false&bridgeErrorHandler=true")
                .onException(Exception.class)
                .handled(true)
                .process(exchange -> arrived.add(exchange.getProperty(Exchange.EXCEPTION_CAUGHT)))
                .end()
                .process(exchange -> arrived.add("a message")));
        context.start();
        assertThat(next()).isInstanceOf(Exception.class);
    }

    @Test
    void k8_aComponentThatThrowsOrCallsBackTwiceEndsTheMessageOnce() throws Exception {
        camel().addComponent("fake", new FakeComponent());
        context.addRoutes(route -> route.from("direct:in")
                .errorHandler(RouteBuilder.noErrorHandler())
                .to("camel:fake:${header.way}".replace("${header.way}", "any"))
                .process(exchange -> arrived.add(exchange.getBody())));
        context.start();
        ProducerTemplate template = context.createProducerTemplate();
        for (String way : List.of("throws", "error", "twice", "later", "laterTwice", "throwsAfterCallback")) {
            if (way.equals("throws") || way.equals("error")) {
                assertThatThrownBy(() -> template.sendBody("direct:in", way)).hasStackTraceContaining("on purpose");
            } else {
                template.sendBody("direct:in", way);
                assertThat(next()).isEqualTo(way + "!");
            }
        }
        assertThat(arrived).isEmpty();
        assertThat(context.getInflightRepository().size()).isZero();
        await(() -> camel().getInflightRepository().size() == 0);
    }

    // ---- bodies, headers, properties

    @Test
    void aStreamOfCamelIsReadFromItsBeginningByEachReader() throws Exception {
        AtomicInteger tries = new AtomicInteger();
        camelRoutes(new org.apache.camel.builder.RouteBuilder() {
            @Override
            public void configure() {
                from("direct:stream").convertBodyTo(InputStream.class).convertBodyTo(StreamCache.class);
                from("direct:reads").process(exchange -> {
                    arrived.add(exchange.getMessage().getBody(String.class));
                    if (tries.incrementAndGet() < 3) {
                        throw new IllegalStateException("again");
                    }
                });
            }
        });
        context.addRoutes(route -> route.from("direct:in")
                .errorHandler(RouteBuilder.defaultErrorHandler()
                        .maximumRedeliveries(3)
                        .redeliveryDelay(1))
                .to("camel:direct:stream")
                .process(exchange -> {
                    assertThat(exchange.getBody()).isInstanceOf(InputStream.class);
                    assertThat(exchange.getBody(String.class)).isEqualTo("stream");
                    assertThat(exchange.getBody(byte[].class)).hasSize(6);
                })
                .to("camel:direct:reads"));
        context.start();
        context.createProducerTemplate().sendBody("direct:in", "stream");
        assertThat(arrived).containsExactly("stream", "stream", "stream");
    }

    @Test
    void k4_headersAndPropertiesCrossBothWays() {
        camelRoutes(new org.apache.camel.builder.RouteBuilder() {
            @Override
            public void configure() {
                from("direct:sub").process(exchange -> {
                    assertThat(exchange.getMessage().getHeader("FROM-mehari")).isEqualTo(1);
                    assertThat(exchange.getProperty("mine")).isEqualTo(2);
                    exchange.getMessage().removeHeader("From-Mehari");
                    exchange.getMessage().setHeader("From-Camel", List.of(3, 4));
                    exchange.setProperty("mine", 5);
                });
            }
        });
        context.addRoutes(route -> route.from("direct:in").to("camel:direct:sub"));
        context.start();
        Exchange exchange = context.createExchange(ExchangePattern.InOut);
        exchange.setHeader("From-Mehari", 1);
        exchange.setProperty("mine", 2);
        context.createProducerTemplate().send("direct:in", exchange);
        assertThat(exchange.getException()).isNull();
        assertThat(exchange.getHeaders()).containsOnlyKeys("From-Camel").containsValue(List.of(3, 4));
        assertThat(exchange.getProperty("mine")).isEqualTo(5);
    }

    @Test
    void k4_headersThatBeginWithMehariStayInMehari() throws Exception {
        camelRoutes(new org.apache.camel.builder.RouteBuilder() {
            @Override
            public void configure() {
                from("direct:sub").process(exchange -> {
                    arrived.add(exchange.getMessage().getHeaders().keySet().toString());
                    exchange.getMessage().setHeader("mEHARIhttppath", "chosen by the network");
                    exchange.getMessage().setHeader("Other", 2);
                });
                from("direct:net")
                        .setHeader("MEHARIhttpPath", constant("chosen by the network"))
                        .to("direct:mehari");
            }
        });
        context.addRoutes(route -> {
            route.from("camel:direct:mehari")
                    .process(exchange ->
                            arrived.add(exchange.getHeaders().keySet().toString()));
            route.from("direct:in").to("camel:direct:sub");
        });
        context.start();
        Exchange exchange = context.createExchange(ExchangePattern.InOut);
        exchange.setHeader("MehariHttpPath", "mine");
        exchange.setHeader("CamelFileName", "a.txt");
        context.createProducerTemplate().send("direct:in", exchange);
        assertThat(next()).isEqualTo("[CamelFileName]");
        assertThat(exchange.getHeaders().toString()).isEqualTo("{MehariHttpPath=mine, CamelFileName=a.txt, Other=2}");
        camel().createProducerTemplate().sendBody("direct:net", "x");
        assertThat(next()).isEqualTo("[]");
    }

    @Test
    void k1_camelAcknowledgesAfterTheCompletionsOfMehari() throws Exception {
        context.addRoutes(route -> route.from("camel:direct:in")
                .delay(5)
                .process(exchange -> exchange.getExchangeExtension().addOnCompletion(said("mine", arrived))));
        context.start();
        camel().createProducerTemplate().sendBody("direct:in", "x");
        assertThat(arrived.poll()).isEqualTo("mine done");
    }

    @Test
    void k5_messagesOfAQueueOfCamelEnterTheRouteInTheirOrder() throws Exception {
        context.addRoutes(route -> route.from("camel:seda:in").to("seda:next"));
        context.addRoutes(route -> route.from("seda:next").process(exchange -> arrived.add(exchange.getBody())));
        context.start();
        for (int i = 0; i < 200; i++) {
            camel().createProducerTemplate().sendBody("seda:in", i);
        }
        for (int i = 0; i < 200; i++) {
            assertThat(next()).isEqualTo(i);
        }
    }

    @Test
    void s5_camelsComponentsFindNamedObjectsOnly() {
        assertThatThrownBy(() -> {
                    context.getRegistry().bind("database", new org.h2.jdbcx.JdbcDataSource());
                    context.addRoutes(route -> route.from("direct:in").to("camel:sql:select 1"));
                    context.start();
                })
                .hasStackTraceContaining("Property 'dataSource' is required");
    }

    // ---- requests and suspended exchanges

    @Test
    void r2_aRouteOfMehariThatWaitsAnswersARequestOfCamel() throws Exception {
        context.addRoutes(route -> route.from("camel:direct:ask").delay(20).transform(exchange -> "answer"));
        context.start();
        assertThat(camel().createProducerTemplate().requestBody("direct:ask", "question"))
                .isEqualTo("answer");
    }

    @Test
    void r2_aThreadOfARouteOfCamelMayWaitForARouteThatGoesOnInCamel() throws Exception {
        context.addRoutes(route -> route.from("direct:mehari").to("camel:direct:inner"));
        ProducerTemplate template = context.createProducerTemplate();
        camelRoutes(new org.apache.camel.builder.RouteBuilder() {
            @Override
            public void configure() {
                from("direct:outer")
                        .process(exchange -> exchange.getMessage().setBody(template.requestBody("direct:mehari", "x")));
                from("direct:inner").setBody().constant("inner").process(exchange -> {});
            }
        });
        context.start();
        assertThat(camel().createProducerTemplate().requestBody("direct:outer", "x"))
                .isEqualTo("inner");
    }

    @Test
    void aMessageIsPolledWithItsCompletions() throws Exception {
        context.addRoutes(route -> route.from("direct:in")
                .pollEnrich("camel:file:" + folder + "?fileName=a.txt&move=done/${file:name}", 30_000)
                .process(exchange -> {
                    arrived.add(exchange.getBody(String.class));
                    arrived.add(Files.exists(folder.resolve("a.txt")));
                }));
        context.start();
        put(folder, "a.txt", "alpha");
        context.createProducerTemplate().sendBody("direct:in", "x");
        assertThat(arrived).containsExactly("alpha", true);
        await(() -> Files.exists(folder.resolve("done/a.txt")));
    }

    // ---- names and URIs

    @Test
    void namesAndPlaceholdersOfMehariAreKnownToItsCamel() throws Exception {
        context.getGlobalOptions().put("name", "a.txt");
        context.getGlobalOptions().put("greeting", "hello");
        context.getRegistry().bind("only", (org.apache.camel.component.file.GenericFileFilter<Object>)
                found -> found.getFileName().equals("a.txt"));
        camelRoutes(new org.apache.camel.builder.RouteBuilder() {
            @Override
            public void configure() {
                from("direct:greets").setBody().constant("{{greeting}}");
            }
        });
        context.addRoutes(route -> route.from(file("&filter=#only"))
                .to("camel:direct:greets")
                .process(exchange -> arrived.add(exchange.getBody())));
        context.start();
        put(folder, "b.txt", "b");
        put(folder, "a.txt", "a");
        assertThat(next()).isEqualTo("hello");
        assertThat(folder.resolve("b.txt")).exists();
    }

    @Test
    void k10_aRefusedOptionShowsNoPassword() {
        String uri = "camel:imap:localhost?username=me&password=RAW(geheim&1)&nonsense=2";
        assertThatThrownBy(() -> context.getEndpoint(uri))
                .isInstanceOf(ResolveEndpointFailedException.class)
                .hasMessageContaining("nonsense")
                .satisfies(e -> assertThat(stack(e)).doesNotContain("geheim"));
    }

    private static String stack(Throwable e) {
        java.io.StringWriter text = new java.io.StringWriter();
        e.printStackTrace(new java.io.PrintWriter(text));
        return text.toString();
    }

    @ParameterizedTest
    @CsvSource({
        "camel:quartz:a?cron=0/1+*+?, quartz:a?cron=0/1+*+?",
        "camel:quartz:a?cron=0/1+*+?&mehari.maxInFlight=5, quartz:a?cron=0/1+*+?",
        "camel:quartz:a?mehari.maxInFlight=5&z=0/1+*+?, quartz:a?z=0/1+*+?",
        "camel://file:a?mehari.maxInFlight=5, file:a",
        "camel:sql:select 1?a=b&mehari.maxInFlight=5&z=RAW(x&y), sql:select 1?a=b&z=RAW(x&y)",
        "camel:a:b?x=mehari.maxInFlight=5, a:b?x=mehari.maxInFlight=5"
    })
    void s5_camelGetsItsUriAsItWasWritten(String uri, String inner) {
        assertThat(CamelEndpoint.inner(uri)).isEqualTo(inner);
    }

    @Test
    void s5_anUnknownComponentOfCamelIsRefusedByItsName() {
        assertThatThrownBy(() -> context.getEndpoint("camel:nosuch:a")).hasMessageContaining("nosuch");
    }

    // ---- whose Camel

    @Test
    void theCamelContextOfTheRegistryIsUsedAndNotStopped() throws Exception {
        try (DefaultCamelContext own = new DefaultCamelContext()) {
            own.start();
            context.getRegistry().bind("camelContext", own);
            context.addRoutes(route -> route.from("camel:direct:in").process(e -> arrived.add(e.getBody())));
            context.start();
            assertThat(camel()).isSameAs(own);
            own.createProducerTemplate().sendBody("direct:in", "x");
            assertThat(next()).isEqualTo("x");
            context.stop();
            assertThat(own.isStarted()).isTrue();
            assertThat(own.getRoutes()).isEmpty();
        }
    }

    @Test
    void aCamelContextThatStartsLaterIsWaitedFor() throws Exception {
        try (DefaultCamelContext own = new DefaultCamelContext()) {
            ((CamelComponent) context.hasComponent("camel")).setCamelContext(own);
            context.addRoutes(route -> {
                route.from("camel:direct:in").process(exchange -> arrived.add(exchange.getBody()));
                route.from("direct:out").to("camel:direct:in");
            });
            context.start();
            ProducerTemplate template = context.createProducerTemplate();
            assertThatThrownBy(() -> template.sendBody("direct:out", "early"))
                    .hasStackTraceContaining("start the context of Camel");
            own.start();
            template.sendBody("direct:out", "x");
            assertThat(next()).isEqualTo("x");
        }
    }

    @Test
    void aSuspendedRouteStaysSoWhenCamelStarts() throws Exception {
        try (DefaultCamelContext own = new DefaultCamelContext()) {
            ((CamelComponent) context.hasComponent("camel")).setCamelContext(own);
            context.addRoutes(
                    route -> route.from(file("")).routeId("files").process(e -> arrived.add(e.getBody(String.class))));
            context.start();
            context.getRouteController().suspendRoute("files");
            put(folder, "a", "a");
            own.start();
            assertThat(arrived.poll(200, TimeUnit.MILLISECONDS)).isNull();
            context.getRouteController().resumeRoute("files");
            assertThat(next()).isEqualTo("a");
            context.getRouteController().suspendRoute("files");
            put(folder, "b", "b");
            assertThat(arrived.poll(200, TimeUnit.MILLISECONDS)).isNull();
            context.getRouteController().resumeRoute("files");
            assertThat(next()).isEqualTo("b");
        }
    }

    @Test
    void k7_aStopDoesNotWaitForARouteThatWasSuspendedBeforeCamelStarted() throws Exception {
        try (DefaultCamelContext own = new DefaultCamelContext()) {
            ((CamelComponent) context.hasComponent("camel")).setCamelContext(own);
            context.addRoutes(route -> route.from("camel:seda:in").routeId("in").process(e -> arrived.add("received")));
            context.start();
            context.getRouteController().suspendRoute("in");
            own.start();
            own.createProducerTemplate().sendBody("seda:in", "x");
            long begin = System.nanoTime();
            context.stop();
            assertThat(System.nanoTime() - begin).isLessThan(TimeUnit.SECONDS.toNanos(10));
            assertThat(arrived).isEmpty();
        }
    }

    @Test
    void r4_aRouteEndsIfARouteOfCamelThatItCallsHasHandledAFailure() throws Exception {
        camelRoutes(new org.apache.camel.builder.RouteBuilder() {
            @Override
            public void configure() {
                from("direct:pay")
                        .errorHandler(deadLetterChannel("direct:dead"))
                        .process(exchange -> {
                            throw new IllegalStateException("on purpose");
                        });
                from("direct:dead").process(exchange -> arrived.add("dead"));
            }
        });
        context.addRoutes(
                route -> route.from("direct:in").to("camel:direct:pay").process(exchange -> arrived.add("shipped")));
        context.start();
        context.createProducerTemplate().sendBody("direct:in", "x");
        assertThat(arrived).containsExactly("dead");
    }

    @Test
    void s4_aSendEndsThoughItsProducerCannotBeGivenBack() throws Exception {
        context.addRoutes(route -> route.from("direct:in").to("camel:direct:none"));
        context.start();
        Exchange exchange = context.createExchange();
        IntoCamel message = new IntoCamel(
                Link.of(context, camel(), true),
                exchange,
                new DefaultExchange(camel()),
                doneSync -> arrived.add("back"),
                () -> {
                    throw new IllegalStateException("on purpose");
                });
        assertThat(message.process(AsyncProcessorConverterHelper.convert(e -> {})))
                .isTrue();
        assertThat(arrived).containsExactly("back");
        assertThat(exchange.getException()).hasMessage("on purpose");
    }

    /** As that of a stream whose file is gone. */
    @Test
    void s1_aMessageThatCannotCrossIsKept() throws Exception {
        context.addRoutes(route -> route.from("direct:in").to("camel:direct:none"));
        context.start();
        Object body = new MehariInCamelTest.Unreadable();
        Exchange exchange = context.createExchange();
        exchange.setBody(body);
        exchange.setHeader("order", 7);
        context.createProducerTemplate().send("direct:in", exchange);
        assertThat(exchange.getException()).hasMessage("gone");
        assertThat(exchange.getBody()).isSameAs(body);
        assertThat(exchange.getHeader("order")).isEqualTo(7);
        assertThat(camel().getInflightRepository().size()).isZero();
    }

    @Test
    void aRouteOfItsCamelReceivesFromMehari() throws Exception {
        camelRoutes(new org.apache.camel.builder.RouteBuilder() {
            @Override
            public void configure() {
                from("mehari:seda:out")
                        .process(e -> arrived.add(e.getMessage().getBody()))
                        .to("direct:end");
                from("direct:end").process(exchange -> {});
            }
        });
        context.addRoutes(route -> {
            route.from("direct:in").to("seda:out");
            route.from("camel:direct:other").to("camel:direct:end");
        });
        for (int i = 0; i < 2; i++) {
            context.start();
            context.createProducerTemplate().sendBody("direct:in", i);
            assertThat(next()).isEqualTo(i);
            context.stop();
        }
    }

    @Test
    void aContextStartsAgainWithItsCamel() throws Exception {
        context.addRoutes(route -> route.from(file("")).process(e -> arrived.add(e.getBody(String.class))));
        for (String name : new String[] {"a", "b"}) {
            context.start();
            put(folder, name, name);
            assertThat(next()).isEqualTo(name);
            context.stop();
            assertThat(camel().isStopped()).isTrue();
        }
    }

    @Test
    void aSuspendedRouteTakesNoFileUntilItIsResumed() throws Exception {
        context.addRoutes(
                route -> route.from(file("")).routeId("files").process(e -> arrived.add(e.getBody(String.class))));
        context.start();
        context.getRouteController().suspendRoute("files");
        put(folder, "a", "a");
        assertThat(arrived.poll(200, TimeUnit.MILLISECONDS)).isNull();
        context.getRouteController().resumeRoute("files");
        assertThat(next()).isEqualTo("a");
    }

    // ---- how many at a time, and the order of a stop

    @Test
    void k3_noMoreThanTheLimitAreInARouteThatWaits() throws Exception {
        CopyOnWriteArrayList<Long> inFlight = new CopyOnWriteArrayList<>();
        for (int i = 0; i < 60; i++) {
            Files.writeString(folder.resolve("f" + i), "x");
        }
        context.addRoutes(route -> route.from(file("&mehari.maxInFlight=7"))
                .process(
                        exchange -> inFlight.add(context.getInflightRepository().size()))
                .delay(5)
                .process(exchange -> arrived.add("x")));
        context.start();
        for (int i = 0; i < 60; i++) {
            next();
        }
        assertThat(inFlight).allMatch(each -> each <= 7).contains(7L);
    }

    /** A consumer of Kafka commits, and leaves its group. */
    @Test
    void k7_aConsumerOfCamelHasTheTimeOfTheContextToClose() throws Exception {
        FakeComponent fake = new FakeComponent();
        camel().addComponent("fake", fake);
        context.addRoutes(route -> route.from("camel:fake:a").to("direct:nowhere"));
        context.start();
        context.stop();
        assertThat(fake.stoppedInTime).hasValue(true);
    }

    @Test
    void k7_aStopOfMehariLosesAndFailsNoFile() throws Exception {
        stopsInOrder(context::stop);
    }

    @Test
    void k7_aStopOfCamelStopsMehariFirst() throws Exception {
        DefaultCamelContext own = new DefaultCamelContext();
        own.start();
        context.getRegistry().bind("camelContext", own);
        stopsInOrder(own::stop);
        assertThat(context.isStopped()).isTrue();
    }

    private void stopsInOrder(Runnable stop) throws Exception {
        for (int i = 0; i < 200; i++) {
            Files.writeString(folder.resolve("f" + i + ".txt"), "x");
        }
        camelRoutes(new org.apache.camel.builder.RouteBuilder() {
            @Override
            public void configure() {
                from("direct:end").process(exchange -> arrived.add("x"));
            }
        });
        context.addRoutes(route -> {
            route.from(file("&move=done/${file:name}&moveFailed=failed/${file:name}&mehari.maxInFlight=20"))
                    .delay(10)
                    .to("seda:work");
            route.from("seda:work").to("camel:direct:end");
        });
        context.start();
        await(() -> arrived.size() > 30);
        stop.run();
        long begun = names(".txt");
        assertThat(begun).isEqualTo(200);
        assertThat(folder.resolve("failed")).doesNotExist();
        try (Stream<Path> done = Files.list(folder.resolve("done"))) {
            assertThat(done.count()).isEqualTo(arrived.size());
        }
    }
}
