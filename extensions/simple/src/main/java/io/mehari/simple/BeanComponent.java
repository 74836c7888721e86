package io.mehari.simple;

import io.mehari.Component;
import io.mehari.Consumer;
import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.PollingConsumer;
import io.mehari.Processor;
import io.mehari.Producer;
import io.mehari.RoutingContext;
import io.mehari.builder.model.Node;
import io.mehari.impl.text.CoreValues;
import io.mehari.spi.EndpointOption;
import io.mehari.spi.EndpointOptions;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code bean:name?method=name}: calls a method of an object in the registry, as the step {@code bean} does. */
public final class BeanComponent extends Component {
    private static final EndpointOption<String> METHOD = EndpointOption.optional(
            "method", String.class, "the method; without it the one with @Handler, or else the only public one");

    @Override
    public String getScheme() {
        return "bean";
    }

    @Override
    public List<EndpointOption<?>> getOptions() {
        return List.of(METHOD);
    }

    @Override
    public Endpoint createEndpoint(String uri, String remaining, EndpointOptions options) {
        return new BeanEndpoint(getContext(), uri, remaining, options.find(METHOD));
    }

    private static final class BeanEndpoint extends Endpoint {
        private final Node.Bean bean;

        BeanEndpoint(RoutingContext context, String uri, String name, @Nullable String method) {
            super(context, uri);
            bean = new Node.Bean(name, method);
        }

        @Override
        public Producer createProducer() {
            return new BeanProducer(this, CoreValues.method(bean, getContext().getRegistry()));
        }

        @Override
        public Consumer createConsumer(Processor processor) {
            throw new UnsupportedOperationException(
                    this + " sends no messages: a route can send to a bean, not start from it");
        }

        @Override
        public PollingConsumer createPollingConsumer() {
            throw new UnsupportedOperationException(this + " sends no messages: a bean cannot be polled");
        }
    }

    private record BeanProducer(Endpoint getEndpoint, Processor method) implements Producer {
        @Override
        public void process(Exchange exchange) throws Exception {
            method.process(exchange);
        }
    }
}
