package io.mehari.docs;

import io.mehari.Component;
import io.mehari.Consumer;
import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.Processor;
import io.mehari.Producer;
import io.mehari.RoutingContext;
import io.mehari.spi.EndpointOption;
import io.mehari.spi.EndpointOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/** {@code lines:path}: a route may start from the lines of a file, and may add lines to one. */
// region component
public final class LinesComponent extends Component {

    static final EndpointOption<Integer> SKIP =
            EndpointOption.of("skip", Integer.class, 0, "how many lines to skip at the beginning of the file");

    public LinesComponent() {}

    @Override
    public String getScheme() {
        return "lines";
    }

    @Override
    public List<EndpointOption<?>> getOptions() {
        return List.of(SKIP);
    }

    @Override
    public Endpoint createEndpoint(String uri, String remaining, EndpointOptions options) {
        return new LinesEndpoint(getContext(), uri, Path.of(remaining), options.get(SKIP));
    }
}
// endregion

// region endpoint
final class LinesEndpoint extends Endpoint {
    final Path file;
    final int skip;

    LinesEndpoint(RoutingContext context, String uri, Path file, int skip) {
        super(context, uri);
        this.file = file;
        this.skip = skip;
    }

    @Override
    public Producer createProducer() {
        return new Producer() {
            @Override
            public Endpoint getEndpoint() {
                return LinesEndpoint.this;
            }

            @Override
            public void process(Exchange exchange) throws IOException { // an exception here fails the exchange
                String line = exchange.getBody(String.class);
                Files.writeString(file, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            }
        };
    }

    @Override
    public Consumer createConsumer(Processor route) {
        return new LinesConsumer(this, route);
    }
}
// endregion

// region consumer
final class LinesConsumer implements Consumer {
    private final LinesEndpoint endpoint;
    private final Processor route;
    private volatile boolean stopped;

    LinesConsumer(LinesEndpoint endpoint, Processor route) {
        this.endpoint = endpoint;
        this.route = route;
    }

    @Override
    public void start() {
        stopped = false;
        endpoint.getContext()
                .getRoutingContextExtension()
                .getThreadPools()
                .newThread("lines-" + endpoint.file.getFileName(), this::read)
                .start();
    }

    @Override
    public void stop() {
        stopped = true;
    }

    private void read() {
        try (Stream<String> lines = Files.lines(endpoint.file)) {
            lines.skip(endpoint.skip).takeWhile(line -> !stopped).forEach(this::feed);
        } catch (IOException e) {
            System.getLogger("lines").log(System.Logger.Level.ERROR, "Cannot read " + endpoint.file, e);
        }
    }

    private void feed(String line) {
        Exchange exchange = endpoint.createExchange();
        exchange.setBody(line);
        endpoint.deliver(route, exchange); // from here on the exchange belongs to the route
    }

    @Override
    public Endpoint getEndpoint() {
        return endpoint;
    }

    @Override
    public Processor getProcessor() {
        return route;
    }
}
// endregion
