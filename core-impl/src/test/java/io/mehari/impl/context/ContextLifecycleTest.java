package io.mehari.impl.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.mehari.Component;
import io.mehari.Consumer;
import io.mehari.Endpoint;
import io.mehari.Processor;
import io.mehari.Producer;
import io.mehari.Route;
import io.mehari.RoutingContext;
import io.mehari.Service;
import io.mehari.ServiceStatus;
import io.mehari.impl.CapturedLog;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.spi.EndpointOption;
import io.mehari.spi.EndpointOptions;
import io.mehari.spi.LifecycleStrategy;
import io.mehari.spi.MessageClock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a context starts and stops, in which order, and what happens if a start or stop fails. */
class ContextLifecycleTest {

    private final CapturedLog log = new CapturedLog("io.mehari.context");
    private final List<String> journal = new ArrayList<>();
    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private String failing = "";

    ContextLifecycleTest() {
        context.addComponent(new JournalComponent("a"));
        context.getRoutingContextExtension().setClock(new JournalClock());
    }

    @AfterEach
    void closeLog() {
        log.close();
    }

    private void enter(String event) {
        journal.add(event);
        if (event.equals(failing)) {
            throw new IllegalStateException(event + " failed on purpose");
        }
    }

    private List<String> journal() {
        List<String> events = List.copyOf(journal);
        journal.clear();
        return events;
    }

    /** Code that a start calls. */
    enum Caller {
        CONTEXT,
        SERVICE,
        ENDPOINT,
        ROUTE
    }

    @ParameterizedTest
    @EnumSource
    void aStopFromWithinAStartStops(Caller caller) throws Exception {
        AtomicBoolean stop = new AtomicBoolean(true);
        LifecycleStrategy stopping = new LifecycleStrategy() {
            private void at(Caller here) {
                if (here == caller && stop.get()) {
                    context.stop();
                }
            }

            @Override
            public void onContextStarting(RoutingContext starting) {
                at(Caller.CONTEXT);
            }

            @Override
            public void onEndpointStarted(Endpoint endpoint) {
                at(Caller.ENDPOINT);
            }

            @Override
            public void onRouteStarted(Route route) {
                at(Caller.ROUTE);
            }
        };
        Service service = new Service() {
            @Override
            public void start() {
                if (caller == Caller.SERVICE && stop.get()) {
                    context.stop();
                }
            }
        };
        context.getRoutingContextExtension().addLifecycleStrategy(stopping);
        context.addService(service);
        context.addRoutes(r -> {
            r.from("direct:1").process(exchange -> {});
            r.from("direct:2").process(exchange -> {});
        });
        context.start();
        assertThat(context.getStatus()).isEqualTo(ServiceStatus.Stopped);
        assertThat(context.getRoutes()).allMatch(each -> each.getStatus().isStopped());
        stop.set(false);
        context.start();
        assertThat(context.getRoutes()).allMatch(each -> each.getStatus().isStarted());
        context.stop();
    }

    @Test
    void aRouteThatIsRemovedDuringAStartKeepsNoOtherFromStarting() throws Exception {
        context.addRoutes(r -> {
            r.from("direct:1").routeId("first").process(exchange -> {});
            r.from("direct:2").routeId("gone").process(exchange -> {});
            r.from("direct:3").routeId("last").process(exchange -> {});
        });
        context.getRoutingContextExtension().addLifecycleStrategy(new LifecycleStrategy() {
            @Override
            public void onRouteStarted(Route route) {
                if (route.getRouteId().equals("first")) {
                    assertThat(context.removeRoute("gone")).isTrue();
                }
            }
        });
        context.start();
        assertThat(context.getRoutes()).map(Route::getRouteId).containsExactly("first", "last");
        assertThat(context.getRoutes()).allMatch(each -> each.getStatus().isStarted());
        context.stop();
    }

    @Test
    void componentsAreStartedBeforeEndpointsAndStoppedAfterThem() {
        context.getEndpoint("a:1");
        context.getEndpoint("a:2");
        assertThat(journal()).isEmpty();
        context.start();
        context.start();
        assertThat(journal()).containsExactly("start a", "start a:1", "start a:2");
        assertThat(context.getStatus()).isEqualTo(ServiceStatus.Started);
        context.stop();
        assertThat(journal()).containsExactly("stop a:1", "stop a:2", "stop a", "stop clock");
        assertThat(context.getStatus()).isEqualTo(ServiceStatus.Stopped);
    }

