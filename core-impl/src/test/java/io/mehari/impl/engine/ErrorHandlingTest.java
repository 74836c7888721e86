package io.mehari.impl.engine;

import static io.mehari.builder.RouteBuilder.body;
import static io.mehari.builder.RouteBuilder.deadLetterChannel;
import static io.mehari.builder.RouteBuilder.defaultErrorHandler;
import static io.mehari.builder.RouteBuilder.noErrorHandler;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.mehari.Exchange;
import io.mehari.FailedToCreateRouteException;
import io.mehari.Predicate;
import io.mehari.Processor;
import io.mehari.ProducerTemplate;
import io.mehari.builder.RouteBuilder;
import io.mehari.builder.Routes;
import io.mehari.impl.CapturedLog;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.impl.Elsewhere;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.impl.exchange.DefaultExchange;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Law R4: how each kind of error handler handles a failure, with steps that suspend and steps that do not. */
class ErrorHandlingTest {

    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final ProducerTemplate template = context.createProducerTemplate();
    private final Elsewhere elsewhere = new Elsewhere();
    private final List<String> journal = new ArrayList<>();
    private boolean suspending;
    private int failures;

    @AfterEach
    void stop() {
        context.stop();
        elsewhere.close();
    }

    private void routes(Routes routes) throws Exception {
        context.addRoutes(routes);
        context.start();
    }

    private Exchange send(String body) {
        return template.send("direct:a", exchange -> {
            exchange.setBody(body);
            exchange.setHeader("h", "before");
        });
    }

    private Processor step(Processor work) {
        return suspending ? elsewhere.run(work) : work;
    }

    private Processor add(String text) {
        return step(exchange -> exchange.setBody(exchange.getBody() + text));
    }

    private Processor fail(Exception failure) {
        return step(exchange -> {
            throw failure;
        });
    }

    /** Changes the message and fails, this number of times. Records the messages that it gets. */
    private Processor failing(int times) {
        return step(exchange -> {
            journal.add(exchange.getBody() + " " + exchange.getHeader("h") + " "
                    + exchange.getProperty(Exchange.REDELIVERY_COUNTER));
            exchange.setBody("spoilt");
            exchange.setHeader("h", "spoilt");
            if (failures++ < times) {
                throw new IOException("attempt " + failures);
            }
            exchange.setBody("done");
        });
    }

    // ---- the default

    @Test
    void r4_withoutSettingsTheFailureGoesToTheCaller() throws Exception {
        routes(r -> r.from("direct:a").process(failing(1)).process(add("never")));

        Exchange failed = send(">");
        assertThat(failed.getException()).isInstanceOf(IOException.class).hasMessage("attempt 1");
        assertThat(failed.getProperty(Exchange.EXCEPTION_CAUGHT)).isSameAs(failed.getException());
        assertThat(((AbstractExchange) failed).isRedeliveryExhausted()).isTrue();
    }

