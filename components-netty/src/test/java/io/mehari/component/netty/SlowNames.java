package io.mehari.component.netty;

import io.mehari.Exchange;
import io.mehari.ProducerTemplate;
import io.mehari.impl.DefaultRoutingContext;
import java.io.FileOutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A program for {@link SlowNamesTest}, in whose JVM a look-up of a name waits until somebody writes to a named pipe. It
 * prints what it sees.
 */
final class SlowNames {
    private static final int SENDERS = 10;

    private SlowNames() {}

    public static void main(String[] args) throws Exception {
        Path hosts = Path.of(args[0]);
        int port = Ports.free();
        String server = "netty-http:http://127.0.0.1:" + port;
        try (DefaultRoutingContext context = new DefaultRoutingContext()) {
            context.addRoutes(r -> {
                r.from(server + "/other").setBody(exchange -> "other");
                r.from("netty:tcp://slow.test:" + port + "?textline=true&clientMode=true")
                        .process(exchange -> {});
            });
            context.start();
            ProducerTemplate template = context.createProducerTemplate();
            String http = "netty-http:http://slow.test:" + port + "/other?connectTimeout=";
            List<CompletableFuture<Exchange>> slow = new ArrayList<>();
            for (int i = 0; i < SENDERS; i++) {
                slow.add(send(context, http + "3s"));
                slow.add(
                        send(context, "netty:tcp://slow.test:" + port + "?textline=true&sync=false&connectTimeout=3s"));
            }
            HttpClient client = HttpClient.newHttpClient();
            HttpRequest other = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/other"))
                    .timeout(Duration.ofSeconds(30))
                    .build();
            for (int i = 0; i < 2 * SENDERS; i++) {
                System.out.println(
                        client.send(other, HttpResponse.BodyHandlers.ofString()).body());
            }
            System.out.println("threads "
                    + Thread.getAllStackTraces().keySet().stream()
                            .filter(each -> each.getName().contains("-names"))
                            .count());
            for (CompletableFuture<Exchange> each : slow) {
                System.out.println(each.get(60, TimeUnit.SECONDS).getException().getMessage());
            }
            context.stop();
            context.start(); // while the look-up goes on
            Exchange restarted = send(context, http + "2s").get(60, TimeUnit.SECONDS);
            System.out.println(restarted.getException().getMessage());
            CompletableFuture<Exchange> late = send(context, http + "60s");
            byte[] line = "127.0.0.1 slow.test\n".getBytes(StandardCharsets.US_ASCII);
            Path file = Files.write(hosts.resolveSibling("file"), line);
            try (FileOutputStream pipe = new FileOutputStream(hosts.toFile())) { // and the look-up goes on
                Files.move(file, hosts, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
                pipe.write(line);
                pipe.write(line);
            }
            System.out.println("late " + late.get(60, TimeUnit.SECONDS).getBody(String.class));
            System.out.println("again " + template.requestBody(http + "3s", "a line", String.class));
        }
    }

    private static CompletableFuture<Exchange> send(DefaultRoutingContext context, String uri) {
        Exchange exchange = context.getEndpoint(uri).createExchange();
        exchange.setBody("a line");
        return context.createProducerTemplate().asyncSend(uri, exchange);
    }
}
