package io.mehari.impl.observe;

import static io.mehari.builder.RouteBuilder.defaultErrorHandler;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.Processor;
import io.mehari.ProducerTemplate;
import io.mehari.builder.Routes;
import io.mehari.impl.CapturedLog;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.impl.Elsewhere;
import io.mehari.impl.engine.Watchers;
import io.mehari.impl.exchange.DefaultExchange;
import io.mehari.spi.EventNotifier;
import io.mehari.spi.InflightRepository;
import io.mehari.spi.PluginKey;
import io.mehari.spi.RoutingContextExtension;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Notifiers and the exchanges in flight; and settings that win over profiles. */
class WatchingTest {

    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final RoutingContextExtension extension = context.getRoutingContextExtension();
    private final ProducerTemplate template = context.createProducerTemplate();
    private final Elsewhere elsewhere = new Elsewhere();
    private final List<String> journal = new ArrayList<>();
    private boolean suspending;

    @AfterEach
    void stop() {
        context.stop();
        elsewhere.close();
    }

    private void routes(Routes routes) throws Exception {
        context.addRoutes(routes);
        context.start();
    }

    private Processor step(Processor work) {
        return suspending ? elsewhere.run(work) : work;
    }

    /** Records its events, and fails if the test says so. */
    private final class Noting implements EventNotifier {
        private final String name;
        private final boolean fails;

        Noting(String name, boolean fails) {
            this.name = name;
            this.fails = fails;
        }

        private void note(String event) {
            journal.add(name + event);
            if (fails) {
                throw new IllegalStateException("a notifier that fails");
            }
        }

        @Override
        public void onExchangeCreated(Exchange exchange) {
            note("created");
        }

        @Override
        public void onExchangeSending(Exchange exchange, Endpoint endpoint) {
            note("sending " + endpoint);
        }

        @Override
        public void onExchangeSent(Exchange exchange, Endpoint endpoint, long nanos) {
            assertThat(nanos).isPositive();
            note("sent " + endpoint);
        }

        @Override
        public void onExchangeCompleted(Exchange exchange, long nanos) {
            note("completed");
        }

        @Override
        public void onExchangeFailed(Exchange exchange, long nanos) {
            note("failed");
        }

        @Override
        public void onExchangeRedelivery(Exchange exchange, int attempt) {
            note("again " + attempt);
        }
    }

    @Test
    void whatATemplateSendsIsToldWhateverComesOfIt() throws Exception {
        extension.addEventNotifier(new Noting("", false));
        routes(r -> r.from("direct:a").routeId("a").process(exchange -> journal.add("work")));
        template.send("sink:x", exchange -> {});
        template.asyncSend("sink:y", new DefaultExchange(context)).get(10, TimeUnit.SECONDS);
        assertThat(journal).containsExactly("sending sink:x", "sent sink:x", "sending sink:y", "sent sink:y");

        journal.clear();
        context.getRouteController().stopRoute("a");
        String stopped = "direct:a?block=false"; // else the sender waits 30 s for the route
        assertThat(template.send(stopped, exchange -> {}).getException()).isNotNull();
        assertThat(journal).containsExactly("sending " + stopped, "sent " + stopped);
    }

