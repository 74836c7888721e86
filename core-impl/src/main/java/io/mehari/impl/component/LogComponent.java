package io.mehari.impl.component;

import io.mehari.Component;
import io.mehari.Endpoint;
import io.mehari.spi.EndpointOption;
import io.mehari.spi.EndpointOptions;
import java.util.List;

/** {@code log:category}: writes messages to a log. */
public final class LogComponent extends Component {

    @Override
    public String getScheme() {
        return "log";
    }

    @Override
    public List<EndpointOption<?>> getOptions() {
        return LogEndpoint.OPTIONS.list();
    }

    @Override
    public Endpoint createEndpoint(String uri, String remaining, EndpointOptions options) {
        return new LogEndpoint(getContext(), uri, remaining, options);
    }
}
