package io.mehari.lab.camel.seda;

import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.camel.Endpoint;
import org.apache.camel.support.DefaultComponent;

/**
 * A component for {@code seda:} that uses Mehari's queue. Camel finds it by the resource with the name of the scheme.
 */
public final class RingComponent extends DefaultComponent {
    private static final Map<String, String> REFUSED = Map.of(
            "multipleConsumers", "each message has one consumer; send it to several by multicast()",
            "limitConcurrentConsumers", "there is no limit",
            "pollTimeout", "consumers wait until there is a message, and do not poll",
            "virtualThreadPerTask", "use concurrentConsumers",
            "queue", "the queue is always RingBlockingQueue",
            "queueFactory", "the queue is always RingBlockingQueue",
            "browseLimit", "the queue cannot be browsed");

    private final Map<String, Ring> rings = new ConcurrentHashMap<>();

    @Override
    protected Endpoint createEndpoint(String uri, String name, Map<String, Object> parameters) throws Exception {
        for (String each : new TreeSet<>(parameters.keySet())) {
            if (REFUSED.containsKey(each)) {
                throw new IllegalArgumentException(
                        "This component for seda: has no option " + each + ": " + REFUSED.get(each));
            }
        }
        Ring ring = rings.computeIfAbsent(name, each -> new Ring(each, getCamelContext()));
        RingEndpoint endpoint = new RingEndpoint(uri, this, ring);
        setProperties(endpoint, parameters);
        return endpoint;
    }

    @Override
    protected void doShutdown() throws Exception {
        rings.clear();
        super.doShutdown();
    }
}