    @Test
    void aTemplateTellsThoseWhoAreThereWhenItSends() throws Exception {
        EventNotifier notifier = new Noting("", false);
        routes(r -> r.from("direct:a").process(exchange -> {}));
        template.sendBody("direct:a", ">");
        extension.addEventNotifier(notifier);
        template.sendBody("direct:a", ">");
        assertThat(journal).containsExactly("sending direct:a", "sent direct:a");

        extension.removeEventNotifier(notifier);
        template.sendBody("direct:a", ">");
        assertThat(journal).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void notifiersAreToldInOrder(boolean suspends) throws Exception {
        suspending = suspends;
        extension.addEventNotifier(new Noting("", false));
        routes(r -> {
            r.from("direct:a").to("direct:b").process(step(exchange -> journal.add("work")));
            r.from("direct:b").process(step(exchange -> journal.add("b")));
        });
        template.sendBody("direct:a", ">");

        assertThat(journal)
                .containsExactly(
                        "sending direct:a",
                        "created",
                        "sending direct:b",
                        "b",
                        "sent direct:b",
                        "work",
                        "completed",
                        "sent direct:a");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void fault27_aNotifierThatFailsHidesNothing(boolean suspends) throws Exception {
        suspending = suspends;
        extension.addEventNotifier(new Noting("1 ", false));
        extension.addEventNotifier(new Noting("2 ", true));
        extension.addEventNotifier(new Noting("3 ", false));
        try (CapturedLog log = new CapturedLog(Watchers.class)) {
            routes(r -> {
                r.errorHandler(defaultErrorHandler().maximumRedeliveries(1).redeliveryDelay(0));
                r.from("direct:a").to("direct:b");
                r.from("direct:b")
                        .errorHandler(io.mehari.builder.RouteBuilder.noErrorHandler())
                        .process(step(exchange -> {
                            throw new UnsupportedOperationException("the failure itself");
                        }));
            });
            Exchange failed = template.send("direct:a", exchange -> exchange.setBody(">"));

            assertThat(failed.getException()).hasMessage("the failure itself");
            List<String> once = List.of(
                    "sending direct:a",
                    "created",
                    "sending direct:b",
                    "sent direct:b",
                    "again 1",
                    "sending direct:b",
                    "sent direct:b",
                    "failed",
                    "sent direct:a");
            assertThat(journal)
                    .containsExactlyElementsOf(once.stream()
                            .flatMap(event -> List.of("1 " + event, "2 " + event, "3 " + event).stream())
                            .toList());
            assertThat(log.failures()).hasSize(once.size());
        }
    }

    @Test
    void aNotifierThatIsRemovedIsNotToldByRoutesThatStartLater() throws Exception {
        EventNotifier notifier = new Noting("", false);
        extension.addEventNotifier(notifier);
        routes(r -> r.from("direct:a").routeId("a").process(exchange -> {}));
        assertThat(extension.removeEventNotifier(notifier)).isTrue();
        context.getRouteController().stopRoute("a");
        context.getRouteController().startRoute("a");
        template.sendBody("direct:a", ">");

        assertThat(journal).isEmpty();
    }

    // ---- what is under way

    @Test
    void whatIsUnderWayCanBeCounted() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        routes(r -> r.from("direct:a").routeId("a").process(elsewhere.run(exchange -> {
            entered.countDown();
            assertThat(release.await(10, TimeUnit.SECONDS)).isTrue();
        })));
        InflightRepository inflight = extension.getInflightRepository();
        var sent = template.asyncRequestBody("direct:a", "x");
        assertThat(entered.await(10, TimeUnit.SECONDS)).isTrue();

        assertThat(inflight.size()).isEqualTo(1);
        assertThat(inflight.size("a")).isEqualTo(1);
        release.countDown();
        sent.get(10, TimeUnit.SECONDS);
        assertThat(inflight.size()).isZero();
        assertThat(context.stats().completed()).isEqualTo(1);
    }

    // ---- profiles

    @Test
    void r5_explicitSettingsWinOverTheProfileAndTheProfileOverTheDefault() {
        assertThat(extension.isMessageHistory()).isFalse();
        extension.setProfile("dev");
        assertThat(extension.isMessageHistory()).isTrue();
        extension.setMessageHistory(false);
        assertThat(extension.isMessageHistory()).isFalse();
        extension.setProfile("prod");
        extension.setProfile("dev");
        assertThat(extension.isMessageHistory()).as("said before the profile").isFalse();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> extension.setProfile("test"))
                .withMessage("There is no profile 'test': use dev or prod");
    }

    @Test
    void r5_aPoolFollowsTheProfileThatIsSetAfterIt() throws Exception {
        extension.setExchangePool(4);
        extension.setProfile("dev");
        List<Exchange> kept = new ArrayList<>();
        routes(r -> r.from("direct:a").process(kept::add));
        template.sendBody("direct:a", ">");

        org.assertj.core.api.Assertions.assertThatThrownBy(() -> kept.get(0).getBody())
                .isInstanceOf(io.mehari.ExchangeReleasedException.class);
    }

    // ---- a service of the user's own

    private static final PluginKey<StringBuilder> NOTES = new PluginKey<>("notes");

    @Test
    void aServiceOfOnesOwnComesBackUnderItsKeyAlone() {
        StringBuilder notes = new StringBuilder();
        extension.setPlugin(NOTES, notes);
        StringBuilder found = extension.getPlugin(NOTES);
        assertThat(found).isSameAs(notes);
        assertThat(extension.getPlugin(new PluginKey<StringBuilder>("notes"))).isNull();
    }
}
