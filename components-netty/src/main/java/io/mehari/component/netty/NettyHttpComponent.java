package io.mehari.component.netty;

import io.mehari.Endpoint;
import io.mehari.component.netty.http.HttpServers;
import io.mehari.spi.EndpointOption;
import io.mehari.spi.EndpointOptions;
import java.util.List;

/**
 * {@code netty-http:http://host:port/path}, or {@code https}. A route that starts there receives requests. A route that
 * sends there sends requests.
 */
public final class NettyHttpComponent extends NettyComponent {
    private final HttpServers servers = new HttpServers(loops);

    public NettyHttpComponent() {
        super("http");
    }

    @Override
    public String getScheme() {
        return "netty-http";
    }

    @Override
    public List<EndpointOption<?>> getOptions() {
        return HttpServers.OPTIONS;
    }

    @Override
    public Endpoint createEndpoint(String uri, String remaining, EndpointOptions options) {
        return servers.newEndpoint(getContext(), uri, remaining, options);
    }
}
