package io.mehari.impl.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.Component;
import io.mehari.Consumer;
import io.mehari.Endpoint;
import io.mehari.FailedToCreateRouteException;
import io.mehari.Processor;
import io.mehari.Producer;
import io.mehari.RouteStats;
import io.mehari.ServiceStatus;
import io.mehari.impl.CapturedLog;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.spi.EndpointOption;
import io.mehari.spi.EndpointOptions;
import io.mehari.spi.internal.KeepingComponent;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Law R6: a part that fails to stop does not keep other parts from stopping. */
class FailingStopTest {
    private final List<String> stopped = new CopyOnWriteArrayList<>();

    /** Endpoints of which the consumers throw when they stop, those named "bad". */
    private final class Stubborn extends Component {
        @Override
        public String getScheme() {
            return "stubborn";
        }

        @Override
        public List<EndpointOption<?>> getOptions() {
            return List.of();
        }

        @Override
        public Endpoint createEndpoint(String uri, String remaining, EndpointOptions options) {
            return new Endpoint(getContext(), uri) {
                @Override
                public Producer createProducer() {
                    throw new UnsupportedOperationException();
                }

                @Override
                public Consumer createConsumer(Processor processor) {
                    return new StubbornConsumer(this, processor, remaining);
                }
            };
        }
    }

    private final class StubbornConsumer implements Consumer {
        private final Endpoint endpoint;
        private final Processor processor;
        private final String name;

        StubbornConsumer(Endpoint endpoint, Processor processor, String name) {
            this.endpoint = endpoint;
            this.processor = processor;
            this.name = name;
        }

        @Override
        public Endpoint getEndpoint() {
            return endpoint;
        }

        @Override
        public Processor getProcessor() {
            return processor;
        }

        @Override
        public long getLag() {
            if (name.equals("bad")) {
                throw new IllegalStateException("it does not count");
            }
            return 0;
        }

        @Override
        public void stop() {
            stopped.add(name);
            if (name.equals("bad")) {
                throw new IllegalStateException("it does not stop");
            }
        }
    }

    /** A component whose messages cannot be counted, since a queue of the user's throws. */
    private static final class Uncountable extends KeepingComponent {
        @Override
        public String getScheme() {
            return "uncountable";
        }

        @Override
        public List<EndpointOption<?>> getOptions() {
            return List.of();
        }

        @Override
        public Endpoint createEndpoint(String uri, String remaining, EndpointOptions options) {
            throw new UnsupportedOperationException();
        }

        @Override
        public List<String> unread() {
            return List.of();
        }

        @Override
        public RouteStats stats() {
            throw new IllegalStateException("it does not count");
        }
    }

    @Test
    void s4_whatCannotBeCountedKeepsNoContextFromStopping() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        try (CapturedLog log = new CapturedLog("io.mehari");
                DefaultRoutingContext context = new DefaultRoutingContext("stubborn")) {
            context.getRoutingContextExtension().getShutdownStrategy().setTimeout(Duration.ofMillis(50));
            context.addComponent(new Stubborn());
            context.addComponent(new Uncountable());
            context.addRoutes(r -> {
                r.from("stubborn:bad").routeId("bad").to("log:bad");
                r.from("timer:once?delay=0&repeatCount=1").routeId("stuck").process(exchange -> {
                    entered.countDown();
                    release.await();
                });
            });
            context.start();
            assertThat(entered.await(10, TimeUnit.SECONDS)).isTrue();
            assertThat(context.stats().inflight()).isEqualTo(1);
            context.stop();
            assertThat(context.getStatus()).isEqualTo(ServiceStatus.Stopped);
            assertThat(log.messages()).noneMatch(each -> each.contains("the routes failed to stop"));
        } finally {
            release.countDown();
        }
    }

    @Test
    void r6_aConsumerThatFailsToStopDoesNotKeepOtherRoutesFromStopping() throws Exception {
        try (CapturedLog log = new CapturedLog("io.mehari");
                DefaultRoutingContext context = new DefaultRoutingContext("stubborn")) {
            context.addComponent(new Stubborn());
            context.addRoutes(r -> {
                r.from("stubborn:first").routeId("first").to("log:first");
                r.from("stubborn:bad").routeId("bad").to("log:bad");
            });
            context.start();
            context.stop();

            assertThat(stopped).contains("first", "bad");
            assertThat(context.getStatus()).isEqualTo(ServiceStatus.Stopped);
            assertThat(context.getRoutes()).allMatch(each -> each.getStatus().isStopped());
            assertThat(log.messages()).anyMatch(each -> each.contains("Route bad") && each.contains("failed to stop"));
        }
    }

    /** Its suspension stops it. */
    @Test
    void s4_aConsumerThatFailsToSuspendLeavesTheContextStarted() {
        try (DefaultRoutingContext context = new DefaultRoutingContext("stubborn")) {
            context.addComponent(new Stubborn());
            context.addRoutes(r -> {
                r.from("stubborn:bad").routeId("bad").to("log:bad");
                r.from("stubborn:last").routeId("last").to("log:last");
            });
            context.start();
            assertThatIllegalStateException().isThrownBy(context::suspend).withMessage("it does not stop");
            assertThat(stopped).containsExactly("last", "bad");
            assertThat(context.getStatus()).isEqualTo(ServiceStatus.Started);
            assertThat(context.getRoutes()).allMatch(each -> each.getStatus().isStarted());
            assertThatIllegalStateException().isThrownBy(context::suspend).withMessage("it does not stop");
        }
    }

    @Test
    void s3_aRouteThatCannotBeMadeKeepsNoNumber() {
        try (DefaultRoutingContext context = new DefaultRoutingContext("stubborn")) {
            assertThatThrownBy(() -> context.addRoutes(r -> r.from("none:a").to("log:a")))
                    .isInstanceOf(FailedToCreateRouteException.class);
            AbstractRoutingContext here = context;
            assertThat(here.services.routeNumbers.find(1)).isNull();
        }
    }
}
