package io.mehari.docs.mistakes;

import static io.mehari.docs.mistakes.Mistake.mistake;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** HTTP, TCP, ports and TLS. */
final class NetworkMistakes {
    private NetworkMistakes() {}

    private static Mistake from(String name, String uri) {
        return mistake(name, n -> n.routes(r -> r.from(uri).to("mock:out")));
    }

    private static Mistake sent(String name, String uri) {
        return mistake(name, n -> n.message("x", r -> r.from("direct:a").to(uri)));
    }

    private interface WithServer {
        void by(Newcomer newcomer, int port) throws Exception;
    }

    private static int free() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    /** A server of HTTP over TLS, or without. */
    private static Mistake served(String name, String options, WithServer made) {
        return mistake(name, n -> {
            int port = free();
            n.routes(r ->
                    r.from("netty-http:" + options.replace("PORT", "" + port)).setBody(e -> "answer"));
            made.by(n, port);
        });
    }

    private static final String TLS = "https://localhost:PORT/orders?" + Certificate.options();

    static List<Mistake> all() {
        return List.of(
                from("http with a word as port", "netty-http:http://localhost:port/orders"),
                from("a mistyped protocol", "netty-http:htp://localhost:8080/orders"),
                from("a mistyped option of http", "netty-http:http://localhost:8080/orders?httpMethodRestrikt=GET"),
                from("an option of Camel's", "netty-http:http://localhost:8080/orders?keyStoreFile=a.jks"),
                from("a method in small letters", "netty-http:http://localhost:8080/orders?httpMethodRestrict=get"),
                from("methods without commas", "netty-http:http://localhost:8080/orders?httpMethodRestrict=GET;PUT"),
                from("a port that is too large", "netty-http:http://localhost:99999/orders"),
                from("a parameter of the query in the URI", "netty-http:http://localhost:8080/orders?customer=7"),
                sent("a name in the path of a client", "netty-http:http://localhost:8080/orders/{id}"),
                sent("a header in the path of a client", "netty-http:http://localhost:8080/orders/${header.id}"),
                from("tcp without a protocol", "netty:localhost:5000?textline=true"),
                from("udp", "netty:udp://localhost:5000?textline=true"),
                from("tcp without frames", "netty:tcp://localhost:5000"),
                from("tcp with two kinds of frames", "netty:tcp://localhost:5000?textline=true&lengthField=4"),
                from("a length field of five", "netty:tcp://localhost:5000?lengthField=5"),
                mistake("a port in use", n -> {
                    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getByName("localhost"))) {
                        n.routes(r -> r.from("netty-http:http://localhost:" + other.getLocalPort() + "/a")
                                .to("mock:out"));
                    }
                }),
                from("a host that is not this one", "netty-http:http://192.0.2.1:8080/orders"),
                from("a host that is not known", "netty-http:http://no.such.host.invalid:8080/orders"),
                from("https without a certificate", "netty-http:https://localhost:8443/orders"),
                from("tcp with ssl without a certificate", "netty:tcp://localhost:7443?textline=true&ssl=true"),
                from("a certificate without a key", "netty-http:https://localhost:8443/orders?certificateFile=a.pem"),
                from(
                        "a certificate file that is not there",
                        "netty-http:https://localhost:8443/orders?certificateFile=a.pem&keyFile=a.key"),
                from(
                        "a key store as certificate",
                        "netty-http:https://localhost:8443/orders?"
                                + Certificate.options()
                                        .replaceAll("certificateFile=[^&]*", "certificateFile=" + Certificate.store())),
                from(
                        "a key that is no key",
                        "netty-http:https://localhost:8443/orders?"
                                + Certificate.options().replaceAll("keyFile=([^&]*)", "keyFile=" + Certificate.file())),
                from(
                        "a passphrase that is wrong",
                        "netty-http:https://localhost:8443/orders?" + Certificate.encrypted() + "&passphrase=wrong"),
                from("no passphrase", "netty-http:https://localhost:8443/orders?" + Certificate.encrypted()),
                from(
                        "certificateFile without https",
                        "netty-http:http://localhost:8443/orders?" + Certificate.options()),
                from(
                        "a trust file that is not there",
                        "netty:tcp://localhost:7443?textline=true&ssl=true&clientMode=true&trustFile=ca.pem"),
                served(
                        "two routes for one path",
                        "http://localhost:PORT/orders",
                        (n, port) -> n.context.addRoutes(r -> r.from("netty-http:http://localhost:" + port + "/orders")
                                .to("mock:out"))),
                served(
                        "two sets of options for one port",
                        "http://localhost:PORT/orders",
                        (n, port) -> n.context.addRoutes(
                                r -> r.from("netty-http:http://localhost:" + port + "/more?idleTimeout=5s")
                                        .to("mock:out"))),
                sent("nobody listens", "netty-http:http://localhost:1/orders"),
                sent("nobody listens, tcp", "netty:tcp://localhost:1?textline=true"),
                sent("a host that cannot be found", "netty-http:http://no.such.host.invalid:80/orders"),
                served(
                        "a path that is not there",
                        "http://localhost:PORT/orders",
                        (n, port) -> n.send("netty-http:http://localhost:" + port + "/order", "x")),
                served(
                        "a method that is not taken",
                        "http://localhost:PORT/orders?httpMethodRestrict=GET",
                        (n, port) -> n.send("netty-http:http://localhost:" + port + "/orders", "x")),
                served(
                        "https to an http port",
                        "http://localhost:PORT/orders",
                        (n, port) -> n.send("netty-http:https://localhost:" + port + "/orders", "x")),
                served(
                        "http to an https port",
                        TLS,
                        (n, port) -> n.send("netty-http:http://localhost:" + port + "/orders", "x")),
                served(
                        "a certificate that is not trusted",
                        TLS,
                        (n, port) -> n.send("netty-http:https://localhost:" + port + "/orders", "x")),
                served(
                        "a certificate for another host",
                        TLS,
                        (n, port) -> n.send(
                                "netty-http:https://127.0.0.1:" + port + "/orders?trustFile=" + Certificate.file(),
                                "x")),
                served(
                        "no certificate of the client",
                        TLS + "&needClientAuth=true&trustFile=" + Certificate.file(),
                        (n, port) -> n.send(
                                "netty-http:https://localhost:" + port + "/orders?trustFile=" + Certificate.file(),
                                "x")),
                served(
                        "two versions of TLS",
                        TLS + "&enabledProtocols=TLSv1.3",
                        (n, port) -> n.send(
                                "netty-http:https://localhost:" + port + "/orders?enabledProtocols=TLSv1.2&trustFile="
                                        + Certificate.file(),
                                "x")),
                served(
                        "tcp with ssl to a port without",
                        "http://localhost:PORT/orders",
                        (n, port) -> n.send("netty:tcp://localhost:" + port + "?textline=true&ssl=true", "x")),
                served("plain text to a TLS port, seen by the server", TLS, (n, port) -> {
                    try (Socket socket = new Socket("localhost", port)) {
                        socket.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.UTF_8));
                        socket.getInputStream().readAllBytes();
                        n.await("is closed");
                    }
                }),
                sent("a wrong version of TLS", "netty-http:https://localhost:1/orders?enabledProtocols=TLS1.3"),
                served(
                        "a Map as a request",
                        "http://localhost:PORT/orders",
                        (n, port) -> n.send("netty-http:http://localhost:" + port + "/orders", Map.of("a", 1))),
                mistake("a Map as a response", n -> {
                    int port = free();
                    n.routes(r ->
                            r.from("netty-http:http://localhost:" + port + "/a").setBody(e -> Map.of("a", 1)));
                    n.template.send("netty-http:http://localhost:" + port + "/a", e -> e.setBody("x"));
                }),
                mistake("an object as a response", n -> {
                    int port = free();
                    n.routes(r ->
                            r.from("netty-http:http://localhost:" + port + "/a").setBody(e -> new Object()));
                    n.template.send("netty-http:http://localhost:" + port + "/a", e -> e.setBody("x"));
                }),
                served(
                        "a blank in the path",
                        "http://localhost:PORT/orders",
                        (n, port) -> n.send("netty-http:http://localhost:" + port + "/my orders", "x")),
                served(
                        "a query that is not encoded",
                        "http://localhost:PORT/orders",
                        (n, port) -> n.template.sendBodyAndHeader(
                                "netty-http:http://localhost:" + port + "/orders", "x", "MehariHttpQuery", "a=b c")),
                served(
                        "a query that is a map",
                        "http://localhost:PORT/orders",
                        (n, port) -> n.template.sendBodyAndHeader(
                                "netty-http:http://localhost:" + port + "/orders",
                                "x",
                                "MehariHttpQuery",
                                Map.of("a", 1))),
                served(
                        "a method that is none",
                        "http://localhost:PORT/orders",
                        (n, port) -> n.template.sendBodyAndHeader(
                                "netty-http:http://localhost:" + port + "/orders", "x", "MehariHttpMethod", "put it")),
                served("an answer that takes too long", "http://localhost:PORT/orders", (n, port) -> {
                    n.context.addRoutes(r -> r.from("netty-http:http://localhost:" + port + "/slow")
                            .delay(2_000)
                            .setBody(e -> "late"));
                    n.send("netty-http:http://localhost:" + port + "/slow?requestTimeout=100ms", "x");
                }),
                served(
                        "a body that is too large",
                        "http://localhost:PORT/orders?chunkedMaxContentLength=10",
                        (n, port) -> n.send("netty-http:http://localhost:" + port + "/orders", "x".repeat(20))),
                mistake("a wrong status code", n -> {
                    int port = free();
                    n.routes(r -> r.from("netty-http:http://localhost:" + port + "/a")
                            .setHeader("MehariHttpResponseCode", e -> "fine"));
                    n.template.send("netty-http:http://localhost:" + port + "/a", e -> e.setBody("x"));
                }),
                mistake("a line end within a line", n -> {
                    int port = free();
                    n.routes(r -> r.from("netty:tcp://localhost:" + port + "?textline=true")
                            .setBody(e -> "x"));
                    n.send("netty:tcp://localhost:" + port + "?textline=true", "a\nb");
                }),
                mistake("a route that gives no reply", n -> {
                    int port = free();
                    n.routes(r -> r.from("netty:tcp://localhost:" + port + "?textline=true")
                            .setBody(e -> null));
                    n.send("netty:tcp://localhost:" + port + "?textline=true", "a");
                }),
                mistake("a route that gives no reply, seen by the server", n -> {
                    int port = free();
                    n.routes(r -> r.from("netty:tcp://localhost:" + port + "?textline=true")
                            .setBody(e -> null));
                    n.template.send("netty:tcp://localhost:" + port + "?textline=true", e -> e.setBody("a"));
                    n.await("MH-62");
                }));
    }
}
