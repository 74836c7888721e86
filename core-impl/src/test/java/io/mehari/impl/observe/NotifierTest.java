package io.mehari.impl.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.ProducerTemplate;
import io.mehari.builder.Routes;
import io.mehari.impl.AllocatedBytes;
import io.mehari.impl.CapturedLog;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.impl.engine.Watchers;
import io.mehari.spi.EventNotifier;
import io.mehari.spi.RoutingContextExtension;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The events of a notifier, when the clock is read, and the cost of a route with a notifier. */
class NotifierTest {

    private static final Routes ROUTES = r -> {
        r.from("direct:a")
                .process(exchange -> escaped = exchange)
                .to("direct:b")
                .process(exchange -> {});
        r.from("direct:b").process(exchange -> {});
    };

    /** Each exchange is stored here, so that the compiler cannot remove its allocation. */
    @SuppressWarnings("UnusedVariable")
    private static volatile Object escaped = "";

    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final RoutingContextExtension extension = context.getRoutingContextExtension();
    private final ProducerTemplate template = context.createProducerTemplate();
    private final List<String> journal = new ArrayList<>();

    @AfterEach
    void stop() {
        context.stop();
    }

    private void start(Routes routes) throws Exception {
        context.addRoutes(routes);
        context.start();
    }

    private long bytesPerSend() throws Exception {
        start(ROUTES);
        Endpoint endpoint = context.getEndpoint("direct:a");
        return AllocatedBytes.perCall(() -> {
            template.sendBody(endpoint, "body");
            return null;
        });
    }

    /** Overrides all events and does nothing. */
    private static final class Empty implements EventNotifier {
        @Override
        public void onExchangeCreated(Exchange exchange) {}

        @Override
        public void onExchangeSending(Exchange exchange, Endpoint endpoint) {}

        @Override
        public void onExchangeSent(Exchange exchange, Endpoint endpoint, long nanos) {}

        @Override
        public void onExchangeCompleted(Exchange exchange, long nanos) {}

        @Override
        public void onExchangeFailed(Exchange exchange, long nanos) {}

        @Override
        public void onExchangeRedelivery(Exchange exchange, int attempt) {}
    }

    @Test
    void aWatchedMessageCostsItsExchange() throws Exception {
        extension.addEventNotifier(new Empty());
        extension.addEventNotifier(new Empty());

        assertThat(bytesPerSend()).isEqualTo(80);
    }

    /** Notes sends and ends. */
    private class Noting implements EventNotifier {
        boolean disabled;
        boolean timed = true;

        @Override
        public boolean isDisabled() {
            return disabled;
        }

        @Override
        public boolean usesTimes() {
            return timed;
        }

        @Override
        public void onExchangeSending(Exchange exchange, Endpoint endpoint) {
            journal.add("sending " + endpoint);
        }

        @Override
        public void onExchangeSent(Exchange exchange, Endpoint endpoint, long nanos) {
            journal.add("sent " + endpoint + (nanos > 0 ? " timed" : ""));
        }

        @Override
        public void onExchangeCompleted(Exchange exchange, long nanos) {
            journal.add("completed" + (nanos > 0 ? " timed" : ""));
        }
    }

    @Test
    void noTimeIsTakenForANotifierThatDoesNotUseIt() throws Exception {
        Noting notifier = new Noting();
        notifier.timed = false;
        extension.addEventNotifier(notifier);
        start(ROUTES);
        template.sendBody("direct:a", ">");

        assertThat(journal)
                .containsExactly("sending direct:a", "sending direct:b", "sent direct:b", "completed", "sent direct:a");
    }

    @Test
    void oneNotifierThatUsesTimesIsEnough() throws Exception {
        Noting untimed = new Noting();
        untimed.timed = false;
        extension.addEventNotifier(untimed);
        extension.addEventNotifier(new EventNotifier() {
            @Override
            public void onExchangeSent(Exchange exchange, Endpoint endpoint, long nanos) {}
        });
        start(ROUTES);
        template.sendBody("direct:a", ">");

        assertThat(journal).contains("sent direct:b timed", "sent direct:a timed", "completed");
    }

    @Test
    void aDisabledNotifierIsToldNothingUntilItIsEnabled() throws Exception {
        Noting notifier = new Noting();
        notifier.disabled = true;
        extension.addEventNotifier(notifier);
        start(r -> {
            r.from("direct:a")
                    .process(exchange -> notifier.disabled = exchange.getBody() == null)
                    .to("direct:b");
            r.from("direct:b").process(exchange -> {});
        });
        template.sendBody("direct:a", null);
        assertThat(journal).isEmpty();

        template.sendBody("direct:a", "enabled on its way");
        assertThat(journal).as("no end without a beginning").containsExactly("sending direct:b", "sent direct:b timed");

        journal.clear();
        template.sendBody("direct:a", "enabled before");
        assertThat(journal)
                .containsExactly(
                        "sending direct:a",
                        "sending direct:b",
                        "sent direct:b timed",
                        "completed timed",
                        "sent direct:a timed");
    }

    @Test
    void aNotifierWhoseSwitchFailsChangesNothing() throws Exception {
        extension.addEventNotifier(new Noting() {
            @Override
            public boolean isDisabled() {
                throw new IllegalStateException("no switch");
            }

            @Override
            public boolean usesTimes() {
                throw new AssertionError("no times");
            }
        });
        extension.addEventNotifier(new Noting());
        try (CapturedLog log = new CapturedLog(Watchers.class)) {
            start(r -> r.from("direct:a").process(exchange -> {}));
            template.sendBody("direct:a", ">");

            assertThat(log.failures()).isNotEmpty();
        }
        assertThat(journal).containsExactly("sending direct:a", "completed timed", "sent direct:a timed");
    }

    /** Found by its methods, whether they are inherited, or those of a proxy. */
    @Test
    void anEventMayBeOverriddenAnywhere() throws Exception {
        extension.addEventNotifier(new Noting() {});
        extension.addEventNotifier((EventNotifier) Proxy.newProxyInstance(
                EventNotifier.class.getClassLoader(), new Class<?>[] {EventNotifier.class}, (proxy, method, values) -> {
                    if (method.getReturnType() == boolean.class) {
                        return false;
                    }
                    journal.add(method.getName());
                    return null;
                }));
        start(r -> r.from("direct:a").process(exchange -> {}));
        template.sendBody("direct:a", ">");

        assertThat(journal)
                .containsExactly(
                        "sending direct:a",
                        "onExchangeSending",
                        "onExchangeCreated",
                        "completed timed",
                        "onExchangeCompleted",
                        "sent direct:a timed",
                        "onExchangeSent");
    }

    @Test
    void aNotifierOfFailuresAloneHearsOfThem() throws Exception {
        extension.addEventNotifier(new EventNotifier() {
            @Override
            public void onExchangeFailed(Exchange exchange, long nanos) {
                journal.add("failed " + exchange.getException().getMessage() + (nanos > 0 ? " timed" : ""));
            }
        });
        start(r -> r.from("direct:a").throwException(new IllegalStateException("no")));
        template.send("direct:a", exchange -> {});

        assertThat(journal).containsExactly("failed no timed");
    }
}
