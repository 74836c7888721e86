package io.mehari.impl.engine;

import static io.mehari.builder.RouteBuilder.defaultErrorHandler;
import static io.mehari.builder.RouteBuilder.exceptionMessage;
import static io.mehari.builder.RouteBuilder.header;
import static io.mehari.builder.RouteBuilder.noErrorHandler;
import static io.mehari.builder.RouteBuilder.simple;
import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Exchange;
import io.mehari.Predicate;
import io.mehari.Processor;
import io.mehari.ProducerTemplate;
import io.mehari.builder.ProcessorDefinition;
import io.mehari.builder.RouteBuilder;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.impl.Elsewhere;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Law R4: whatever asks about a failure sees the failure at hand, not an earlier one and not none; afterwards the
 * exchange is as before. Each place of a predicate, with each way to ask, in each shape of a route.
 */
class FailurePredicatesTest {
    private static final String NOW = "the failure at hand";

    private final IOException earlier = new IOException("an earlier failure");
    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final ProducerTemplate template = context.createProducerTemplate();
    private final Elsewhere elsewhere = new Elsewhere();
    private final List<Boolean> answers = Collections.synchronizedList(new ArrayList<>());

    @AfterEach
    void stop() {
        context.stop();
        elsewhere.close();
    }

    // ---- how a predicate asks

    enum Ask {
        GET_EXCEPTION(exchange -> isNow(exchange.getException())),
        GET_EXCEPTION_OF_TYPE(exchange -> isNow(exchange.getException(IOException.class))),
        PROPERTY(exchange -> isNow(exchange.getProperty(Exchange.EXCEPTION_CAUGHT))),
        PROPERTY_OF_TYPE(exchange -> isNow(exchange.getProperty(Exchange.EXCEPTION_CAUGHT, IOException.class))),
        SIMPLE_MESSAGE(exchange -> NOW.equals(simple("${exception.message}").evaluate(exchange, String.class))),
        SIMPLE_PROPERTY(exchange -> isNow(
                simple("${exchangeProperty." + Exchange.EXCEPTION_CAUGHT + "}").evaluate(exchange, Object.class))),
        EXCEPTION_MESSAGE(exceptionMessage().isEqualTo(NOW)),
        HEADER_OF_THE_STEP(header("why").isEqualTo(NOW));

        @SuppressWarnings("ImmutableEnumChecker") // it has no state
        private final Predicate predicate;

        Ask(Predicate predicate) {
            this.predicate = predicate;
        }

        private static boolean isNow(Object failure) {
            return failure instanceof IOException now && NOW.equals(now.getMessage());
        }
    }

    private Predicate asking(Ask ask) {
        return exchange -> {
            boolean answer = ask.predicate.matches(exchange);
            answers.add(answer);
            return answer;
        };
    }

    // ---- where it stands

    /** What a route does with its failure, given the predicate; {@code sink:} is never reached by a wrong branch. */
    enum Place {
        ON_WHEN {
            @Override
            void configure(RouteBuilder builder, Predicate asks) {
                builder.onException(IOException.class)
                        .onWhen(asks)
                        .handled(true)
                        .setBody(e -> "right");
                builder.onException(Exception.class).handled(true).setBody(e -> "wrong");
            }
        },
        ON_WHEN_WITH_REDELIVERY {
            @Override
            void configure(RouteBuilder builder, Predicate asks) {
                builder.onException(IOException.class)
                        .onWhen(asks)
                        .maximumRedeliveries(2)
                        .redeliveryDelay(0)
                        .onRedelivery(exchange -> exchange.setProperty("redelivered", true))
                        .handled(true)
                        .setBody(e -> e.getProperty("redelivered") == null ? "hook of another clause" : "right");
                builder.onException(Exception.class).handled(true).setBody(e -> "wrong");
            }
        },
        RETRY_WHILE {
            @Override
            void configure(RouteBuilder builder, Predicate asks) {
                builder.errorHandler(defaultErrorHandler()
                        .retryWhile(exchange -> attempt(exchange) < 3 && asks.matches(exchange))
                        .redeliveryDelay(0));
                builder.onException(Exception.class)
                        .retryWhile(exchange -> attempt(exchange) < 3 && asks.matches(exchange))
                        .redeliveryDelay(0)
                        .handled(true)
                        .setBody(e -> "right");
            }

            private static int attempt(Exchange exchange) {
                return exchange.getProperty(Exchange.REDELIVERY_COUNTER, 0, Integer.class);
            }
        },
        HANDLED {
            @Override
            void configure(RouteBuilder builder, Predicate asks) {
                builder.onException(IOException.class).handled(asks).setBody(e -> "right");
            }
        },
        CONTINUED {
            @Override
            void configure(RouteBuilder builder, Predicate asks) {
                builder.onException(IOException.class).continued(asks).setBody(e -> "right");
            }
        },
        DO_CATCH {
            @Override
            ProcessorDefinition<?> before(ProcessorDefinition<?> route) {
                return route.doTry();
            }

            @Override
            ProcessorDefinition<?> after(ProcessorDefinition<?> route, Predicate asks) {
                return route.doCatch(IOException.class)
                        .onWhen(asks)
                        .setBody(e -> "right")
                        .doCatch(Exception.class)
                        .setBody(e -> "wrong")
                        .end();
            }
        },
        ON_EXCEPTION_OCCURRED {
            @Override
            void configure(RouteBuilder builder, Predicate asks) {
                builder.errorHandler(defaultErrorHandler()
                        .maximumRedeliveries(1)
                        .redeliveryDelay(0)
                        .onExceptionOccurred(asks::matches));
                builder.onException(IOException.class)
                        .maximumRedeliveries(1)
                        .redeliveryDelay(0)
                        .handled(true)
                        .setBody(e -> "right");
            }
        };

