package io.mehari.lab.camel;

import io.mehari.lab.api.Operations;
import io.mehari.lab.api.Workload;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.FailedToCreateRouteException;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.mock.MockEndpoint;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;

/**
 * Sends messages to {@code direct:lab} of a user's routes. The option {@code --routes} names their class. If the first
 * message arrives at {@code mock:end}, once or several times, each message counts as processed when it has arrived
 * there as often. Otherwise it counts when the send returns.
 */
public final class CamelRoutes implements Workload {
    private static final int BATCH = 100;

    private final DefaultCamelContext context = new DefaultCamelContext();
    private final AtomicLong arrived = new AtomicLong();
    private ProducerTemplate template;
    private Endpoint entry;

    @Override
    public void start(Operations operations) throws Exception {
        context.addRoutes(Class.forName(System.getProperty("lab.routes"))
                .asSubclass(RouteBuilder.class)
                .getDeclaredConstructor()
                .newInstance());
        try {
            context.start();
        } catch (FailedToCreateRouteException e) {
            boolean missing = String.valueOf(e.getMessage()).contains("No endpoint could be found");
            throw missing ? new IllegalArgumentException("Name its component, as in --component log", e.getCause()) : e;
        }
        context.getEndpoints().forEach(this::countAtTheEnd);
        template = context.createProducerTemplate();
        entry = context.getEndpoint("direct:lab");
        send();
        LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1));
        long each = arrived.get();
        if (each == 0) {
            operations.add("direct:lab", this::send);
        } else {
            operations.addForThreads("direct:lab to mock:end", BATCH, batch(each * BATCH));
        }
    }

    /** Also counts if the route adds options, such as {@code mock:end?retainLast=5}. */
    private void countAtTheEnd(Endpoint endpoint) {
        if (endpoint instanceof MockEndpoint end && end.getName().equals("end")) {
            end.setRetainLast(1); // otherwise it keeps all messages
            end.whenAnyExchangeReceived(exchange -> arrived.incrementAndGet());
        }
    }

    private Object send() throws Exception {
        Exchange exchange = new DefaultExchange(context);
        exchange.getMessage().setBody("body");
        Exchange result = template.send(entry, exchange);
        if (result.getException() != null) {
            throw result.getException();
        }
        return result;
    }

    private Callable<?> batch(long arrivals) {
        return () -> {
            long end = arrived.get() + arrivals;
            for (int i = 0; i < BATCH; i++) {
                send();
            }
            while (arrived.get() < end) {
                Thread.yield();
            }
            return template;
        };
    }

    @Override
    public void stop() {
        context.stop();
    }
}
