package io.mehari.impl.component;

import io.mehari.Component;
import io.mehari.Endpoint;
import io.mehari.spi.EndpointOption;
import io.mehari.spi.EndpointOptions;
import java.util.List;

/** {@code timer:name}: sends a message to a route at intervals. */
public final class TimerComponent extends Component {

    @Override
    public String getScheme() {
        return "timer";
    }

    @Override
    public List<EndpointOption<?>> getOptions() {
        return TimerEndpoint.OPTIONS.list();
    }

    @Override
    public Endpoint createEndpoint(String uri, String remaining, EndpointOptions options) {
        return new TimerEndpoint(getContext(), uri, remaining, options);
    }
}
