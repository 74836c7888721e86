package io.mehari.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.ExchangeTimedOutException;
import io.mehari.builder.RouteBuilder;
import io.mehari.component.netty.ConnectionFailedException;
import io.mehari.component.netty.ConnectionLostException;
import io.mehari.component.netty.NettyConstants;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The samples about a gateway. */
class GatewayPageTest extends GuideSample {
    private int port;
    private int shopPort;

    @BeforeEach
    void choosePorts() throws IOException {
        try (ServerSocket free = new ServerSocket(0);
                ServerSocket other = new ServerSocket(0)) {
            port = free.getLocalPort();
            shopPort = other.getLocalPort();
        }
    }

    private void startShop(String path) throws Exception {
        context.addRoutes(r -> r.from("netty-http:http://localhost:" + shopPort + path + "?matchOnUriPrefix=true")
                .setHeader("Server", request -> "shop/1.0")
                .setBody(request -> request.getHeader(NettyConstants.HTTP_URI) + "?"
                        + request.getHeader(NettyConstants.HTTP_QUERY) + " for "
                        + request.getHeader("X-Forwarded-For")));
    }

    private HttpResponse<String> get(String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                .header("X-Forwarded-For", "forged")
                .build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void gateway() throws Exception {
        startShop("/");
        // region gateway
        String shop = "netty-http:http://localhost:" + shopPort;
        context.addRoutes(r -> {
            r.from("netty-http:http://localhost:" + port + "/shop?matchOnUriPrefix=true")
                    .to(shop + "/api/v1?throwExceptionOnFailure=false");
            r.from("netty-http:http://localhost:" + port + "/alive?httpMethodRestrict=GET")
                    .to(shop + "/health?throwExceptionOnFailure=false");
        });
        context.start();
        // endregion
        assertThat(get("/shop/orders/7?q=%E4%BD%A0&a%20b=1").body())
                .startsWith("/api/v1/orders/7?q=%E4%BD%A0&a%20b=1 ");
        assertThat(get("/shop").body()).startsWith("/api/v1?");
        assertThat(get("/alive").body()).startsWith("/health?");
        assertThat(get("/alive/x").statusCode()).isEqualTo(404);
        assertThat(get("/shop/../admin").statusCode()).isEqualTo(400);
        assertThat(get("/shop/%2e%2e/admin").statusCode()).isEqualTo(400);
    }

    private void startCareful() throws Exception {
        // region careful
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                onException(ConnectionFailedException.class, ConnectionLostException.class)
                        .handled(true)
                        .removeHeader("X-Forwarded-For")
                        .setHeader(NettyConstants.HTTP_RESPONSE_CODE, request -> 502)
                        .setBody(request -> "no answer from the shop\n");
                onException(ExchangeTimedOutException.class)
                        .handled(true)
                        .removeHeader("X-Forwarded-For")
                        .setHeader(NettyConstants.HTTP_RESPONSE_CODE, request -> 504)
                        .setBody(request -> "no answer from the shop in time\n");

                from("netty-http:http://localhost:" + port + "/shop?matchOnUriPrefix=true")
                        .removeHeaders("X-Internal-*")
                        .setHeader(
                                "X-Forwarded-For",
                                request -> ((InetSocketAddress) request.getHeader(NettyConstants.REMOTE_ADDRESS))
                                        .getAddress()
                                        .getHostAddress())
                        .to("netty-http:http://localhost:" + shopPort
                                + "/api?throwExceptionOnFailure=false&requestTimeout=5s")
                        .removeHeader("X-Forwarded-For")
                        .removeHeader("Server");
            }
        });
        context.start();
        // endregion
    }

    @Test
    void careful() throws Exception {
        startShop("/api");
        startCareful();
        HttpResponse<String> response = get("/shop/a");
        assertThat(response.body()).isEqualTo("/api/a?null for 127.0.0.1");
        assertThat(response.headers().map()).doesNotContainKeys("x-forwarded-for", "server");
    }

    @Test
    void whatTheRouteSetsGoesToBothSides() throws Exception {
        startShop("/api");
        context.addRoutes(r -> r.from("netty-http:http://localhost:" + port + "/shop")
                .setHeader("Authorization", request -> "Bearer secret")
                .to("netty-http:http://localhost:" + shopPort + "/api"));
        context.start();
        assertThat(get("/shop").headers().firstValue("authorization")).contains("Bearer secret");
    }

    @Test
    void whatANameInThePathTakesIsNotPassedOn() throws Exception {
        startShop("/api");
        String shop = "netty-http:http://localhost:" + shopPort + "/api";
        context.addRoutes(r -> {
            r.from("netty-http:http://localhost:" + port + "/one/{id}").to(shop);
            r.from("netty-http:http://localhost:" + port + "/two/{id}")
                    .setHeader(NettyConstants.HTTP_PATH, request -> request.getHeader("id"))
                    .to(shop);
        });
        context.start();
        assertThat(get("/one/7").body()).startsWith("/api?");
        assertThat(get("/two/7").body()).startsWith("/api/7?");
    }

    @Test
    void aRedirectFailsUnlessTheUriSaysOtherwise() throws Exception {
        String shop = "netty-http:http://localhost:" + shopPort;
        context.addRoutes(r -> {
            r.from(shop + "/old")
                    .setHeader(NettyConstants.HTTP_RESPONSE_CODE, request -> 302)
                    .setHeader("Location", request -> "/new");
            r.from("netty-http:http://localhost:" + port + "/fails").to(shop + "/old");
            r.from("netty-http:http://localhost:" + port + "/passes").to(shop + "/old?throwExceptionOnFailure=false");
        });
        context.start();
        assertThat(get("/fails").statusCode()).isEqualTo(500);
        assertThat(get("/passes").statusCode()).isEqualTo(302);
        assertThat(get("/passes").headers().firstValue("location")).contains("/new");
    }

    @Test
    void theShopIsDown() throws Exception {
        startCareful();
        HttpResponse<String> response = get("/shop/a");
        assertThat(response.statusCode()).isEqualTo(502);
        assertThat(response.body()).isEqualTo("no answer from the shop\n");
        assertThat(response.headers().map()).doesNotContainKey("x-forwarded-for");
    }
}
