package io.mehari.impl;

import io.mehari.Component;
import io.mehari.Endpoint;
import io.mehari.spi.EndpointOption;
import io.mehari.spi.EndpointOptions;
import java.util.List;

/** {@code direct:name}: calls between routes. */
final class DirectComponent extends Component {

    @Override
    public String getScheme() {
        return "direct";
    }

    @Override
    public List<EndpointOption<?>> getOptions() {
        return DirectEndpoint.OPTIONS;
    }

    @Override
    public Endpoint createEndpoint(String uri, String remaining, EndpointOptions options) {
        return new DirectEndpoint(getContext(), uri, options);
    }
}
