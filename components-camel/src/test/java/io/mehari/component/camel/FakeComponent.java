package io.mehari.component.camel;

import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.camel.AsyncCallback;
import org.apache.camel.Consumer;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.Suspendable;
import org.apache.camel.support.DefaultAsyncProducer;
import org.apache.camel.support.DefaultComponent;
import org.apache.camel.support.DefaultConsumer;
import org.apache.camel.support.DefaultEndpoint;

/** A component of Camel that fails in the way that the body says, and whose consumer takes its time to stop. */
final class FakeComponent extends DefaultComponent {
    private static final long STOPPING_MILLIS = 1_500;

    /** Whether a consumer could stop in its own time; null before. */
    final AtomicReference<Boolean> stoppedInTime = new AtomicReference<>();

    @Override
    protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters) {
        return new FakeEndpoint(uri, this);
    }

    /** Like that of {@code kafka:}: its intake is suspended, and its client closed by its stop. */
    private final class FakeConsumer extends DefaultConsumer implements Suspendable {
        FakeConsumer(Endpoint endpoint, Processor processor) {
            super(endpoint, processor);
        }

        @Override
        protected void doStop() throws Exception {
            try {
                Thread.sleep(STOPPING_MILLIS);
                stoppedInTime.set(true);
            } catch (InterruptedException e) {
                stoppedInTime.set(false);
            }
            super.doStop();
        }
    }

    private final class FakeEndpoint extends DefaultEndpoint {
        FakeEndpoint(String uri, FakeComponent component) {
            super(uri, component);
        }

        @Override
        public Producer createProducer() {
            return new FakeProducer(this);
        }

        @Override
        public Consumer createConsumer(Processor processor) {
            return new FakeConsumer(this, processor);
        }
    }

    private static final class FakeProducer extends DefaultAsyncProducer {
        FakeProducer(Endpoint endpoint) {
            super(endpoint);
        }

        @Override
        public boolean process(Exchange exchange, AsyncCallback callback) {
            String way = exchange.getMessage().getBody(String.class);
            exchange.getMessage().setBody(way + "!");
            switch (way) {
                case "throws" -> throw new IllegalStateException("on purpose");
                case "error" -> throw new AssertionError("on purpose");
                case "twice" -> {
                    callback.done(true);
                    callback.done(true);
                    return true;
                }
                case "later", "laterTwice" -> {
                    Thread thread = new Thread(() -> {
                        callback.done(false);
                        if (way.equals("laterTwice")) {
                            callback.done(false);
                        }
                    });
                    thread.start();
                    return false;
                }
                case "throwsAfterCallback" -> {
                    callback.done(true);
                    throw new IllegalStateException("too late");
                }
                default -> throw new AssertionError(way);
            }
        }
    }
}
