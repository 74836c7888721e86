package io.mehari.component.camel;

import io.mehari.AsyncCallback;
import io.mehari.AsyncProcessor;
import io.mehari.Exchange;
import io.mehari.RoutingContext;
import io.mehari.builder.RouteBuilder;
import org.apache.camel.Processor;
import org.apache.camel.ShutdownRunningTask;
import org.apache.camel.spi.ShutdownAware;
import org.apache.camel.support.DefaultConsumer;

/** Receives from an endpoint of Mehari. For Mehari it is a route of one step, which a stop waits for. */
final class MehariConsumer extends DefaultConsumer implements ShutdownAware {
    private final MehariEndpoint endpoint;

    MehariConsumer(MehariEndpoint endpoint, Processor processor) {
        super(endpoint, processor);
        this.endpoint = endpoint;
    }

    private String mehariRoute() {
        return "camel-" + (getRouteId() != null ? getRouteId() : endpoint.target);
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        endpoint.link.mehari.addRoutes(route -> route.from(endpoint.target)
                .routeId(mehariRoute())
                .errorHandler(RouteBuilder.noErrorHandler()) // Camel's route has one
                .process((AsyncProcessor) this::receive));
    }

    private boolean receive(Exchange exchange, AsyncCallback callback) {
        org.apache.camel.Exchange camel = endpoint.createExchange(Crossing.pattern(exchange));
        return new IntoCamel(endpoint.link, exchange, camel, callback, () -> {}).process(getAsyncProcessor());
    }

    @Override
    protected void doStop() throws Exception {
        RoutingContext context = endpoint.link.mehari;
        if (context.getRoute(mehariRoute()) != null) {
            context.getRouteController().stopRoute(mehariRoute());
            context.removeRoute(mehariRoute());
        }
        super.doStop();
    }

    /** It gets messages from routes, so it goes on until the others are done. */
    @Override
    public boolean deferShutdown(ShutdownRunningTask running) {
        return true;
    }

    @Override
    public int getPendingExchangesSize() {
        return 0;
    }

    @Override
    public void prepareShutdown(boolean suspendOnly, boolean forced) {}
}
