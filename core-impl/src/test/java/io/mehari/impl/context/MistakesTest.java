package io.mehari.impl.context;

import static io.mehari.builder.RouteBuilder.body;
import static io.mehari.builder.RouteBuilder.constant;
import static io.mehari.builder.RouteBuilder.simple;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.mehari.ContextNotStartedException;
import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.Expression;
import io.mehari.FailedToCreateRouteException;
import io.mehari.NoSuchEndpointException;
import io.mehari.NullNameException;
import io.mehari.Predicate;
import io.mehari.Processor;
import io.mehari.SendInterruptedException;
import io.mehari.TooManyNestedCallsException;
import io.mehari.builder.ProcessorDefinition;
import io.mehari.builder.RouteBuilder;
import io.mehari.builder.RouteDefinition;
import io.mehari.builder.Routes;
import io.mehari.impl.CapturedLog;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.impl.MemoryIdempotentRepository;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Mistakes of users, and the error message for each. */
@SuppressWarnings({"NullAway", "DataFlowIssue"}) // null is the mistake
@Timeout(20)
class MistakesTest {
    private static final Processor NOTHING = exchange -> {};

    private final DefaultRoutingContext context = new DefaultRoutingContext("mistakes");

    @AfterEach
    void stop() {
        context.stop();
    }

    private static Arguments refused(String mistake, Consumer<RouteDefinition> steps, String message) {
        return Arguments.of(mistake, (Routes) r -> steps.accept(r.from("direct:a")), message);
    }

    // ---- refused when the route is described

    private static ProcessorDefinition<?> nested(String block, ProcessorDefinition<?> outer) {
        return switch (block) {
            case "filter" -> outer.filter(body());
            case "choice" -> outer.choice().when(body());
            case "split" -> outer.split(body());
            case "loop" -> outer.loop(1);
            case "doTry" -> outer.doTry().doCatch(Exception.class);
            case "multicast" -> outer.multicast();
            default -> outer.pipeline();
        };
    }

    private void nest(String block, int depth) throws Exception {
        context.addRoutes(r -> {
            ProcessorDefinition<?> innermost = r.from("direct:" + block).routeId("deep");
            for (int i = 0; i < depth; i++) {
                innermost = nested(block, innermost);
            }
            innermost.process(NOTHING);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"filter", "choice", "split", "loop", "doTry", "multicast", "pipeline"})
    void s5_blocksThatAreNestedTooDeepAreRefusedByName(String block) throws Exception {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> nest(block, 3_000))
                .withMessageContaining("more than 200 blocks are nested in the route deep");
        context.start();
        nest(block, block.equals("doTry") ? 5 : 99); // a doCatch is compiled twice, so those in it four times
    }

