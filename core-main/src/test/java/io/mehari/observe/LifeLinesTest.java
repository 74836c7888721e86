package io.mehari.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Consumer;
import io.mehari.Endpoint;
import io.mehari.Processor;
import io.mehari.Producer;
import io.mehari.impl.DefaultRoutingContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Law S6: a context says what it runs, and what it has left. */
@Timeout(60)
class LifeLinesTest {
    @Test
    void s6_aContextSaysThatItHasStartedAndStoppedIfItIsTold() throws Exception {
        String version = Files.readString(Path.of("../pom.xml")).split("</?version>", 3)[1];
        try (NotedLog log = new NotedLog("io.mehari")) {
            try (DefaultRoutingContext context = new DefaultRoutingContext("shop")) {
                context.getRoutingContextExtension().setLifecycleLog(true);
                context.addRoutes(r -> {
                    r.from("direct:orders").routeId("orders").to("direct:stock");
                    r.from("direct:stock").routeId("stock").autoStartup(false).log("got it");
                });
                context.start();
                assertThat(log.messages())
                        .singleElement()
                        .asString()
                        .matches("Mehari " + Pattern.quote(version)
                                + ": context shop has started in \\d+ ms, 2 routes: orders from direct:orders,"
                                + " stock from direct:stock \\(Stopped\\)");
                assertThat(log.records().get(0).getLoggerName()).isEqualTo("io.mehari.context");
                assertThat(log.records().get(0).getLevel()).isEqualTo(Level.INFO);
            }
            assertThat(log.messages()).hasSize(2);
            assertThat(log.messages().get(1)).matches("Context shop has stopped in \\d+ ms; no message was left");
        }
    }

    @Test
    void s6_theLineOfAStopSaysWhatWasLeft() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        try (NotedLog log = new NotedLog("io.mehari")) {
            DefaultRoutingContext context = new DefaultRoutingContext("shop");
            context.getRoutingContextExtension().setLifecycleLog(true);
            context.getShutdownStrategy().setTimeout(Duration.ofMillis(50));
            context.addRoutes(r -> r.from("timer:orders?repeatCount=1&delay=0")
                    .routeId("orders")
                    .process(exchange -> {
                        begun.countDown();
                        end.await();
                    }));
            context.start();
            assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
            context.stop();
            end.countDown();
            assertThat(log.messages())
                    .anyMatch(each -> each.endsWith("; messages that were left, by route: {orders=1}"));
        }
    }

    /** An endpoint of the user's that throws when its name is asked for, as code of users may. */
    @Test
    void s4_anEndpointThatThrowsWhenItIsNamedKeepsNoContextFromStartingOrStopping() throws Exception {
        try (NotedLog log = new NotedLog("io.mehari.context")) {
            DefaultRoutingContext context = new DefaultRoutingContext();
            context.getRoutingContextExtension().setLifecycleLog(true);
            context.addRoutes(r -> r.from(new Endpoint(context, "own:a") {
                        @Override
                        public Producer createProducer() {
                            throw new UnsupportedOperationException();
                        }

                        @Override
                        public Consumer createConsumer(Processor processor) {
                            return new Idle(this, processor);
                        }

                        @Override
                        public String toString() {
                            throw new IllegalStateException("no name");
                        }
                    })
                    .routeId("own")
                    .to("log:a"));
            context.start();
            assertThat(context.isStarted()).isTrue();
            context.stop();
            assertThat(context.isStopped()).isTrue();
            assertThat(log.messages())
                    .anyMatch(each -> each.contains("could not be looked at"))
                    .anyMatch(each -> each.contains("has stopped"));
        }
    }

    /** A consumer that brings nothing. */
    private record Idle(Endpoint endpoint, Processor processor) implements Consumer {
        @Override
        public Endpoint getEndpoint() {
            return endpoint;
        }

        @Override
        public Processor getProcessor() {
            return processor;
        }
    }
}
