package io.mehari.component.netty;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.impl.DefaultRoutingContext;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The requests of {@code http11.txt}: which answers a public table wants, and which the server gives. */
@Timeout(60)
class Http11TableTest {
    private static final DefaultRoutingContext context = new DefaultRoutingContext();
    private static int port;

    private record Answer(int status, Map<String, String> headers, String body, boolean closed) {}

    record Row(String id, String mark, String passes, String warns, String request) {
        @Override
        public String toString() {
            return id;
        }
    }

    static List<Row> rows() throws IOException {
        try (InputStream in = Http11TableTest.class.getResourceAsStream("http11.txt")) {
            return new String(in.readAllBytes(), ISO_8859_1)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split("\\s*\\|\\s?", 4))
                    .map(cells -> new Row(
                            cells[0].replaceAll("[~!]", ""),
                            cells[0].replaceAll("[^~!]", ""),
                            cells[1],
                            cells[2],
                            cells[3]))
                    .toList();
        }
    }

    @BeforeAll
    static void start() throws Exception {
        port = Ports.free();
        String server = "netty-http:http://localhost:" + port;
        context.addRoutes(r -> {
            r.from(server + "/?httpMethodRestrict=GET,POST").process(exchange -> {
                boolean posted = "POST".equals(exchange.getHeader(NettyConstants.HTTP_METHOD));
                exchange.setBody(posted ? exchange.getBody() : "OK");
            });
            r.from(server + "/echo")
                    .setBody(exchange -> exchange.getHeaders().entrySet().stream()
                            .map(each -> each.getKey() + ": " + each.getValue())
                            .collect(Collectors.joining("\n")));
            r.from(server + "/cookie")
                    .setBody(exchange ->
                            exchange.getHeader("Cookie", String.class).replace("; ", "\n"));
        });
        context.start();
    }

    @AfterAll
    static void stop() {
        context.close();
    }

    /** Without a mark it passes; ~ is a warning of the table, and ! another answer than it wants. */
    @ParameterizedTest
    @MethodSource("rows")
    void aRequestIsAnsweredOrRefusedAsTheTableSays(Row row) throws Exception {
        List<Answer> answers = send(row);
        String verdict = matches(answers, row.passes()) ? "" : matches(answers, row.warns()) ? "~" : "wrong";
        assertThat(verdict).as(answers.toString()).isEqualTo(row.mark().equals("!") ? "~" : row.mark());
        for (Answer each : answers) {
            assertThat(each.headers().get("date")).matches("\\w{3}, \\d\\d \\w{3} \\d{4} \\d\\d:\\d\\d:\\d\\d GMT");
        }
    }

    @org.junit.jupiter.api.Test
    void theTableIsWhole() throws Exception {
        assertThat(rows().stream().map(Row::id).distinct()).hasSize(215);
        assertThat(rows().stream().filter(each -> each.mark().isEmpty())).hasSize(182);
    }

    // ---- answers

    private static List<Answer> send(Row row) throws IOException {
        List<Answer> answers = new ArrayList<>();
        try (Socket socket = new Socket("localhost", port)) {
            socket.setSoTimeout(row.passes().contains("none") ? 300 : 30_000);
            InputStream in = new BufferedInputStream(socket.getInputStream());
            boolean head = row.request().startsWith("HEAD");
            for (String step : row.request().split(" >> ", -1)) {
                if (!answers.isEmpty() && answers.get(answers.size() - 1).closed()) {
                    break;
                }
                socket.getOutputStream().write(bytes(step));
                Answer answer = read(in, head);
                if (answer == null) {
                    break;
                }
                answers.add(answer);
            }
            return answers;
        } catch (SocketTimeoutException e) {
            return List.of(new Answer(0, Map.of("date", "Thu, 26 Nov 2026 00:00:00 GMT"), "none", false));
        } catch (SocketException e) {
            return answers; // reset: closed
        }
    }

    /** An answer that is not interim. If the connection closes after it, nothing may follow it. Null: closed. */
    private static @Nullable Answer read(InputStream in, boolean head) throws IOException {
        String first = LineServer.readLine(in);
        if (first == null) {
            return null;
        }
        Map<String, String> headers = new TreeMap<>();
        for (String line = LineServer.readLine(in); !line.isEmpty(); line = LineServer.readLine(in)) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(java.util.Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        int status = Integer.parseInt(first.substring(9, 12));
        if (status < 200) {
            return read(in, head);
        }
        int length = head ? 0 : Integer.parseInt(headers.getOrDefault("content-length", "0"));
        String body = new String(in.readNBytes(length), ISO_8859_1);
        boolean closed = "close".equals(headers.get("connection"));
        if (closed) {
            assertThat(in.readAllBytes()).as("after the answer").isEmpty();
        }
        return new Answer(status, headers, body, closed);
    }

    private static boolean matches(List<Answer> answers, String cell) {
        return Stream.of(cell.split(" ")).filter(each -> !each.isEmpty()).anyMatch(each -> {
            if (each.equals("closed")) {
                return answers.isEmpty();
            }
            String[] wanted = each.split(",");
            return wanted.length == answers.size()
                    && Arrays.stream(wanted)
                            .allMatch(one ->
                                    matches(answers.get(Arrays.asList(wanted).indexOf(one)), one));
        });
    }

    private static boolean matches(Answer answer, String wanted) {
        if (answer.status() == 0 || wanted.equals("none")) {
            return answer.status() == 0 && wanted.equals("none");
        }
        String rest = wanted.substring(3).replace('_', ' ');
        String name = rest.isEmpty() ? "" : rest.substring(1);
        return String.valueOf(answer.status()).matches(wanted.substring(0, 3).replace("xx", ".."))
                && switch (rest.isEmpty() ? ' ' : rest.charAt(0)) {
                    case '+' -> answer.closed();
                    case ':' -> answer.headers().containsKey(name);
                    case '-' -> !answer.headers().containsKey(name);
                    case '=' ->
                        name.startsWith("*")
                                ? answer.body().contains(name.substring(1))
                                : answer.body().equals(name);
                    default -> true;
                };
    }

    // ---- requests

    private static byte[] bytes(String notation) {
        return text(notation).getBytes(ISO_8859_1);
    }

    private static String text(String notation) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < notation.length(); i++) {
            char each = notation.charAt(i);
            if (each == '{') {
                int star = notation.indexOf('*', i);
                int end = notation.indexOf('}', star);
                text.append(text(notation.substring(star + 1, end))
                        .repeat(Integer.parseInt(notation.substring(i + 1, star))));
                i = end;
            } else if (each != '\\') {
                text.append(each);
            } else if (notation.charAt(++i) == 'x') {
                text.append((char) Integer.parseInt(notation.substring(i + 1, i + 3), 16));
                i += 2;
            } else {
                text.append(escaped(notation.charAt(i)));
            }
        }
        return text.toString();
    }

    private static String escaped(char letter) {
        return switch (letter) {
            case 'n' -> "\r\n";
            case 'h' -> "Host: localhost\r\n";
            case 'l' -> "\n";
            case 'c' -> "\r";
            case 't' -> "\t";
            case 's' -> " ";
            default -> String.valueOf(letter);
        };
    }
}
