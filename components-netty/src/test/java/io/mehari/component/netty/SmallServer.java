package io.mehari.component.netty;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.mehari.impl.DefaultRoutingContext;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import io.netty.handler.codec.LengthFieldPrepender;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A program for {@link SlowClientsTest}, {@link FloodTest} and {@link StalledAnswersTest}: a server whose clients are
 * slow or many, or that asks slow servers, in a JVM with little memory.
 */
final class SmallServer {
    private SmallServer() {}

    /** Prints its port; goes on when a line comes, and ends after the next one. */
    public static void main(String[] args) throws Exception {
        boolean queue = args[0].equals("queue");
        int number = Integer.parseInt(args[1]);
        boolean asks = args[0].startsWith("netty");
        String reply = asks ? "" : "r".repeat(number);
        AtomicInteger messages = new AtomicInteger();
        CountDownLatch goOn = new CountDownLatch(queue ? 1 : 0);
        int port = Ports.free();
        String framed = "netty:tcp://localhost:" + port + "?backlog=2000&sendBufferSize=4096&";
        String lines = "netty:tcp://localhost:" + port + "?textline=true&receiveBufferSize=4096&sendBufferSize=4096"
                + "&maxConnections=2000&backlog=2000&writeTimeout=600000&maxBufferedBytes=100000000";
        String uri = switch (args[0]) {
            case "HTTP", "BODIES", "netty-http:http", "netty:tcp" ->
                "netty-http:http://localhost:" + port + "/?backlog=2000&sendBufferSize=4096";
            case "FRAMES", "PARTS" -> framed + "lengthField=4";
            case "CODEC" -> framed + "codec=#frames";
            default -> lines;
        };
        try (DefaultRoutingContext context = new DefaultRoutingContext()) {
            context.getRegistry().bind("frames", (NettyCodec) pipeline ->
                    pipeline.addLast(new LengthFieldBasedFrameDecoder(255, 0, 4, 0, 4), new LengthFieldPrepender(4)));
            context.addRoutes(r -> {
                if (asks) {
                    String options = "&receiveBufferSize=4096&requestTimeout=200s";
                    r.from(uri + "&matchOnUriPrefix=true").process(exchange -> {});
                    r.from(uri.replace("/?", "/ask?"))
                            .setHeader(NettyConstants.HTTP_PATH, exchange -> null)
                            .setBody(exchange -> "1234")
                            .to(args[0] + "://localhost:" + number + "?" + args[2] + options)
                            .setBody(exchange -> exchange.getBody(byte[].class).length);
                } else if (queue) {
                    r.from(uri).to("seda:full?size=10&blockWhenFull=true&waitForTaskToComplete=Always");
                    r.from("seda:full?size=10").process(exchange -> {
                        goOn.await();
                        messages.incrementAndGet();
                        exchange.setBody(reply);
                    });
                } else {
                    r.from(uri).process(exchange -> {
                        messages.incrementAndGet();
                        exchange.setBody(args[0].equals("CODEC") ? Unpooled.copiedBuffer(reply, US_ASCII) : reply);
                    });
                }
            });
            context.start();
            System.out.println(port);
            readLine();
            goOn.countDown();
            readLine();
            System.out.println("messages " + messages);
        }
    }

    private static void readLine() throws IOException {
        int each = System.in.read();
        while (each >= 0 && each != '\n') {
            each = System.in.read();
        }
    }
}