        void configure(RouteBuilder builder, Predicate asks) {}

        ProcessorDefinition<?> before(ProcessorDefinition<?> route) {
            return route;
        }

        ProcessorDefinition<?> after(ProcessorDefinition<?> route, Predicate asks) {
            return route;
        }

        boolean fits(Shape shape) {
            boolean retries = this == ON_WHEN_WITH_REDELIVERY || this == RETRY_WHILE;
            return !retries || shape != Shape.WITHIN_ANOTHER_DO_TRY; // steps in a doTry are not retried
        }
    }

    // ---- in which shape of a route

    enum Shape {
        SYNCHRONOUS,
        ASYNCHRONOUS,
        PART_OF_A_SPLIT,
        ROUTE_CALLED,
        STEP_OF_A_CALLED_ROUTE,
        WITHIN_ANOTHER_DO_TRY
    }

    static Stream<Arguments> matrix() {
        return Stream.of(Place.values())
                .flatMap(place -> Stream.of(Ask.values())
                        .flatMap(ask -> Stream.of(Shape.values())
                                .filter(place::fits)
                                .map(shape -> Arguments.of(place, ask, shape))));
    }

    @ParameterizedTest(name = "{0} {1} {2}")
    @MethodSource("matrix")
    void r4_aPredicateSeesTheFailureAtHand(Place place, Ask ask, Shape shape) throws Exception {
        Predicate asks = asking(ask);
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                place.configure(this, asks);
                String first = shape == Shape.ROUTE_CALLED ? "direct:called" : "direct:a";
                ProcessorDefinition<?> route =
                        from(first).process(exchange -> exchange.setProperty(Exchange.EXCEPTION_CAUGHT, earlier));
                route = shape == Shape.PART_OF_A_SPLIT
                        ? route.split(exchange -> List.of("part"), (old, part) -> part)
                        : route;
                route = shape == Shape.WITHIN_ANOTHER_DO_TRY ? route.doTry() : route;
                route = place.before(route);
                route = shape == Shape.STEP_OF_A_CALLED_ROUTE
                        ? route.to("direct:failing")
                        : route.process(failing(shape == Shape.ASYNCHRONOUS));
                route = place.after(route, asks);
                if (shape == Shape.WITHIN_ANOTHER_DO_TRY) {
                    route.doCatch(IllegalStateException.class)
                            .setBody(e -> "wrong")
                            .end();
                }
            }
        });
        context.addRoutes(
                r -> r.from("direct:failing").errorHandler(noErrorHandler()).process(failing(false)));
        context.addRoutes(r -> {
            if (shape == Shape.ROUTE_CALLED) {
                r.from("direct:a").to("direct:called");
            }
        });
        context.start();
        Exchange sent = template.send("direct:a", exchange -> exchange.setBody("x"));
        assertThat(answers).isNotEmpty().doesNotContain(false);
        assertThat(sent.getException()).isNull();
        assertThat(sent.getBody()).isEqualTo("right");
    }

    /** Fails with another object each time, as code does. */
    private Processor failing(boolean suspends) {
        Processor fails = exchange -> {
            exchange.setHeader("why", NOW);
            throw new IOException(NOW);
        };
        return suspends ? elsewhere.run(fails) : fails;
    }

    // ---- afterwards

    enum Behaviour {
        SAYS_NO,
        THROWS,
        REMOVES_THE_FAILURE,
        CHANGES_THE_PROPERTY;

        boolean matches(Exchange exchange) {
            switch (this) {
                case THROWS -> throw new IllegalStateException("of the predicate");
                case REMOVES_THE_FAILURE -> exchange.setException(null);
                case CHANGES_THE_PROPERTY -> exchange.setProperty(Exchange.EXCEPTION_CAUGHT, "changed");
                default -> {}
            }
            return false;
        }
    }

    /** If no doCatch matches, the property has the failure that was caught before, or is absent if there was none. */
    @ParameterizedTest
    @EnumSource
    void r4_aPredicateLeavesTheFailureAsItWas(Behaviour behaviour) throws Exception {
        for (Object before : new Object[] {earlier, "none"}) {
            String uri = "direct:" + before.getClass().getSimpleName();
            context.addRoutes(r -> r.from(uri)
                    .errorHandler(noErrorHandler())
                    .doTry()
                    .process(failing(false))
                    .doCatch(IOException.class)
                    .onWhen(behaviour::matches)
                    .setBody(e -> "wrong")
                    .end());
            context.start();
            Exchange sent = template.send(uri, exchange -> {
                exchange.setBody("x");
                if (before == earlier) {
                    exchange.setProperty(Exchange.EXCEPTION_CAUGHT, earlier);
                }
            });
            assertThat(sent.getException()).hasMessage(NOW);
            assertThat(sent.getBody()).isEqualTo("x");
            assertThat(sent.getProperty(Exchange.EXCEPTION_CAUGHT)).isSameAs(before == earlier ? earlier : null);
        }
    }

    /** Also while it is redelivered: the step gets the message that it got first. */
    @ParameterizedTest
    @EnumSource
    void r4_aPredicateLeavesTheMessageOfARedelivery(Behaviour behaviour) throws Exception {
        List<String> seen = new ArrayList<>();
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                errorHandler(defaultErrorHandler().maximumRedeliveries(2).redeliveryDelay(0));
                onException(IOException.class)
                        .onWhen(behaviour::matches)
                        .handled(true)
                        .setBody(e -> "wrong");
                from("direct:a").process(exchange -> {
                    seen.add(exchange.getBody() + " " + exchange.getHeader("why") + " " + exchange.getException());
                    exchange.setBody("spoilt");
                    failing(false).process(exchange);
                });
            }
        });
        context.start();
        Exchange sent = template.send("direct:a", exchange -> exchange.setBody("x"));
        assertThat(seen).containsExactly("x null null", "x null null", "x null null");
        assertThat(sent.getException()).hasMessage(NOW);
        assertThat(sent.getProperty(Exchange.EXCEPTION_CAUGHT)).isSameAs(sent.getException());
    }

    /** The clause is chosen once for each failure: its own hook is called, whatever has become of the message. */
    @Test
    void r4_theHookOfTheClauseThatWasChosenIsCalled() throws Exception {
        List<String> hooks = new ArrayList<>();
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                onException(IOException.class)
                        .onWhen(header("why").isEqualTo(NOW)) // the redelivered message has no such header
                        .maximumRedeliveries(2)
                        .redeliveryDelay(0)
                        .onExceptionOccurred(exchange -> hooks.add("occurred"))
                        .onRedelivery(exchange -> hooks.add("again, after "
                                + Objects.requireNonNull(
                                                exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Exception.class))
                                        .getMessage()))
                        .handled(true);
                from("direct:a").process(failing(false));
            }
        });
        context.start();
        template.send("direct:a", exchange -> exchange.setBody("x"));
        String again = "again, after " + NOW;
        assertThat(hooks).containsExactly("occurred", again, "occurred", again, "occurred");
    }

    @Test
    void r4_onWhenIsAskedOnceForEachFailure() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                onException(IOException.class)
                        .onWhen(exchange -> asked.incrementAndGet() > 0)
                        .maximumRedeliveries(2)
                        .redeliveryDelay(0)
                        .handled(true);
                from("direct:a").process(failing(false));
            }
        });
        context.start();
        assertThat(template.send("direct:a", exchange -> exchange.setBody("x")).getException())
                .isNull();
        assertThat(asked).hasValue(3);
    }

    @ParameterizedTest
    @EnumSource
    void r4_theOnWhenOfAnOnCompletionSeesTheFailure(Ask ask) throws Exception {
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                onCompletion()
                        .onFailureOnly()
                        .onWhen(asking(ask))
                        .process(exchange -> answers.add(exchange.getException() == null));
                from("direct:in").process(failing(false));
            }
        });
        context.start();
        Exchange sent = template.send("direct:in", exchange -> {
            exchange.setProperty(Exchange.EXCEPTION_CAUGHT, earlier);
            exchange.setBody("x");
        });
        assertThat(sent.getException()).hasMessage(NOW);
        assertThat(answers).containsExactly(true, true);
    }
}
