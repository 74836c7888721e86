package io.mehari.impl.context;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Component;
import io.mehari.Consumer;
import io.mehari.Endpoint;
import io.mehari.Processor;
import io.mehari.Producer;
import io.mehari.ServiceStatus;
import io.mehari.impl.CapturedLog;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.spi.EndpointOption;
import io.mehari.spi.EndpointOptions;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
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
        public void stop() {
            stopped.add(name);
            if (name.equals("bad")) {
                throw new IllegalStateException("it does not stop");
            }
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
}
