package io.mehari.lab.camel.headers;

import io.mehari.lab.api.MapMaker;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;

/** The header maps that Camel's factory creates, and the copies that Camel's exchanges make of them. */
public final class CamelMaps implements MapMaker {
    private final DefaultCamelContext context = new DefaultCamelContext();

    /** Starts a context, which finds the factory. */
    public CamelMaps() {
        context.start();
    }

    @Override
    public Map<String, Object> newMap() {
        return context.getCamelContextExtension().getHeadersMapFactory().newMap();
    }

    @Override
    public Holder newHolder() {
        return new Message(new DefaultExchange(context));
    }

    private record Message(Exchange exchange) implements Holder {
        @Override
        public Map<String, Object> map() {
            return exchange.getMessage().getHeaders();
        }

        @Override
        public Holder copy() {
            return new Message(exchange.copy());
        }
    }
}
