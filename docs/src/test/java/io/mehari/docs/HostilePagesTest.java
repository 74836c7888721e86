package io.mehari.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Component;
import io.mehari.Consumer;
import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.Processor;
import io.mehari.Producer;
import io.mehari.ResolveEndpointFailedException;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.spi.EndpointOption;
import io.mehari.spi.EndpointOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Law K4a: a URI with placeholders, copied from a page, gives a sender no more than the place of a value. */
class HostilePagesTest {
    private static final Pattern TEXT = Pattern.compile("\"([a-z][a-z-]*:[^\"\\s]*\\$\\{[^\"\\n]*?)\\\\?\"");
    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{[^}]*}");
    private static final Pattern CHOICE = Pattern.compile(
            "(?:recipientList|enrich|pollEnrich)\\((?:simple\\(\"\\$\\{|header\\("
                    + "|body\\(|exchangeProperty\\()|(?:recipientList|enrich|pollEnrich)\\(\\)\\.|(?:toD|wireTap)\\(\"\\$\\{");
    private static final String ADDRESS = "//[\\w.]+(:\\d+)?";
    private static final List<String> VALUES = List.of(
            "?a=b",
            "%3fa=b",
            "&a=b",
            "%26",
            "#",
            "..",
            "../x",
            "%2e%2e",
            "..\\",
            "a/b",
            "a b",
            "a\r\nb: c",
            "\u0000",
            "//evil:1/",
            "http://evil",
            "@evil:1/",
            "RAW(x)",
            "{{x}}",
            "${header.y}",
            "x".repeat(10_000),
            "größe",
            "");

    private final List<String> made = new ArrayList<>();

    private record Ignores(Endpoint getEndpoint) implements Producer {
        @Override
        public void process(Exchange exchange) {}
    }

    /** Keeps what it is asked for. */
    private final class Asked extends Component {
        private final String scheme;

        Asked(String scheme) {
            this.scheme = scheme;
        }

        @Override
        public String getScheme() {
            return scheme;
        }

        @Override
        public List<EndpointOption<?>> getOptions() {
            return List.of();
        }

        @Override
        public boolean takesOtherOptions() {
            return true;
        }

        @Override
        public Endpoint createEndpoint(String uri, String remaining, EndpointOptions options) {
            made.add(remaining + " " + new TreeMap<>(options.others()).keySet());
            return new Endpoint(getContext(), uri) {
                @Override
                public Producer createProducer() {
                    return new Ignores(this);
                }

                @Override
                public Consumer createConsumer(Processor processor) {
                    throw new UnsupportedOperationException();
                }
            };
        }
    }

    private static List<Path> sources() throws IOException {
        List<Path> sources = new ArrayList<>();
        for (Page page : Page.all()) {
            if (!page.name().endsWith("mistakes.md")) {
                sources.add(page.file);
            }
        }
        try (Stream<Path> all = Files.walk(Samples.root())) {
            all.filter(each -> each.toString().endsWith(".java")
                            && !each.toString().contains("target")
                            && !each.toString().contains("mistakes")
                            && !each.endsWith("HostilePagesTest.java")
                            && !each.endsWith("KnownDifference.java") // it has what is refused
                            && (each.toString().contains("src/main/java")
                                    || each.startsWith(Samples.root().resolve("docs"))))
                    .forEach(sources::add);
        }
        return sources;
    }

    private static Map<String, Path> texts() throws IOException {
        Map<String, Path> texts = new TreeMap<>();
        for (Path source : sources()) {
            for (Matcher found = TEXT.matcher(Files.readString(source)); found.find(); ) {
                texts.putIfAbsent(found.group(1), source);
            }
        }
        return texts;
    }

    @Test
    void k4a_noValueLeavesItsPlaceInAUriOfThePages() throws Exception {
        Map<String, Path> texts = texts();
        assertThat(texts).containsKeys("mock:${header.desk}", "netty-http:http://host:8080/orders/${header.id}");
        for (Map.Entry<String, Path> each : texts.entrySet()) {
            for (String value : VALUES) {
                attack(
                        each.getKey().replaceFirst("^direct:", "asked:"),
                        value,
                        each.getValue() + ": " + each.getKey() + " with " + value);
            }
        }
    }

    private void attack(String text, String value, String what) throws Exception {
        made.clear();
        String scheme = text.substring(0, text.indexOf(':'));
        Exception failure;
        try (DefaultRoutingContext context = new DefaultRoutingContext()) {
            context.getGlobalOptions().put("x", "property");
            context.addComponent(new Asked(scheme));
            Matcher place = PLACEHOLDER.matcher(text);
            String own = place.replaceAll(Matcher.quoteReplacement("${exchangeProperty.v}"));
            context.addRoutes(r -> r.from("direct:hostile").toD(own));
            context.start();
            failure = context.createProducerTemplate()
                    .send("direct:hostile", exchange -> exchange.setProperty("v", value))
                    .getException();
        }
        if (made.isEmpty()) {
            assertThat(failure).as(what).isInstanceOf(ResolveEndpointFailedException.class);
            return;
        }
        String plain = text.substring(scheme.length() + 1);
        String path = plain.replaceFirst("\\?.*", "");
        boolean encoded =
                scheme.equals("camel") || Pattern.compile(ADDRESS).matcher(path).find();
        String got = made.get(0).replaceFirst(" \\[.*]$", "");
        assertThat(encoded ? URLDecoder.decode(got.replace("+", "%2B"), StandardCharsets.UTF_8) : got)
                .as(what)
                .isEqualTo(
                        PLACEHOLDER.matcher(path.replaceFirst("^//", "")).replaceAll(Matcher.quoteReplacement(value)));
        assertThat(got.split("/", -1))
                .as(what)
                .hasSameSizeAs(value.contains("/") && !encoded ? got.split("/", -1) : path.split("/", -1));
        Matcher names = Pattern.compile("[?&]([^=]+)=").matcher(plain);
        List<String> options =
                names.results().map(each -> each.group(1)).sorted().toList();
        assertThat(made.get(0)).as(what).endsWith(" " + options);
    }

    /** The request line of each URI of netty-http, as a server gets it. */
    @Test
    void k4a_aServerGetsTheValueInItsPartOfThePath() throws Exception {
        List<String> texts = texts().keySet().stream()
                .filter(each -> each.startsWith("netty-http:http:"))
                .toList();
        assertThat(texts).isNotEmpty();
        BlockingQueue<String> lines = new LinkedBlockingQueue<>();
        try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                DefaultRoutingContext context = new DefaultRoutingContext()) {
            Thread thread = new Thread(() -> serve(server, lines));
            thread.start();
            context.start();
            for (String text : texts) {
                String own = PLACEHOLDER
                        .matcher(text.replaceFirst(ADDRESS, "//localhost:" + server.getLocalPort()))
                        .replaceAll(Matcher.quoteReplacement("${exchangeProperty.v}"));
                String path = text.replaceFirst(".*" + ADDRESS, "").replaceFirst("\\?.*", "");
                context.addRoutes(r -> r.from("direct:" + text.hashCode()).toD(own));
                for (String value : VALUES) {
                    Exception failure = context.createProducerTemplate()
                            .send("direct:" + text.hashCode(), exchange -> exchange.setProperty("v", value))
                            .getException();
                    String line = failure == null ? lines.poll(30, TimeUnit.SECONDS) : null;
                    if (line == null) {
                        assertThat(failure).as(value).isInstanceOf(ResolveEndpointFailedException.class);
                    } else {
                        String expected = Stream.of(PLACEHOLDER.split(path, -1))
                                .map(Pattern::quote)
                                .collect(Collectors.joining("[\\w.~%*-]*", "GET ", " HTTP/1.1"));
                        assertThat(line).as(value).matches(expected);
                    }
                }
            }
            assertThat(lines).isEmpty();
        }
    }

    private static void serve(ServerSocket server, BlockingQueue<String> lines) {
        while (!server.isClosed()) {
            try (Socket socket = server.accept()) {
                BufferedReader in =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
                lines.add(String.valueOf(in.readLine()));
                for (String line = in.readLine(); line != null && !line.isEmpty(); ) {
                    line = in.readLine();
                }
                socket.getOutputStream()
                        .write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
                                .getBytes(StandardCharsets.ISO_8859_1));
            } catch (IOException e) {
                return; // the test is over
            }
        }
    }

    @Test
    void k4a_wherePagesLetAMessageChooseTheyNameTheSchemes() throws Exception {
        for (Path source : sources()) {
            String text = Files.readString(source).replaceAll("\\s*\\n[\\s*]*\\.", ".");
            for (Matcher found = CHOICE.matcher(text); found.find(); ) {
                String rest = text.substring(found.start(), Math.min(text.length(), found.start() + 160));
                if (!rest.contains("ExpressionClause")) {
                    assertThat(rest).as(source.toString()).contains("allowedSchemes(");
                }
            }
        }
    }
}