    // ---- redelivery

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void r4_redeliveryRepeatsTheFailedStepWithItsOriginalMessage(boolean suspends) throws Exception {
        suspending = suspends;
        routes(r -> {
            r.errorHandler(defaultErrorHandler().maximumRedeliveries(3).redeliveryDelay(0));
            r.from("direct:a").process(add("1")).process(failing(2)).process(add("!"));
        });

        Exchange done = send(">");
        assertThat(done.getException()).isNull();
        assertThat(done.getBody()).isEqualTo("done!");
        assertThat(journal).containsExactly(">1 before null", ">1 before 1", ">1 before 2");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void r4_redeliveryEnds(boolean suspends) throws Exception {
        suspending = suspends;
        routes(r -> {
            r.errorHandler(defaultErrorHandler().maximumRedeliveries(2).redeliveryDelay(0));
            r.from("direct:a").process(failing(9)).process(add("never"));
        });

        assertThat(send(">").getException()).hasMessage("attempt 3");
        assertThat(journal).hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void r4_aDelayHoldsNoThread(boolean suspends) throws Exception {
        suspending = suspends;
        routes(r -> {
            r.errorHandler(defaultErrorHandler()
                    .maximumRedeliveries(2)
                    .redeliveryDelay(10)
                    .backOffMultiplier(2)
                    .jitter(0.15));
            r.from("direct:a").process(failing(2)).process(add("!"));
        });

        long begin = System.nanoTime();
        assertThat(template.asyncRequestBody("direct:a", ">").get(10, TimeUnit.SECONDS))
                .isEqualTo("done!");
        assertThat(System.nanoTime() - begin).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(20));
    }

    @Test
    void r4_aDelayEndsWhenTheContextStops() throws Exception {
        routes(r -> {
            r.errorHandler(defaultErrorHandler()
                    .maximumRedeliveries(-1)
                    .redeliveryDelay(1_000_000)
                    .maximumRedeliveryDelay(1_000_000));
            r.from("direct:a").process(failing(9));
        });
        var sent = template.asyncSend("direct:a", new DefaultExchange(context));
        context.getRoutingContextExtension().getShutdownStrategy().setTimeout(java.time.Duration.ofMillis(10));
        context.stop();

        assertThat(sent.get(10, TimeUnit.SECONDS).getException()).hasMessage("attempt 1");
        assertThat(journal).hasSize(1);
    }

    @Test
    void retryWhileIsAskedInsteadOfCounting() throws Exception {
        routes(r -> {
            r.errorHandler(
                    defaultErrorHandler().retryWhile(exchange -> failures < 3).redeliveryDelay(0));
            r.from("direct:a").process(failing(9));
        });

        assertThat(send(">").getException()).hasMessage("attempt 3");
    }

    /** Once for each attempt, when the counter is that of the attempt. */
    @Test
    void retryWhileSeesTheCounterOfTheNextAttempt() throws Exception {
        routes(r -> {
            r.errorHandler(defaultErrorHandler()
                    .retryWhile(exchange -> {
                        Integer counter = exchange.getProperty(Exchange.REDELIVERY_COUNTER, Integer.class);
                        journal.add("asked " + counter);
                        return counter != null && counter < 3;
                    })
                    .redeliveryDelay(0));
            r.from("direct:a").process(failing(9));
        });

        assertThat(send(">").getException()).hasMessage("attempt 3");
        assertThat(journal.stream().filter(each -> each.startsWith("asked")))
                .containsExactly("asked 1", "asked 2", "asked 3");
    }

    @Test
    void hooksAreCalledInOrder() throws Exception {
        routes(r -> {
            r.errorHandler(deadLetterChannel("direct:dead")
                    .maximumRedeliveries(1)
                    .redeliveryDelay(0)
                    .onExceptionOccurred(exchange -> journal.add("occurred"))
                    .onRedelivery(exchange -> journal.add("again"))
                    .onPrepareFailure(exchange -> journal.add("prepare")));
            r.from("direct:a").process(fail(new IOException()));
            r.from("direct:dead").process(exchange -> journal.add("dead"));
        });
        send(">");

        assertThat(journal).containsExactly("occurred", "again", "occurred", "prepare", "dead");
    }

    // ---- dead letters

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void r4_deadLettersCarryTheMessageAndTheFailure(boolean suspends) throws Exception {
        suspending = suspends;
        List<Object> seen = new ArrayList<>();
        routes(r -> {
            r.errorHandler(deadLetterChannel("direct:dead"));
            r.from("direct:a")
                    .routeId("failing")
                    .process(add("1"))
                    .to("direct:c")
                    .process(add("never"));
            r.from("direct:c").errorHandler(noErrorHandler()).process(fail(new IOException("no")));
            r.from("direct:dead").process(add("dead")).process(exchange -> {
                seen.add(exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Exception.class)
                        .getMessage());
                seen.add(exchange.getProperty(Exchange.FAILURE_ROUTE_ID));
                seen.add(exchange.getProperty(Exchange.FAILURE_ENDPOINT));
                seen.add(exchange.getException());
            });
        });

        Exchange done = send(">");
        assertThat(done.getException()).isNull();
        assertThat(done.getBody()).isEqualTo(">1dead");
        assertThat(seen).containsExactly("no", "failing", "direct:c", null);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void r4_aHandlerDoesNotHandleFailuresOfItsOwnSteps(boolean suspends) throws Exception {
        suspending = suspends;
        routes(r -> {
            r.onException(Throwable.class)
                    .process(step(exchange -> journal.add("c")))
                    .to("direct:h");
            r.from("direct:a").process(fail(new IOException("first")));
            r.from("direct:h").process(fail(new IOException("second")));
        });
        for (int i = 1; i <= 2; i++) {
            assertThat(send(">").getException()).hasMessage("second");
            assertThat(journal).hasSize(2 * i).containsOnly("c");
        }
    }

    @Test
    void useOriginalMessageGivesTheMessageAsItCame() throws Exception {
        routes(r -> {
            r.errorHandler(deadLetterChannel("direct:dead").useOriginalMessage());
            r.from("direct:a").process(add("1")).process(failing(9));
            r.from("direct:dead").process(add(" dead"));
        });

        Exchange done = send(">");
        assertThat(done.getBody()).isEqualTo("> dead");
        assertThat(done.getHeader("h")).isEqualTo("before");
    }

    @Test
    void inASplitTheOriginalIsThePart() throws Exception {
        routes(r -> {
            r.errorHandler(deadLetterChannel("direct:dead").useOriginalMessage());
            r.from("direct:a")
                    .split(exchange -> List.of("x", "y"))
                    .process(add("1"))
                    .process(fail(new IOException()));
            r.from("direct:dead").process(exchange -> journal.add(exchange.getBody(String.class)));
        });
        send(">");

        assertThat(journal).containsExactly("x", "y");
    }

    @Test
    void deadLettersThatFailAreLoggedOrTheCallers() throws Exception {
        try (CapturedLog log = new CapturedLog("io.mehari.route")) {
            routes(r -> {
                r.from("direct:a")
                        .errorHandler(deadLetterChannel("direct:dead"))
                        .process(fail(new IOException("first")));
                r.from("direct:b")
                        .errorHandler(deadLetterChannel("direct:dead").deadLetterHandleNewException(false))
                        .process(fail(new IOException("first")));
                r.from("direct:dead").process(fail(new IllegalStateException("second")));
            });

            assertThat(send(">").getException()).isNull();
            assertThat(log.messages()).hasSize(1).allMatch(text -> text.contains("direct:dead and is lost"));
        }
        Exchange failed = template.send("direct:b", exchange -> {});
        assertThat(failed.getException()).hasMessage("second");
        assertThat(failed.getException().getSuppressed()).hasSize(1);
    }

    // ---- onException

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void handledEndsTheRouteAndTheOnesThatCalledIt(boolean suspends) throws Exception {
        suspending = suspends;
        routes(r -> {
            r.onException(IOException.class).handled(true).process(add(" sorry"));
            r.from("direct:a").to("direct:b").process(add("never"));
            r.from("direct:b").process(fail(new IOException("no"))).process(add("never"));
        });

        Exchange done = send(">");
        assertThat(done.getException()).isNull();
        assertThat(done.getBody()).isEqualTo("> sorry");
        assertThat(((AbstractExchange) done).isFailureHandled()).isTrue();
        assertThat(done.getProperty(Exchange.EXCEPTION_CAUGHT)).isInstanceOf(IOException.class);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void continuedGoesOnBehindTheStepThatFailed(boolean suspends) throws Exception {
        suspending = suspends;
        routes(r -> {
            r.onException(IOException.class).continued(true).process(add(" sorry"));
            r.from("direct:a").to("direct:b").process(add(" a"));
            r.from("direct:b").loop(2).process(fail(new IOException("no"))).process(add(" b"));
        });

        Exchange done = send(">");
        assertThat(done.getException()).isNull();
        assertThat(done.getBody()).isEqualTo("> sorry b sorry b a");
    }

    @Test
    void continuedAfterAConditionThatFailsGoesOnBehindTheBlock() throws Exception {
        Predicate fails = exchange -> {
            throw new IllegalStateException("which?");
        };
        routes(r -> {
            r.onException(IllegalStateException.class).continued(true).process(add(" sorry"));
            r.from("direct:a")
                    .filter(fails)
                    .process(add(" filtered"))
                    .end()
                    .choice()
                    .when(exchange -> false)
                    .process(add(" first"))
                    .when(fails)
                    .process(add(" second"))
                    .when(exchange -> true)
                    .process(add(" third"))
                    .otherwise()
                    .process(add(" none"))
                    .end()
                    .process(add(" a"));
        });

        assertThat(send(">").getBody()).isEqualTo("> sorry sorry a");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aFailureThatIsHandledWithinTheStepsOfContinuedEndsTheRoute(boolean suspends) throws Exception {
        suspending = suspends;
        routes(r -> {
            r.onException(IOException.class).continued(true).to("direct:b").process(add(" clause"));
            r.from("direct:a").process(fail(new IOException("no"))).process(add(" a"));
            r.from("direct:b")
                    .onException(IllegalStateException.class)
                    .handled(true)
                    .process(add(" handled"))
                    .end()
                    .process(fail(new IllegalStateException("again")));
        });

        Exchange done = send(">");
        assertThat(done.getException()).isNull();
        assertThat(done.getBody()).isEqualTo("> handled");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aStopAmongTheStepsOfContinuedEndsTheRoute(boolean suspends) throws Exception {
        suspending = suspends;
        routes(r -> {
            r.onException(IOException.class)
                    .continued(true)
                    .process(add(" sorry"))
                    .stop();
            r.from("direct:a").to("direct:b").process(add(" a"));
            r.from("direct:b").process(fail(new IOException("no"))).process(add(" b"));
        });

        Exchange done = send(">");
        assertThat(done.getException()).isNull();
        assertThat(done.getBody()).isEqualTo("> sorry");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void s6_anErrorOfTheMachineIsNotHandledAway(boolean continued) throws Exception {
        routes(r -> {
            r.onException(Throwable.class)
                    .handled(!continued)
                    .continued(continued)
                    .process(add(" sorry"));
            r.from("direct:a").process(exchange -> {
                throw new OutOfMemoryError("on purpose");
            });
        });

        Exchange done = send(">");
        assertThat(done.getException()).hasRootCauseInstanceOf(OutOfMemoryError.class);
        assertThat(done.getBody()).as("the steps for it have run").isEqualTo("> sorry");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void withoutEitherTheFailureIsTheCallersAfterTheSteps(boolean suspends) throws Exception {
        suspending = suspends;
        routes(r -> {
            r.onException(IOException.class).process(exchange -> {
                assertThat(exchange.getException()).isNull();
                journal.add("clause");
            });
            r.from("direct:a").to("direct:b").process(add("never"));
            r.from("direct:b").process(fail(new IOException("no")));
        });

        assertThat(send(">").getException()).hasMessage("no");
        assertThat(journal).as("once, by the route that failed").containsExactly("clause");
    }

    @Test
    void theNearestTypeWins() throws Exception {
        routes(r -> {
            r.onException(Exception.class).handled(true).process(add(" any"));
            r.onException(IOException.class).handled(true).process(add(" io"));
            r.from("direct:a")
                    .onException(FileNotFoundException.class)
                    .handled(true)
                    .process(add(" file"))
                    .end()
                    .process(exchange -> {
                        throw switch (exchange.getBody(String.class)) {
                            case "file" -> new FileNotFoundException();
                            case "io" -> new java.io.EOFException();
                            case "cause" -> new RuntimeException(new IOException());
                            default -> new IllegalStateException();
                        };
                    });
        });

        assertThat(send("file").getBody()).isEqualTo("file file");
        assertThat(send("io").getBody()).isEqualTo("io io");
        assertThat(send("cause").getBody()).isEqualTo("cause io");
        assertThat(send("other").getBody()).isEqualTo("other any");
    }

    @Test
    void ofTwoEqualOnesTheRoutesOwnAndThenTheLaterWins() throws Exception {
        routes(r -> {
            r.onException(IOException.class).handled(true).process(add(" first"));
            r.onException(IOException.class).handled(true).process(add(" second"));
            r.from("direct:a").process(fail(new IOException()));
            r.from("direct:b")
                    .onException(IOException.class)
                    .handled(true)
                    .process(add(" own"))
                    .end()
                    .process(fail(new IOException()));
        });

        assertThat(send(">").getBody()).isEqualTo("> second");
        assertThat(template.requestBody("direct:b", ">")).isEqualTo("> own");
    }

    @Test
    void onWhenDecidesWhetherAClauseCounts() throws Exception {
        routes(r -> {
            r.onException(Exception.class).handled(true).process(add(" any"));
            r.onException(IOException.class)
                    .onWhen(body().isEqualTo("x"))
                    .handled(true)
                    .process(add(" x"));
            r.from("direct:a").process(fail(new IOException()));
        });

        assertThat(send("x").getBody()).isEqualTo("x x");
        assertThat(send("y").getBody()).isEqualTo("y any");
    }

    @Test
    void aClauseHasRedeliveryOfItsOwn() throws Exception {
        routes(r -> {
            r.errorHandler(
                    deadLetterChannel("direct:dead").maximumRedeliveries(5).redeliveryDelay(0));
            r.onException(IOException.class).maximumRedeliveries(1);
            r.from("direct:a").process(failing(9));
            r.from("direct:dead").process(exchange -> journal.add("dead"));
        });
        send(">");

        assertThat(journal).containsExactly("> before null", "> before 1", "dead");
    }

    @Test
    void aClauseWithStepsAloneIsNotTriedAgain() throws Exception {
        routes(r -> {
            r.errorHandler(defaultErrorHandler().maximumRedeliveries(2).redeliveryDelay(0));
            r.onException(IOException.class).handled(true).process(exchange -> journal.add("clause"));
            r.onException(IllegalStateException.class).handled(true);
            r.from("direct:a").process(failing(99));
            r.from("direct:b").process(exchange -> journal.add("try")).process(exchange -> {
                journal.add("fail");
                throw new IllegalStateException();
            });
        });
        send(">");
        assertThat(journal).containsExactly("> before null", "clause");
        journal.clear();
        template.sendBody("direct:b", ">");
        assertThat(journal).containsExactly("try", "fail", "fail", "fail");
    }

    @Test
    void aClauseThatFailsItselfFailsTheExchange() throws Exception {
        routes(r -> {
            r.onException(IOException.class).handled(true).process(fail(new IllegalStateException("clause")));
            r.onException(IllegalStateException.class).handled(true).process(add("never"));
            r.from("direct:a").process(fail(new IOException("first")));
        });

        Exchange failed = send(">");
        assertThat(failed.getException()).hasMessage("clause");
        assertThat(failed.getException().getSuppressed())
                .extracting(Throwable::getMessage)
                .containsExactly("first");
        assertThat(failed.getBody()).isEqualTo(">");
    }

    @Test
    void aClauseMayThrowTheFailureAgain() throws Exception {
        routes(r -> {
            r.onException(IOException.class).handled(true).process(exchange -> {
                throw exchange.getProperty(Exchange.EXCEPTION_CAUGHT, IOException.class);
            });
            r.from("direct:a").process(fail(new IOException("first")));
        });

        assertThat(send(">").getException()).hasMessage("first");
    }

    @Test
    void anErrorIsAFailureToo() throws Exception {
        routes(r -> {
            r.onException(LinkageError.class).handled(true).process(add(" error"));
            r.from("direct:a").process(exchange -> {
                throw new NoClassDefFoundError("x");
            });
        });

        assertThat(send(">").getBody()).isEqualTo("> error");
    }

    @Test
    void aPredicateThatThrowsIsAFailureOfItsStep() throws Exception {
        routes(r -> {
            r.onException(IllegalStateException.class).handled(true).process(add(" predicate"));
            r.from("direct:a")
                    .filter(exchange -> {
                        throw new IllegalStateException("predicate");
                    })
                    .process(add("never"));
        });

        assertThat(send(">").getBody()).isEqualTo("> predicate");
    }

    // ---- between routes

    @Test
    void whatOneRouteGaveUpOnTheCallerDoesNotTryAgain() throws Exception {
        routes(r -> {
            r.errorHandler(defaultErrorHandler().maximumRedeliveries(2).redeliveryDelay(0));
            r.from("direct:a").to("direct:b");
            r.from("direct:b").process(failing(99));
        });

        assertThat(send(">").getException()).hasMessage("attempt 3");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void withoutAHandlerTheCallerTriesTheWholeCallAgain(boolean suspends) throws Exception {
        suspending = suspends;
        routes(r -> {
            r.from("direct:a")
                    .errorHandler(defaultErrorHandler().maximumRedeliveries(2).redeliveryDelay(0))
                    .to("direct:b")
                    .process(add("!"));
            r.from("direct:b").errorHandler(noErrorHandler()).process(add("b")).process(failing(2));
        });

        assertThat(send(">").getBody()).isEqualTo("done!");
        assertThat(journal).containsExactly(">b before null", ">b before 1", ">b before 2");
    }

    @Test
    void doTryCatchesWhatACalledRouteGaveUpOn() throws Exception {
        routes(r -> {
            r.errorHandler(defaultErrorHandler().maximumRedeliveries(1).redeliveryDelay(0));
            r.from("direct:a")
                    .doTry()
                    .to("direct:b")
                    .doCatch(IOException.class)
                    .process(add(" caught"))
                    .end()
                    .process(add("!"));
            r.from("direct:b").process(failing(99));
        });

        assertThat(send(">").getBody()).isEqualTo("spoilt caught!");
        assertThat(failures).isEqualTo(2);
    }

    @Test
    void withinDoTryNothingIsTriedAgain() throws Exception {
        routes(r -> {
            r.errorHandler(defaultErrorHandler().maximumRedeliveries(5).redeliveryDelay(0));
            r.from("direct:a")
                    .doTry()
                    .process(failing(99))
                    .doCatch(IOException.class)
                    .process(add(" caught"));
        });

        assertThat(send(">").getBody()).isEqualTo("spoilt caught");
        assertThat(failures).isEqualTo(1);
    }

    @Test
    void aRollbackIsNotTriedAgain() throws Exception {
        routes(r -> {
            r.errorHandler(defaultErrorHandler().maximumRedeliveries(5).redeliveryDelay(0));
            r.from("direct:a").process(exchange -> journal.add("before")).rollback("undo");
        });

        Exchange failed = send(">");
        assertThat(failed.getException()).isInstanceOf(io.mehari.RollbackExchangeException.class);
        assertThat(failed.isRollbackOnly()).isTrue();
    }

    @Test
    void aClauseOfARouteMayStandAfterItsSteps() throws Exception {
        context.addRoutes(r -> r.from("direct:late")
                .process(exchange -> {
                    throw new IllegalStateException("on purpose");
                })
                .onException(IllegalStateException.class)
                .handled(true)
                .setBody(RouteBuilder.constant("handled")));
        context.start();
        assertThat(context.createProducerTemplate().requestBody("direct:late", "x"))
                .isEqualTo("handled");
    }

    // ---- settings that make no sense

    @Test
    void settingsThatExcludeEachOtherAreRefused() {
        assertThatExceptionOfType(FailedToCreateRouteException.class)
                .isThrownBy(() -> {
                    context.addRoutes(r -> {
                        r.onException(IOException.class).handled(true).continued(true);
                        r.from("direct:a").routeId("a").process(exchange -> {});
                    });
                    context.start();
                })
                .withMessage("Cannot create route a: onException(IOException.class): Only one of handled or continued"
                        + " is allowed to be configured: handled(...) ends the route, and continued(...) continues it")
                .withCauseInstanceOf(IllegalArgumentException.class);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> defaultErrorHandler().maximumRedeliveries(1).retryWhile(exchange -> true))
                .withMessageContaining("exclude each other");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> noErrorHandler().maximumRedeliveries(1))
                .withMessageContaining("has no effect with noErrorHandler()");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> context.addRoutes(r -> {
                    r.errorHandler(defaultErrorHandler().redeliveryDelay(10).maximumRedeliveryDelay(5));
                    r.from("direct:a").process(exchange -> {});
                }))
                .withMessageContaining("redeliveryDelay 10 exceeds maximumRedeliveryDelay 5");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> defaultErrorHandler().backOffMultiplier(0.5))
                .withMessageContaining("would make delays shorter");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> defaultErrorHandler().jitter(15))
                .withMessageContaining("not from 0 to 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> defaultErrorHandler().redeliveryDelay(-1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> defaultErrorHandler().maximumRedeliveries(-2));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> defaultErrorHandler().deadLetterHandleNewException(true))
                .withMessageContaining("needs deadLetterChannel");
    }

    @Test
    void delaysGrowUpToTheMaximumAndVary() {
        var policy = new io.mehari.builder.model.Redelivery(9, 100, 2, 500, 0, null);
        assertThat(List.of(policy.delayBefore(1), policy.delayBefore(2), policy.delayBefore(3), policy.delayBefore(4)))
                .containsExactly(100L, 200L, 400L, 500L);
        var varied = new io.mehari.builder.model.Redelivery(9, 100, 1, 500, 0.5, null);
        for (int i = 0; i < 1000; i++) {
            assertThat(varied.delayBefore(1)).isBetween(50L, 150L);
        }
    }
}
