package io.mehari.scenarios.typechecks;

import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.spi.ExchangeExtension;

/** Mehari's own exchange. It has only one class, whether pooled or not. */
final class AsShipped extends Form {
    private final Endpoint entry = new DefaultRoutingContext().getEndpoint("direct:in");
    private End end = new End();

    AsShipped() {}

    @Override
    Object message(int index, Object body) {
        Exchange exchange = entry.createExchange();
        exchange.getMessage().setBody(body);
        return exchange;
    }

    @Override
    Step[] steps() {
        end = new End();
        return new Step[] {new Begin(), new Mark(), new Choose(end), new Leave()};
    }

    @Override
    End end() {
        return end;
    }

    private static final class Begin extends Step {
        @Override
        void take(Object message) {
            Exchange exchange = (Exchange) message;
            exchange.setRouteStop(false);
        }
    }

    private static final class Mark extends Step {
        @Override
        void take(Object message) {
            ExchangeExtension extension = (ExchangeExtension) message;
            extension.setLoopIndex(extension.getLoopIndex() + 1);
        }
    }

    private static final class Choose extends Step {
        private final End end;

        Choose(End end) {
            this.end = end;
        }

        @Override
        void take(Object message) {
            Exchange exchange = (Exchange) message;
            if (!exchange.isRouteStop()) {
                end.count(exchange.getMessage().getBody());
            }
        }
    }

    private static final class Leave extends Step {
        @Override
        void take(Object message) {
            ExchangeExtension extension = (ExchangeExtension) message;
            extension.setInterrupted(false);
        }
    }
}
