package io.mehari.connectors;

import io.mehari.ProducerTemplate;
import io.mehari.component.netty.NettyConstants;
import io.mehari.impl.DefaultRoutingContext;
import java.util.concurrent.atomic.LongAdder;

/** Mehari, with or without a thread change between the sockets and the route. */
final class MehariPeer implements Peer {
    private static final String WORK = "seda:work?size=" + QUEUE + "&blockWhenFull=true";

    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final String options;

    /** @param options of the server, after its URI */
    MehariPeer(String options) {
        this.options = options;
    }

    @Override
    public void start() throws Exception {
        context.addRoutes(r -> r.from("direct:in").process(exchange -> {}));
        context.start();
    }

    @Override
    public void serve(int port, LongAdder taken) throws Exception {
        String base = "netty-http:http://127.0.0.1:" + port;
        context.addRoutes(r -> {
            r.from(base + "/echo" + options).process(exchange -> {});
            r.from(base + "/queue" + options)
                    .to(WORK + "&waitForTaskToComplete=Never")
                    .setHeader(NettyConstants.HTTP_RESPONSE_CODE, exchange -> 202)
                    .setBody(exchange -> null);
            r.from(WORK).process(exchange -> taken.increment());
        });
    }

    @Override
    public Sender sender(int port, boolean waits) {
        ProducerTemplate template = context.createProducerTemplate();
        String uri =
                "netty:tcp://127.0.0.1:" + port + "?textline=true&sync=false" + (waits ? "" : "&completion=Queued");
        return line -> template.sendBody(uri, line);
    }
}
