package io.mehari.connector;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.AsyncCallback;
import io.mehari.Component;
import io.mehari.Consumer;
import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.Processor;
import io.mehari.Producer;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.spi.EndpointOption;
import io.mehari.spi.EndpointOptions;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A context stops while a message for which no sender waits is on its way. */
@Timeout(60)
class StopWithQueuedSendsTest {
    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final AtomicReference<@Nullable PendingSend> sent = new AtomicReference<>();

    @Test
    void aQueuedSendThatFailsDuringAStopIsReported() throws Exception {
        CountDownLatch reported = new CountDownLatch(1);
        context.addComponent(new Out());
        context.addRoutes(r -> r.from("direct:lost").process(exchange -> {
            assertThat(exchange.getBody()).isEqualTo("message");
            reported.countDown();
        }));
        context.addRoutes(r -> r.from("direct:b").to("out:x"));
        context.start();
        context.createProducerTemplate().sendBody("direct:b", "message");
        assertThat(sent).doesNotHaveNullValue();

        context.stop();
        assertThat(reported.getCount()).isZero();
        assertThat(context.getEndpoint("out:x", Out.OutEndpoint.class).sends.size())
                .isZero();
    }

    /** Its sends fail when a stop asks whether they are done. */
    private final class Out extends Component {
        @Override
        public String getScheme() {
            return "out";
        }

        @Override
        public List<EndpointOption<?>> getOptions() {
            return List.of();
        }

        @Override
        public Endpoint createEndpoint(String uri, String remaining, EndpointOptions options) {
            return new OutEndpoint(uri);
        }

        private final class OutEndpoint extends Endpoint {
            final QueuedSends sends = new QueuedSends(this, 10, "direct:lost");

            OutEndpoint(String uri) {
                super(StopWithQueuedSendsTest.this.context, uri);
            }

            @Override
            public Producer createProducer() {
                return new OutProducer(sends);
            }

            @Override
            public Consumer createConsumer(Processor processor) {
                throw new UnsupportedOperationException();
            }
        }
    }

    private final class OutProducer extends SendingProducer<String> {
        OutProducer(QueuedSends sends) {
            super(new SharedClient<>(() -> "client", client -> {}), sends);
        }

        @Override
        protected boolean send(String client, Exchange exchange, AsyncCallback callback) {
            QueuedSends sends = ((Out.OutEndpoint) getEndpoint()).sends;
            return pass(client, new PendingSend(sends, exchange, callback, true) {}, (to, send) -> sent.set(send));
        }

        @Override
        protected RuntimeException notStarted(String message) {
            return new IllegalStateException(message);
        }

        @Override
        public boolean isBusy() {
            PendingSend send = sent.get();
            if (send != null) {
                send.fail(new IllegalStateException("the line is dead"));
            }
            return super.isBusy();
        }
    }
}
