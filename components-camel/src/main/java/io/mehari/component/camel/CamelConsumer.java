package io.mehari.component.camel;

import io.mehari.AsyncCallback;
import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.Processor;
import io.mehari.RuntimeRoutingException;
import io.mehari.connector.ReceivingConsumer;
import io.mehari.spi.internal.Log;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.camel.Consumer;
import org.apache.camel.Route;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.spi.RouteController;
import org.apache.camel.support.service.ServiceHelper;
import org.jspecify.annotations.Nullable;

/**
 * Receives from an endpoint of Camel. For Camel it is a route of one step, since a consumer without a route would have
 * no unit of work: nobody would run the completions.
 */
final class CamelConsumer extends ReceivingConsumer<CamelEndpoint> implements WhenStarted {
    private static final long HANGS_MILLIS = 1_000;

    private final String camelRoute;
    private final IntoMehari.Entry entry;
    private boolean isOpen;
    private boolean isSuspended; // maybe before Camel has a consumer
    private volatile boolean isClosing;

    CamelConsumer(CamelEndpoint endpoint, Processor processor) {
        super(endpoint, processor, endpoint.toString());
        this.camelRoute = "mehari-" + name();
        this.entry = new IntoMehari.Entry(endpoint.link, this, endpoint.maxInFlight) {
            @Override
            Exchange create(org.apache.camel.Exchange camel) {
                return endpoint.createExchange(Crossing.pattern(camel));
            }

            @Override
            boolean pass(Exchange exchange, AsyncCallback done) {
                return endpoint.ask(processor, exchange, done);
            }

            @Override
            void over(Exchange exchange, org.apache.camel.Exchange camel) {
                Throwable failure = exchange.getException();
                // law S6: some consumers of Camel do not log it
                if (failure != null && exchange.getPattern() == ExchangePattern.InOnly) {
                    Log.warn(log(), CamelConsumer.this + ": a message failed, and nothing handled it [MH-56]", failure);
                }
                if (exchange.getPattern() == ExchangePattern.InOut
                        && camel.getFromEndpoint() != null
                        && camel.getFromEndpoint().isRemote() // else it is a Camel route, or a program
                        && isUnanswered(exchange, org.apache.camel.Exchange.HTTP_RESPONSE_CODE, "a request fails")) {
                    camel.setException(exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Throwable.class));
                } else if (exchange.getBody() == null) {
                    camel.getMessage().setBody(null);
                }
                endpoint.getExchangeFactory().end(exchange); // completions run before Camel acknowledges (law K1)
            }
        };
    }

    @Override
    public synchronized void start() {
        isOpen = true;
        try {
            endpoint.link.camel.addStartupListener(this);
            onStarted(); // another thread may just have started Camel, and called all its listeners
        } catch (Exception e) {
            stop();
            throw new RuntimeRoutingException(this + " cannot start: " + e, e);
        }
    }

    @Override
    public synchronized void onStarted() throws Exception {
        if (isOpen && endpoint.link.camel.isStarted() && endpoint.link.camel.getRoute(camelRoute) == null) {
            RouteBuilder.addRoutes(
                    endpoint.link.camel,
                    route -> route.from(endpoint.resolve())
                            .routeId(camelRoute)
                            .autoStartup(!isSuspended && !isClosing)
                            .errorHandler(route.noErrorHandler()) // Mehari's route has one
                            .process(entry));
        }
    }

    /** Camel's consumer; null until Camel has started. */
    private @Nullable Consumer camels() {
        Route route = endpoint.link.camel.getRoute(camelRoute);
        return route == null ? null : route.getConsumer();
    }

    private boolean isInFlight() {
        return endpoint.link.camel.getInflightRepository().size(camelRoute) > 0;
    }

    @Override
    public synchronized void suspend() {
        isSuspended = true;
        Link.suspend(camels());
    }

    @Override
    public synchronized void resume() {
        isSuspended = false;
        RouteController routes = endpoint.link.camel.getRouteController();
        if (camels() != null && !routes.getRouteStatus(camelRoute).isStarted()) {
            startRoute(routes);
        } else {
            ServiceHelper.resumeService(camels());
        }
    }

    private void startRoute(RouteController routes) {
        try {
            routes.startRoute(camelRoute);
        } catch (Exception e) {
            throw new RuntimeRoutingException(this + " cannot start: " + e, e);
        }
    }

    @Override
    public synchronized void closeIntake() {
        isClosing = true;
        Link.closeIntake(camels());
    }

    /** What waits on Camel's side is asked for at a stop alone: some queues are emptied by the question. */
    @Override
    public int getPendingExchangesSize() {
        return isClosing ? Link.waiting(camels()) : 0;
    }

    @Override
    public boolean hasTaken() {
        return isInFlight() || Link.mayBring(camels());
    }

    /** At the limit Camel interrupts the consumer: one that only closes its client has time, what hangs has had it. */
    private long stopMillis() {
        boolean hangs = isInFlight() || getPendingExchangesSize() > 0;
        Duration timeout = endpoint.link.mehari.getShutdownStrategy().getTimeout();
        return hangs ? HANGS_MILLIS : Math.max(HANGS_MILLIS, TimeUnit.MILLISECONDS.convert(timeout));
    }

    @Override
    @SuppressWarnings("CatchingUnchecked") // a component may throw anything
    public synchronized void stop() {
        isOpen = false;
        try {
            endpoint.link.camel.getRouteController().stopRoute(camelRoute, stopMillis(), TimeUnit.MILLISECONDS);
            endpoint.link.camel.removeRoute(camelRoute);
        } catch (Throwable e) {
            Log.warn(CamelConsumer.class, "Camel's route " + camelRoute + " could not be removed", e);
        }
    }
}