    @Test
    void whatIsMadeInAStartedContextIsStartedOnce() {
        context.start();
        journal();
        context.getEndpoint("a:1");
        context.getEndpoint("a:1");
        context.addComponent(new JournalComponent("b"));
        context.getEndpoint("b:1");
        context.getEndpoint("b:2");
        assertThat(journal()).containsExactly("start a:1", "start b", "start b:1", "start b:2");
        context.stop();
        assertThat(journal()).containsExactly("stop a:1", "stop b:1", "stop b:2", "stop a", "stop b", "stop clock");
        context.getEndpoint("b:3");
        assertThat(journal()).as("stopped again").isEmpty();
        context.start();
        assertThat(journal()).containsExactly("start a", "start b", "start a:1", "start b:1", "start b:2", "start b:3");
    }

    @Test
    void whatFailsToStartInAStartedContextIsNotKeptAndTriedAgain() {
        context.start();
        failing = "start a:1";
        assertThatIllegalStateException().isThrownBy(() -> context.getEndpoint("a:1"));
        assertThat(context.getEndpoints()).isEmpty();
        failing = "";
        journal();
        assertThat(context.getEndpoint("a:1")).isSameAs(context.getEndpoint("a:1"));
        assertThat(journal()).containsExactly("start a:1");

        context.addComponent(new JournalComponent("b"));
        failing = "start b";
        assertThatIllegalStateException().isThrownBy(() -> context.getEndpoint("b:1"));
        failing = "";
        context.getEndpoint("b:1");
        assertThat(journal()).containsExactly("start b", "start b", "start b:1");
    }

    @Test
    void oneThatFailsToStopKeepsNoOtherFromStopping() {
        context.getEndpoint("a:1");
        context.getEndpoint("a:2");
        for (String each : List.of("stop a:1", "stop a", "stop clock")) {
            context.start();
            journal();
            failing = each;
            context.stop();
            assertThat(journal()).containsExactly("stop a:1", "stop a:2", "stop a", "stop clock");
            assertThat(context.getStatus()).isEqualTo(ServiceStatus.Stopped);
        }
        assertThat(log.failures()).extracting(Throwable::getMessage).allMatch(text -> text.contains("on purpose"));
        assertThat(log.messages()).hasSize(3).allMatch(text -> text.contains(context.getName()));
    }

    @Test
    void aStartThatFailsLeavesNothingStarted() {
        context.getEndpoint("a:1");
        context.getEndpoint("a:2");
        failing = "start a:1";
        assertThatIllegalStateException().isThrownBy(context::start);
        assertThat(journal()).containsExactly("start a", "start a:1", "stop a:1", "stop a:2", "stop a", "stop clock");
        assertThat(context.getStatus()).isEqualTo(ServiceStatus.Stopped);
        context.getEndpoint("a:3");
        assertThat(journal()).isEmpty();
        failing = "";
        context.start();
        assertThat(context.getStatus()).isEqualTo(ServiceStatus.Started);
    }

    @Test
    void aComponentThatIsRefusedKeepsItsContext() {
        JournalComponent theirs = new JournalComponent("a");
        DefaultRoutingContext other = new DefaultRoutingContext();
        other.addComponent(theirs);
        assertThatIllegalArgumentException().isThrownBy(() -> context.addComponent(theirs));
        assertThat(theirs.getContext()).isSameAs(other);
    }

    @Test
    void aClockIsInPlaceBeforeItsPredecessorEnds() {
        MessageClock next = () -> 7;
        failing = "stop clock";
        assertThatIllegalStateException()
                .isThrownBy(() -> context.getRoutingContextExtension().setClock(next));
        assertThat(context.getRoutingContextExtension().getClock()).isSameAs(next);
    }

    private final class JournalClock implements MessageClock {
        @Override
        public long millis() {
            return 1;
        }

        @Override
        public void close() {
            enter("stop clock");
        }
    }

    private final class JournalComponent extends Component {
        private final String scheme;

        JournalComponent(String scheme) {
            this.scheme = scheme;
        }

        @Override
        public String getScheme() {
            return scheme;
        }

        @Override
        public List<EndpointOption<?>> getOptions() {
            return List.of();
        }

        @Override
        public Endpoint createEndpoint(String uri, String remaining, EndpointOptions options) {
            return new JournalEndpoint(this, uri);
        }

        @Override
        public void start() {
            enter("start " + scheme);
        }

        @Override
        public void stop() {
            enter("stop " + scheme);
        }
    }

    private final class JournalEndpoint extends Endpoint {
        JournalEndpoint(Component component, String uri) {
            super(component.getContext(), uri);
        }

        @Override
        public void start() {
            enter("start " + getEndpointUri());
        }

        @Override
        public void stop() {
            enter("stop " + getEndpointUri());
        }

        @Override
        public Producer createProducer() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Consumer createConsumer(Processor processor) {
            throw new UnsupportedOperationException();
        }
    }
}
