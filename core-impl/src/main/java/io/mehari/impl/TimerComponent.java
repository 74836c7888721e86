package io.mehari.impl;

import io.mehari.Component;
import io.mehari.Endpoint;
import io.mehari.spi.EndpointOption;
import io.mehari.spi.EndpointOptions;
import java.util.List;

/** {@code timer:name}: starts a route every so often. */
final class TimerComponent extends Component {

    @Override
    public String getScheme() {
        return "timer";
    }

    @Override
    public List<EndpointOption<?>> getOptions() {
        return TimerEndpoint.OPTIONS;
    }

    @Override
    public Endpoint createEndpoint(String uri, String remaining, EndpointOptions options) {
        return new TimerEndpoint(getContext(), uri, remaining, options);
    }
}
