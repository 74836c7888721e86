package io.mehari.impl.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.mehari.Exchange;
import io.mehari.ProducerTemplate;
import io.mehari.RoutingExecutionException;
import io.mehari.builder.Routes;
import io.mehari.impl.AllocatedBytes;
import io.mehari.impl.CapturedLog;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.spi.EventNotifier;
import io.mehari.spi.RoutingEvent;
import io.mehari.spi.RoutingEvent.ExchangeFailedEvent;
import io.mehari.spi.RoutingEvent.ExchangeRedeliveryEvent;
import io.mehari.spi.RoutingEvent.ExchangeSendingEvent;
import io.mehari.spi.RoutingEvent.ExchangeSentEvent;
import io.mehari.spi.RoutingEvent.StepEvent;
import io.mehari.spi.RoutingEvent.StepFailedEvent;
import io.mehari.support.EventNotifierSupport;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Events as objects, and those of {@code step(id)}. */
class EventObjectsTest {
    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final ProducerTemplate template = context.createProducerTemplate();
    private final List<String> journal = Collections.synchronizedList(new ArrayList<>());
    private final Noting notifier = new Noting();

    @AfterEach
    void stop() {
        context.stop();
    }

    private class Noting extends EventNotifierSupport {
        @Override
        public void notify(RoutingEvent event) throws Exception {
            journal.add(text(event));
            if (event.getExchange().getBody() == null) {
                throw new Exception("no body");
            }
        }

        @Override
        protected void doStart() {
            journal.add("start");
        }

        @Override
        protected void doStop() {
            journal.add("stop");
        }
    }

    private static String text(RoutingEvent event) {
        String name = event.getClass().getSimpleName().replace("Event", "").replace("Exchange", "");
        if (event instanceof ExchangeSendingEvent sending) {
            return name + " " + sending.getEndpoint();
        } else if (event instanceof ExchangeSentEvent sent) {
            return name + " " + sent.getEndpoint();
        } else if (event instanceof ExchangeRedeliveryEvent redelivery) {
            return name + " " + redelivery.getAttempt();
        } else if (event instanceof ExchangeFailedEvent failed) {
            return name + " " + String.valueOf(failed.getCause()).replace("java.lang.", "");
        } else if (event instanceof StepFailedEvent failed) {
            return name + " " + failed.getStepId() + " "
                    + String.valueOf(failed.getCause()).replace("java.lang.", "");
        } else if (event instanceof StepEvent step) {
            return name + " " + step.getStepId();
        }
        return name;
    }

    private void start(Routes routes) throws Exception {
        context.getRoutingContextExtension().addEventNotifier(notifier);
        context.addRoutes(routes);
        context.start();
        assertThat(journal).containsExactly("start");
        journal.clear();
    }

    @Test
    void eachEventIsAnObject() throws Exception {
        start(r -> {
            r.from("direct:a").to("direct:b");
            r.from("direct:b").process(exchange -> {});
        });
        template.sendBody("direct:a", ">");
        assertThat(journal)
                .containsExactly(
                        "Sending direct:a",
                        "Created",
                        "Sending direct:b",
                        "Sent direct:b",
                        "Completed",
                        "Sent direct:a");
        journal.clear();
        context.stop();
        assertThat(journal).containsExactly("stop");
    }

    @Test
    void aFailureAndItsRedeliveriesAreEvents() throws Exception {
        start(r -> {
            r.onException(IllegalStateException.class).maximumRedeliveries(2).redeliveryDelay(0);
            r.from("direct:a").throwException(new IllegalStateException("bad"));
        });
        notifier.setIgnoreExchangeSendingEvents(true);
        notifier.setIgnoreExchangeSentEvents(true);
        assertThatExceptionOfType(RoutingExecutionException.class).isThrownBy(() -> template.sendBody("direct:a", ">"));
        assertThat(journal)
                .containsExactly("Created", "Redelivery 1", "Redelivery 2", "Failed IllegalStateException: bad");
    }

    @Test
    void whatIsIgnoredIsNotTold() throws Exception {
        start(r -> r.from("direct:a").step("s").process(exchange -> {}).end());
        notifier.setIgnoreExchangeSendingEvents(true);
        notifier.setIgnoreExchangeSentEvents(true);
        notifier.setIgnoreExchangeCreatedEvent(true);
        notifier.setIgnoreExchangeCompletedEvent(true);
        notifier.setIgnoreExchangeFailedEvents(true);
        notifier.setIgnoreExchangeRedeliveryEvents(true);
        template.sendBody("direct:a", ">");
        assertThat(journal).containsExactly("StepStarted s", "StepCompleted s");

        journal.clear();
        notifier.setIgnoreStepEvents(true);
        notifier.setIgnoreExchangeCompletedEvent(false);
        template.sendBody("direct:a", ">");
        assertThat(journal).containsExactly("Completed");

        journal.clear();
        notifier.setIgnoreExchangeEvents(true);
        template.sendBody("direct:a", ">");
        assertThat(journal).isEmpty();
        assertThat(notifier.usesTimes()).isFalse();
    }

