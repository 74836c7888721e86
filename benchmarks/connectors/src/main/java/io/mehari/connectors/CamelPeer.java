package io.mehari.connectors;

import java.util.concurrent.atomic.LongAdder;
import org.apache.camel.Endpoint;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;

/** Apache Camel with its own components on Netty. */
final class CamelPeer implements Peer {
    private static final String WORK = "seda:work?size=" + QUEUE + "&blockWhenFull=true";

    private final DefaultCamelContext context = new DefaultCamelContext();
    private final String options;

    /** @param options of the server, after its URI */
    CamelPeer(String options) {
        this.options = options;
    }

    @Override
    public void start() throws Exception {
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:in").process(exchange -> {});
            }
        });
        context.start();
    }

    @Override
    public void serve(int port, LongAdder taken) throws Exception {
        String base = "netty-http:http://127.0.0.1:" + port;
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from(base + "/echo" + options).process(exchange -> {});
                from(base + "/queue" + options)
                        .to(WORK + "&waitForTaskToComplete=Never")
                        .setHeader("CamelHttpResponseCode", constant(202))
                        .setBody(constant(""));
                from(WORK).process(exchange -> taken.increment());
            }
        });
    }

    /**
     * Camel always waits for the socket, with any setting. The measurement of its producer is the reason for
     * completion=Queued.
     */
    @Override
    public Sender sender(int port, boolean waits) {
        ProducerTemplate template = context.createProducerTemplate();
        Endpoint endpoint = context.getEndpoint("netty:tcp://127.0.0.1:" + port + "?textline=true&sync=false");
        return line -> template.sendBody(endpoint, line);
    }
}