    static Stream<Arguments> descriptions() {
        String processor = "processor is null; give a Processor, such as exchange -> ...";
        String expression = " is null; give an Expression, such as body(), constant(value) or exchange -> ...";
        String predicate = "predicate is null; give a Predicate, such as header(\"type\").isEqualTo(\"express\")";
        String uri = "uri is null; give a URI, such as \"direct:orders\", or an Endpoint";
        String pattern = "pattern is null; give a pattern, such as \"*\" for all";
        String text = "text is null; give a text, such as \"order ${header.id}\"";
        return Stream.of(
                refused("process(null)", r -> r.process((Processor) null), "process(processor): " + processor),
                refused("to(null)", r -> r.to((String) null), "to(uri): " + uri),
                refused("to(no endpoint)", r -> r.to((Endpoint) null), "to(endpoint): endpoint" + uri.substring(3)),
                refused("setBody(null)", r -> r.setBody(null), "setBody(value): value" + expression),
                refused(
                        "setHeader(null, v)",
                        r -> r.setHeader(null, body()),
                        "setHeader(name): name is null; give its name"),
                refused("setHeader(n, null)", r -> r.setHeader("n", null), "setHeader(value): value" + expression),
                refused(
                        "setProperty(null, v)",
                        r -> r.setProperty(null, body()),
                        "setProperty(name): name is null; give its name"),
                refused(
                        "setProperty(n, null)",
                        r -> r.setProperty("n", null),
                        "setProperty(value): value" + expression),
                refused(
                        "removeHeader(null)",
                        r -> r.removeHeader(null),
                        "removeHeader(name): name is null; give its name"),
                refused("removeHeaders(null)", r -> r.removeHeaders(null), "removeHeaders(pattern): " + pattern),
                refused(
                        "removeProperties(null)",
                        r -> r.removeProperties(null),
                        "removeProperties(pattern): " + pattern),
                refused(
                        "convertBodyTo(null)",
                        r -> r.convertBodyTo(null),
                        "convertBodyTo(type): type is null; give a class, such as String.class"),
                refused(
                        "setExchangePattern(null)",
                        r -> r.setExchangePattern(null),
                        "setExchangePattern(pattern): pattern is null; give InOnly or InOut"),
                refused(
                        "throwException(null)",
                        r -> r.throwException(null),
                        "throwException(exception): exception is null; give the exception to throw"),
                refused(
                        "rollback(null)",
                        r -> r.rollback(null),
                        "rollback(message): message is null; give a text, or call markRollbackOnly() instead"),
                refused("log(null)", r -> r.log(null), "log(text): " + text),
                refused(
                        "toD(null)",
                        r -> r.toD(null),
                        "toD(template): template is null; give a URI, such as \"direct:${header.to}\""),
                refused(
                        "wireTap(null)",
                        r -> r.wireTap((String) null),
                        "wireTap(template): template is null; give a URI, such as \"seda:audit\""),
                refused("id(null)", r -> r.process(NOTHING).id(null), "id(id): id is null; give a name"),
                refused("filter(null)", r -> r.filter(null).process(NOTHING), "filter(predicate): " + predicate),
                refused("when(null)", r -> r.choice().when(null).process(NOTHING), "when(predicate): " + predicate),
                refused("validate(null)", r -> r.validate((Predicate) null), "validate(predicate): " + predicate),
                refused(
                        "loop(null)",
                        r -> r.loop(null),
                        "loop(count): count is null; give a number, an Expression for one, or a Predicate"),
                refused("split(null)", r -> r.split(null), "split(parts): parts" + expression),
                refused(
                        "recipientList(null)",
                        r -> r.recipientList(null),
                        "recipientList(recipients): recipients" + expression),
                refused("enrich(null)", r -> r.enrich((String) null), "enrich(uri): " + uri),
                refused("pollEnrich(null)", r -> r.pollEnrich((String) null), "pollEnrich(uri): " + uri),
                refused("delay(null)", r -> r.delay((Expression) null), "delay(millis): millis" + expression),
                refused("throttle(null)", r -> r.throttle(null), "throttle(maximum): maximum" + expression),
                refused(
                        "idempotentConsumer(null, r)",
                        r -> r.idempotentConsumer(null, MemoryIdempotentRepository.memoryIdempotentRepository(1)),
                        "idempotentConsumer(key): key" + expression),
                refused(
                        "idempotentConsumer(k, null)",
                        r -> r.idempotentConsumer(body(), null),
                        "idempotentConsumer(repository): repository is null; give a repository, such as"
                                + " MemoryIdempotentRepository"),
                Arguments.of("from(null)", (Routes) r -> r.from((String) null), "from(uri): " + uri),
                Arguments.of("simple(null)", (Routes) r -> simple(null), "simple(text): " + text),
                refused(
                        "choice without when",
                        r -> r.choice().end(),
                        "choice() has no when(...): add one, followed by its steps"),
                refused(
                        "choice with otherwise alone",
                        r -> r.choice().otherwise().process(NOTHING),
                        "choice() has no when(...): add one, followed by its steps"),
                refused(
                        "a lone doTry",
                        r -> r.doTry().process(NOTHING),
                        "doTry() has neither doCatch(...) nor doFinally(): add one, or leave doTry() out"),
                refused(
                        "two doFinally",
                        r -> r.doTry()
                                .process(NOTHING)
                                .doFinally()
                                .process(NOTHING)
                                .doFinally()
                                .process(NOTHING),
                        "doFinally() is there already: a doTry has one, which may have several steps"),
                refused("loop(-1)", r -> r.loop(-1), "loop(-1) is negative: give 0 or more"),
                refused("delay(-1)", r -> r.delay(-1), "delay(-1) is negative: give 0 or more"),
                refused("throttle(0)", r -> r.throttle(0), "throttle(0) would let no message pass: give 1 or more"),
                Arguments.of(
                        "direct: without a name",
                        (Routes) r -> r.from("direct:").process(NOTHING),
                        "Cannot create route route1: from: Cannot resolve endpoint direct:: it has no name; write"
                                + " direct:name, as in direct:orders"),
                Arguments.of(
                        "an empty URI",
                        (Routes) r -> r.from(" ").process(NOTHING),
                        "Cannot create route route1: from: Cannot resolve endpoint '': it is empty; write"
                                + " scheme:path, as in direct:orders"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("descriptions")
    void aMistakeInADescriptionIsRefused(String mistake, Routes routes, String message) {
        assertThat(catchThrowable(() -> context.addRoutes(routes))).as(mistake).hasMessage(message);
    }

    // ---- refused when the route is created

    static Stream<Arguments> creations() {
        return Stream.of(
                refused(
                        "doCatch without a type",
                        r -> r.process(NOTHING)
                                .doTry()
                                .process(NOTHING)
                                .doCatch()
                                .process(NOTHING),
                        "step 2 (doTry): At least one Exception must be configured to catch: give doCatch() a class,"
                                + " such as IOException.class"),
                refused(
                        "threads(-1, 2) in a block",
                        r -> r.filter(body()).threads(-1, 2).process(NOTHING),
                        "step 1 (filter) > 1 (threads): CorePoolSize must be >= 1, was -1: give the number of"
                                + " threads"));
    }

    /** As in Camel: the exception names the route, and its cause is the mistake. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("creations")
    void aRouteWithAMistakeCannotBeCreated(String mistake, Routes routes, String message) throws Exception {
        context.addRoutes(routes);
        assertThatExceptionOfType(FailedToCreateRouteException.class)
                .as(mistake)
                .isThrownBy(context::start)
                .withMessage("Cannot create route route1: " + message)
                .withCauseInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aBuilderWithoutARouteAddsNone() throws Exception {
        context.addRoutes((Routes) r -> {});
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                errorHandler(noErrorHandler());
            }
        });

        assertThat(context.getRoutes()).isEmpty();
    }

    // ---- said when a message comes

    private static Arguments fails(String mistake, Consumer<RouteDefinition> steps, String... messages) {
        return Arguments.of(
                mistake, (Routes) r -> steps.accept(r.from("direct:a").routeId("r")), messages);
    }

    static Stream<Arguments> messages() {
        return Stream.of(
                fails(
                        "toD of a header that is not there",
                        r -> r.toD().allowedSchemes("direct").uri("${header.none}"),
                        "in route \"r\", step 1 (toD ${header.none}): ",
                        "Cannot resolve endpoint ${header.none}: it has no value for this message"),
                fails(
                        "an empty recipient",
                        r -> r.recipientList(constant(" ")).stopOnException(),
                        "step 1 (recipientList): ",
                        "Cannot resolve endpoint '': it is empty"),
                fails(
                        "body(T, f) of another type",
                        r -> r.setBody(io.mehari.builder.RouteBuilder.body(Thread.class, Thread::getName)),
                        "body(Thread.class, function): the body must be a java.lang.Thread but is a"
                                + " java.lang.String of value x"),
                fails(
                        "setHeaders(null)",
                        r -> r.process(exchange -> exchange.setHeaders(null)),
                        "setHeaders(headers): headers is null; give an empty map, or call removeHeaders(\"*\")"),
                fails(
                        "a header without a name",
                        r -> r.process(exchange -> exchange.setHeader(null, 1)),
                        NullNameException.class.getName(),
                        "The name of a header must not be null"),
                fails(
                        "a property without a name",
                        r -> r.process(exchange -> exchange.setProperty(null, 1)),
                        NullNameException.class.getName(),
                        "The name of a property must not be null"),
                fails(
                        "an Error",
                        r -> r.process(exchange -> {
                            throw new AssertionError("wrong");
                        }),
                        "failed with an error: java.lang.AssertionError: wrong"),
                fails(
                        "a route that calls itself",
                        r -> r.to("direct:a"),
                        TooManyNestedCallsException.class.getName(),
                        "calls are nested at direct:a: if a route calls itself without end, put a queue in between"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("messages")
    void aMistakeThatAMessageMeetsIsSaid(String mistake, Routes routes, String[] messages) throws Exception {
        context.addRoutes(routes);
        context.start();
        Throwable failure =
                catchThrowable(() -> context.createProducerTemplate().sendBody("direct:a", "x"));
        assertThat(failure).as(mistake).isNotNull();
        assertThat(failure.getMessage()).contains(messages);
    }

    static Stream<Arguments> wrongEndpoints() {
        return Stream.of(
                Arguments.of("from", (Routes) r -> r.from("nosuch:a").process(NOTHING)),
                Arguments.of("step 2 (filter) > 1 (to nosuch:a)", (Routes)
                        r -> r.from("direct:a").process(NOTHING).filter(body()).to("nosuch:a")),
                Arguments.of("step 1 (split) > 1 (enrich nosuch:a)", (Routes)
                        r -> r.from("direct:a").split(body()).enrich("nosuch:a")),
                Arguments.of("step deadLetterChannel > 1 (to nosuch:a)", (Routes) r -> {
                    r.errorHandler(RouteBuilder.deadLetterChannel("nosuch:a"));
                    r.from("direct:a").process(NOTHING);
                }));
    }

    @ParameterizedTest
    @MethodSource("wrongEndpoints")
    void aWrongEndpointIsTheCauseThatARouteIsNotCreated(String place, Routes routes) {
        Throwable failure = catchThrowable(() -> {
            context.addRoutes(routes);
            context.start();
        });
        assertThat(failure)
                .isInstanceOf(FailedToCreateRouteException.class)
                .hasCauseInstanceOf(NoSuchEndpointException.class)
                .hasMessageStartingWith("Cannot create route route1: " + place + ": Cannot resolve endpoint nosuch:a: ")
                .hasMessageContaining("Known: ");
    }

    // ---- types of their own, and warnings

    @Test
    void aContextThatIsNotStartedHasATypeOfItsOwn() {
        assertThatExceptionOfType(io.mehari.RoutingExecutionException.class)
                .isThrownBy(() -> context.createProducerTemplate().sendBody("direct:a", "x"))
                .withCauseInstanceOf(ContextNotStartedException.class)
                .withMessageContaining("Cannot send to direct:a: context mistakes is not running; start it first");
    }

    @Test
    void aSenderThatIsInterruptedGetsATypeOfTheApi() throws Exception {
        context.addRoutes(r -> r.from("direct:a").delay(10_000).process(NOTHING));
        context.start();
        CompletableFuture<Throwable> seen = new CompletableFuture<>();
        Thread sender = new Thread(() -> seen.complete(
                catchThrowable(() -> context.createProducerTemplate().sendBody("direct:a", "x"))));
        sender.start();
        sender.interrupt();
        assertThat(seen.get(10, TimeUnit.SECONDS)).isInstanceOf(SendInterruptedException.class);
        context.getRoutingContextExtension().getShutdownStrategy().setTimeout(java.time.Duration.ofMillis(1));
    }

    @Test
    void aMistypedDirectIsWarnedOfAtTheStart() throws Exception {
        try (CapturedLog log = new CapturedLog("io.mehari.endpoint")) {
            context.addRoutes(r -> {
                r.from("direct:a").to("direct:ordrs").to("direct:orders").to("direct:x?failIfNoConsumers=false");
                r.from("direct:orders").process(NOTHING);
            });
            context.start();
            assertThat(log.messages())
                    .containsExactly(
                            "Context mistakes: a route sends to direct:ordrs, but no route starts there, so its"
                                    + " messages wait and fail; did you mean 'direct:orders'? Or else add a route with"
                                    + " from(\"direct:ordrs\") [MH-52]");
        }
    }

    @Test
    void runReturnsWhenTheContextHasStopped() throws Exception {
        List<Exchange> ticks = new ArrayList<>();
        context.addRoutes(r -> r.from("timer:t?repeatCount=1").process(exchange -> {
            ticks.add(exchange);
            context.stop();
        }));
        context.run();
        assertThat(ticks).hasSize(1);
        assertThat(context.getStatus().isStopped()).isTrue();
    }
}