    @Test
    void anEventThatIsNotEnabledIsNotTold() throws Exception {
        context.getRoutingContextExtension().addEventNotifier(new EventNotifierSupport() {
            @Override
            public void notify(RoutingEvent event) {
                journal.add(event + "");
            }

            @Override
            public boolean isEnabled(RoutingEvent event) {
                return event instanceof ExchangeSentEvent sent
                        && sent.getEndpoint().getEndpointUri().equals("direct:a")
                        && sent.getTimeTaken() >= 10;
            }
        });
        context.addRoutes(r -> r.from("direct:a").delay(10));
        context.start();
        template.sendBody("direct:a", ">");
        assertThat(journal).singleElement().asString().startsWith("ExchangeSentEvent of ");
    }

    @Test
    void aNotifierThatThrowsChangesNothing() throws Exception {
        start(r -> r.from("direct:a").step("s").setBody(exchange -> "y"));
        try (CapturedLog log = new CapturedLog(Watchers.class)) {
            assertThat(template.requestBody("direct:a", (Object) null)).isEqualTo("y");
            assertThat(log.failures())
                    .isNotEmpty()
                    .allSatisfy(failure -> assertThat(failure).hasRootCauseMessage("no body"));
        }
        assertThat(journal).contains("StepStarted s", "StepCompleted s", "Completed");
    }

    // ---- steps

    private void startWithStepsOnly(Routes routes) throws Exception {
        notifier.setIgnoreExchangeEvents(true);
        start(routes);
    }

    @Test
    void aStepStartsAndEndsAlsoIfItIsAsynchronous() throws Exception {
        startWithStepsOnly(r -> r.from("direct:a")
                .step("outer")
                .step("inner")
                .delay(1)
                .end() // of the delay
                .end()
                .process(exchange -> journal.add("between"))
                .end()
                .process(exchange -> journal.add("after")));
        template.requestBody("direct:a", ">");
        assertThat(journal)
                .containsExactly(
                        "StepStarted outer",
                        "StepStarted inner",
                        "StepCompleted inner",
                        "between",
                        "StepCompleted outer",
                        "after");
    }

    @Test
    void aStepFailsUnlessItsFailureIsHandled() throws Exception {
        startWithStepsOnly(r -> {
            r.onException(IllegalArgumentException.class).handled(true).process(exchange -> journal.add("handled"));
            r.from("direct:a")
                    .step("s")
                    .process(exchange -> {
                        throw exchange.getBody(RuntimeException.class);
                    })
                    .end()
                    .process(exchange -> journal.add("after"));
        });
        template.sendBody("direct:a", new IllegalArgumentException("x"));
        assertThat(journal).containsExactly("StepStarted s", "handled", "StepCompleted s");

        journal.clear();
        assertThatExceptionOfType(RoutingExecutionException.class)
                .isThrownBy(() -> template.sendBody("direct:a", new IllegalStateException("y")));
        assertThat(journal).containsExactly("StepStarted s", "StepFailed s IllegalStateException: y");
    }

    @Test
    void aFailureInAStepIsCaughtOutsideOfIt() throws Exception {
        startWithStepsOnly(r -> r.from("direct:a")
                .doTry()
                .step("s")
                .throwException(new IllegalStateException("y"))
                .end()
                .endDoTry()
                .doCatch(IllegalStateException.class)
                .process(exchange -> journal.add("caught"))
                .end()
                .process(exchange -> journal.add("after")));
        template.sendBody("direct:a", ">");
        assertThat(journal)
                .containsExactly("StepStarted s", "StepFailed s IllegalStateException: y", "caught", "after");
    }

    @Test
    void aStepIsOnlyASteppedBlockAndNotAPipeline() throws Exception {
        startWithStepsOnly(r ->
                r.from("direct:a").pipeline().id("p").process(exchange -> {}).end());
        template.sendBody("direct:a", ">");
        assertThat(journal).isEmpty();
    }

    /** Each exchange is stored here, so that the compiler cannot remove its allocation. */
    @SuppressWarnings("UnusedVariable")
    private static volatile Object escaped = "";

    @Test
    void eventsOfStepsCostNothingButTheirCalls() throws Exception {
        context.getRoutingContextExtension().addEventNotifier(new EventNotifier() {
            @Override
            public void onStepCompleted(Exchange exchange, String stepId) {}
        });
        context.addRoutes(r -> r.from("direct:a")
                .step("s")
                .process(exchange -> escaped = exchange)
                .end()
                .process(exchange -> {}));
        context.start();
        assertThat(AllocatedBytes.perCall(() -> {
                    template.sendBody("direct:a", "body");
                    return null;
                }))
                .isEqualTo(80);
    }

    // ---- templates and services

    @Test
    void theSendsOfATemplateAreToldUnlessItSaysOtherwise() throws Exception {
        start(r -> r.from("direct:a").process(exchange -> {}));
        template.setEventNotifierEnabled(false);
        template.sendBody("direct:a", ">");
        template.asyncSendBody("direct:a", ">").join();
        assertThat(journal).containsExactly("Created", "Completed", "Created", "Completed");

        journal.clear();
        template.setEventNotifierEnabled(true);
        template.sendBody("direct:a", ">");
        assertThat(journal).hasSize(4);
    }

    @Test
    void aNotifierIsStartedOnceAndStoppedWhenItIsRemoved() throws Exception {
        context.start();
        context.addService(notifier);
        context.getRoutingContextExtension().addEventNotifier(notifier);
        assertThat(journal).containsExactly("start");
        context.stop();
        context.start();
        assertThat(journal).containsExactly("start", "stop", "start");
        context.getRoutingContextExtension().removeEventNotifier(notifier);
        context.stop();
        context.start();
        assertThat(journal).containsExactly("start", "stop", "start", "stop");
    }
}
