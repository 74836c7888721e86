package io.mehari.impl;

import io.mehari.Component;
import io.mehari.Consumer;
import io.mehari.Endpoint;
import io.mehari.ExchangePattern;
import io.mehari.Processor;
import io.mehari.Producer;
import io.mehari.RoutingContext;
import io.mehari.spi.EndpointOption;
import io.mehari.spi.EndpointOptions;
import java.io.IOException;
import java.util.List;

/** A component whose endpoints do nothing but know their options. */
public final class ShelfComponent extends Component {
    public static final EndpointOption<Integer> SIZE = EndpointOption.of("size", Integer.class, 5, "how much fits");
    public static final EndpointOption<Boolean> SORTED = EndpointOption.of("sorted", Boolean.class, false, "in order");
    public static final EndpointOption<String> LABEL = EndpointOption.optional("label", String.class, "what it says");
    static final EndpointOption<ExchangePattern> PATTERN =
            EndpointOption.of("pattern", ExchangePattern.class, ExchangePattern.InOnly, "one way or two");

    @Override
    public String getScheme() {
        return "shelf";
    }

    @Override
    public List<EndpointOption<?>> getOptions() {
        return List.of(SIZE, SORTED, LABEL, PATTERN);
    }

    @Override
    public Endpoint createEndpoint(String uri, String remaining, EndpointOptions options) throws IOException {
        if (remaining.equals("broken")) {
            throw new IOException("the shelf is broken");
        }
        return new ShelfEndpoint(getContext(), uri, remaining, options);
    }

    public static ShelfEndpoint endpoint(RoutingContext context, String uri) {
        if (context.hasComponent("shelf") == null) {
            context.addComponent(new ShelfComponent());
        }
        return (ShelfEndpoint) context.getEndpoint(uri);
    }

    public static final class ShelfEndpoint extends Endpoint {
        public final String path;
        public final EndpointOptions options;

        ShelfEndpoint(RoutingContext context, String uri, String path, EndpointOptions options) {
            super(context, uri);
            this.path = path;
            this.options = options;
        }

        @Override
        public ExchangePattern getExchangePattern() {
            return options.get(PATTERN);
        }

        @Override
        public Producer createProducer() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Consumer createConsumer(Processor processor) {
            throw new UnsupportedOperationException();
        }
    }
}
