package io.mehari.docs;

import static io.mehari.builder.RouteBuilder.body;
import static io.mehari.builder.RouteBuilder.constant;
import static io.mehari.builder.RouteBuilder.header;
import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Exchange;
import io.mehari.component.netty.NettyConstants;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The samples of the page about authentication and CORS. */
class HttpSecurityTest extends GuideSample {
    private static final String SHOP = "https://shop.example";
    private static final String PASSWORD = "Amina:dates";
    private String server;

    @BeforeEach
    void start() throws Exception {
        try (ServerSocket free = new ServerSocket(0)) {
            server = "http://localhost:" + free.getLocalPort();
        }
        context.addRoutes(r -> {
            // region routes
            r.from("netty-http:" + server + "/orders?httpMethodRestrict=POST,OPTIONS")
                    .to("direct:cors")
                    .to("direct:login")
                    .setBody(body().append(" is ordered"));
            // endregion
            // region login
            r.from("direct:login")
                    .filter(request -> !isKnown(request))
                    .setHeader(NettyConstants.HTTP_RESPONSE_CODE, constant(401))
                    .setHeader("WWW-Authenticate", constant("Basic realm=\"orders\", charset=\"UTF-8\""))
                    .setBody(constant("Who are you?"))
                    .stop()
                    .end()
                    .removeHeader("Authorization"); // no later step sends it on
            // endregion
            // region cors
            r.from("direct:cors")
                    .filter(header("Origin").in("https://shop.example", "https://desk.example"))
                    .setHeader("Access-Control-Allow-Origin", header("Origin"))
                    .setHeader("Vary", constant("Origin"))
                    .end()
                    .filter(header(NettyConstants.HTTP_METHOD).isEqualTo("OPTIONS"))
                    .setHeader("Access-Control-Allow-Methods", constant("POST"))
                    .setHeader("Access-Control-Allow-Headers", constant("Authorization, Content-Type"))
                    .setHeader("Access-Control-Max-Age", constant(600))
                    .setBody(constant(null))
                    .stop();
            // endregion
        });
        context.start();
    }

    // region known
    private boolean isKnown(Exchange request) {
        String given = request.getHeader("Authorization", "", String.class);
        String wanted = "Basic " + Base64.getEncoder().encodeToString(PASSWORD.getBytes(StandardCharsets.UTF_8));
        return MessageDigest.isEqual( // takes the same time for each wrong password of a length
                given.getBytes(StandardCharsets.UTF_8), wanted.getBytes(StandardCharsets.UTF_8));
    }
    // endregion

    private HttpResponse<String> send(String method, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server + "/orders"))
                .method(method, BodyPublishers.ofString("a saddle"));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString());
    }

    @Test
    void aClientMustSayWhoItIs() throws Exception {
        String right = Base64.getEncoder().encodeToString(PASSWORD.getBytes(StandardCharsets.UTF_8));
        assertThat(send("POST", "Authorization", "Basic " + right).body()).isEqualTo("a saddle is ordered");
        for (String wrong : Set.of("Basic " + right + "x", "Basic", right, "Bearer " + right)) {
            HttpResponse<String> answer = send("POST", "Authorization", wrong);
            assertThat(answer.statusCode()).as(wrong).isEqualTo(401);
            assertThat(answer.body()).isEqualTo("Who are you?");
        }
        HttpResponse<String> answer = send("POST");
        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(answer.headers().firstValue("WWW-Authenticate"))
                .contains("Basic realm=\"orders\", charset=\"UTF-8\"");
    }

    @Test
    void aBrowserMayAskFirst() throws Exception {
        HttpResponse<String> answer = send("OPTIONS", "Origin", SHOP, "Access-Control-Request-Method", "POST");
        assertThat(answer.statusCode()).isEqualTo(204);
        assertThat(answer.headers().firstValue("Access-Control-Allow-Origin")).contains(SHOP);
        assertThat(answer.headers().firstValue("Access-Control-Allow-Methods")).contains("POST");

        HttpResponse<String> other = send("OPTIONS", "Origin", "https://elsewhere.example");
        assertThat(other.headers().firstValue("Access-Control-Allow-Origin")).isEmpty();
        HttpResponse<String> refused = send("POST", "Origin", SHOP);
        assertThat(refused.statusCode()).isEqualTo(401);
        assertThat(refused.headers().firstValue("Access-Control-Allow-Origin")).contains(SHOP);
    }
}
