package io.mehari.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.component.netty.HttpOperationFailedException;
import io.mehari.component.netty.NettyConstants;
import io.mehari.testing.NotifyBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import jdk.jfr.consumer.RecordingStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The samples about HTTP. */
class HttpTest extends GuideSample {
    private int port;

    @BeforeEach
    void choosePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
    }

    private HttpResponse<String> call(HttpRequest.Builder request) throws Exception {
        return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://localhost:" + port + path));
    }

    @Test
    void readme() throws Exception {
        // region queued
        String orders = "seda:orders?size=1000&blockWhenFull=true&waitForTaskToComplete=Never";
        context.addRoutes(r -> {
            r.from("netty-http:http://localhost:" + port + "/orders/{id}?httpMethodRestrict=PUT")
                    .to(orders)
                    .setHeader("MehariHttpResponseCode", request -> 202)
                    .setBody(request -> "order " + request.getHeader("id") + " is queued");
            r.from(orders).to("log:desk");
        });
        context.start(); // curl -X PUT -d "3 kg of dates" http://localhost:8080/orders/7
        // endregion
        NotifyBuilder desk =
                new NotifyBuilder(context).from(orders).whenCompleted(1).create();
        HttpResponse<String> answer =
                call(request("/orders/7").PUT(HttpRequest.BodyPublishers.ofString("3 kg of dates")));
        assertThat(answer.statusCode()).isEqualTo(202);
        assertThat(answer.body()).isEqualTo("order 7 is queued");
        desk.assertMatches(10, TimeUnit.SECONDS);
    }

    @Test
    void server() throws Exception {
        // region server
        context.addRoutes(r -> {
            r.from("netty-http:http://localhost:" + port + "/orders/{id}?httpMethodRestrict=GET")
                    .setHeader("Content-Type", request -> "application/json")
                    .setBody(request -> "{\"order\": \"" + request.getHeader("id") + "\"}");
            r.from("netty-http:http://localhost:" + port + "/orders?httpMethodRestrict=POST")
                    .to("mock:orders")
                    .setHeader(NettyConstants.HTTP_RESPONSE_CODE, request -> 201)
                    .setBody(request -> null);
        });
        context.start();
        // endregion
        assertThat(call(request("/orders/7")).body()).isEqualTo("{\"order\": \"7\"}");
        assertThat(call(request("/orders").POST(HttpRequest.BodyPublishers.ofString("x")))
                        .statusCode())
                .isEqualTo(201);
        assertThat(call(request("/orders")).statusCode()).isEqualTo(405);
    }

    @Test
    void stream() throws Exception {
        // region stream
        context.addRoutes(r -> r.from("netty-http:http://localhost:" + port + "/files/{name}?disableStreamCache=true")
                .setBody(request -> store(request.getHeader("name"), request.getBody(InputStream.class)) + " bytes"));
        context.start();
        // endregion
        HttpRequest.BodyPublisher large = HttpRequest.BodyPublishers.ofByteArray(new byte[3_000_000]);
        assertThat(call(request("/files/a.bin").PUT(large)).body()).isEqualTo("3000000 bytes");
    }

    /** Pretends to store a file. */
    private static long store(Object name, InputStream content) {
        try (content) {
            return content.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            throw new UncheckedIOException("could not store " + name, e);
        }
    }

    @Test
    void client() throws Exception {
        context.addRoutes(r -> r.from("netty-http:http://localhost:" + port + "/prices?queryAsHeaders=true")
                .setBody(request -> "12 " + request.getHeader("item")));
        // region client
        String prices = "netty-http:http://localhost:" + port;
        context.addRoutes(r -> r.from("direct:price")
                .setHeader(NettyConstants.HTTP_QUERY, item -> "item=" + encoded(item.getBody(String.class)))
                .setBody(item -> null)
                .to(prices + "/prices?requestTimeout=5s"));
        context.start();
        assertThat(template.requestBody("direct:price", "dates", String.class)).isEqualTo("12 dates");

        assertThatThrownBy(() -> template.requestBody(prices + "/nothing", null, String.class))
                .hasCauseInstanceOf(HttpOperationFailedException.class);
        // endregion
    }

    @Test
    void access() throws Exception {
        context.addRoutes(
                r -> r.from("netty-http:http://localhost:" + port + "/prices").setBody(request -> "12"));
        context.start();
        LinkedBlockingQueue<String> lines = new LinkedBlockingQueue<>();
        Consumer<String> log = lines::add;
        // region access
        RecordingStream access = new RecordingStream();
        access.enable("mehari.HttpRequest");
        access.onEvent(
                "mehari.HttpRequest",
                event -> log.accept(event.getString("remote") + " " + event.getString("method") + " "
                        + event.getString("path") + " " + event.getInt("status") + " "
                        + event.getDuration().toMillis() + " ms"));
        access.startAsync();
        // endregion
        try (access) {
            call(request("/prices"));
            assertThat(lines.poll(60, TimeUnit.SECONDS))
                    .contains("127.0.0.1")
                    .contains(" GET /prices 200 ")
                    .endsWith(" ms");
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
