package io.mehari.component.kafka;

import io.mehari.Component;
import io.mehari.Endpoint;
import io.mehari.spi.EndpointOption;
import io.mehari.spi.EndpointOptions;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code kafka:TOPIC}: a route from it takes the records of a topic, of several ({@code kafka:ONE,OTHER}) or of those
 * that match a pattern; a route to it sends records.
 */
public final class KafkaComponent extends Component {
    private volatile @Nullable String brokers;

    public KafkaComponent() {}

    /** The brokers for URIs that name none, as in {@code one:9092,other:9092}. Set it before the context starts. */
    public void setBrokers(String brokers) {
        this.brokers = brokers;
    }

    @Override
    public String getScheme() {
        return "kafka";
    }

    @Override
    public List<EndpointOption<?>> getOptions() {
        return KafkaOptions.ALL.list();
    }

    /** Options that begin with {@code additionalProperties.} are settings of the client. */
    @Override
    public boolean takesOtherOptions() {
        return true;
    }

    @Override
    public Endpoint createEndpoint(String uri, String remaining, EndpointOptions options) {
        String topic = remaining.startsWith("//") ? remaining.substring(2) : remaining;
        return new KafkaEndpoint(getContext(), uri, new KafkaSettings(topic, brokers, options));
    }
}
