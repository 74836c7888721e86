package io.mehari.component.jms;

import io.mehari.Component;
import io.mehari.Endpoint;
import io.mehari.spi.EndpointOption;
import io.mehari.spi.EndpointOptions;
import jakarta.jms.ConnectionFactory;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code jms:queue:name} and {@code jms:topic:name}: routes from and to the queues and topics of a message broker. The
 * connection factory is that of the broker's own client.
 */
public final class JmsComponent extends Component {
    private volatile @Nullable ConnectionFactory connectionFactory;

    public JmsComponent() {}

    /** Sets what makes the connections of URIs without {@code connectionFactory=#name}. */
    public void setConnectionFactory(ConnectionFactory connectionFactory) {
        this.connectionFactory = connectionFactory;
    }

    @Override
    public String getScheme() {
        return "jms";
    }

    @Override
    public List<EndpointOption<?>> getOptions() {
        return JmsOptions.ALL.list();
    }

    @Override
    public Endpoint createEndpoint(String uri, String remaining, EndpointOptions options) {
        return new JmsEndpoint(getContext(), uri, new JmsSettings(remaining, connectionFactory, options));
    }
}
