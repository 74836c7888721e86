package io.mehari.component.kafka;

import io.mehari.impl.DefaultRoutingContext;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;

/** A process with a route that copies a topic. The test kills this process. */
final class Copy {
    private Copy() {}

    /** Arguments: the URI to read from, and the URI to send to. */
    public static void main(String[] args) throws Exception {
        DefaultRoutingContext context = new DefaultRoutingContext();
        context.addRoutes(r -> r.from(args[0])
                .setHeader(KafkaConstants.PARTITION_KEY, exchange -> exchange.getHeader(KafkaConstants.PARTITION))
                .to(args[1]));
        context.start();
        Thread.currentThread().join();
    }

    /** @param log gets what the process says */
    static Process start(Path log, String from, String to) throws IOException {
        return new ProcessBuilder(
                        System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                        "-Xmx128m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Copy.class.getName(),
                        from,
                        to)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
    }
}
