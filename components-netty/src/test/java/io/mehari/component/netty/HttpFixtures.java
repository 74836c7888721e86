package io.mehari.component.netty;

import io.mehari.laws.Answer;
import io.mehari.laws.ConsumerFixture;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import javax.net.ServerSocketFactory;

/** HTTP over blocking sockets of the JDK, byte by byte. */
public final class HttpFixtures {
    private HttpFixtures() {}

    /** What was read: the first line, the headers in lower case, and the body. */
    public record Parsed(String firstLine, Map<String, String> headers, String body) {
        public int status() {
            return Integer.parseInt(firstLine.substring(9, 12));
        }
    }

    /** Reads a message with a Content-Length; null at the end of the connection. */
    public static Parsed read(InputStream in) throws IOException {
        String first = LineServer.readLine(in);
        if (first == null) {
            return null;
        }
        Map<String, String> headers = new TreeMap<>();
        String line;
        while ((line = LineServer.readLine(in)) != null && !line.isEmpty()) {
            int colon = line.indexOf(':');
            headers.merge(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip(),
                    (one, other) -> one + "," + other);
        }
        if (line == null) {
            return null;
        }
        int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
        byte[] body = in.readNBytes(length);
        return body.length < length ? null : new Parsed(first, headers, new String(body, StandardCharsets.UTF_8));
    }

    public static byte[] request(String method, String path, String body, Map<String, String> headers) {
        StringBuilder text = new StringBuilder(method + " " + path + " HTTP/1.1\r\nHost: localhost\r\n");
        headers.forEach(
                (name, value) -> text.append(name).append(": ").append(value).append("\r\n"));
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        text.append("Content-Length: ").append(bytes.length).append("\r\n\r\n").append(body);
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** A connection that sends requests. */
    public static final class HttpSession implements ConsumerFixture.Session {
        final Socket socket;
        final InputStream in;
        private final String path;

        HttpSession(int port, String path) throws IOException {
            socket = new Socket("localhost", port);
            socket.setSoTimeout(60_000);
            in = new BufferedInputStream(socket.getInputStream());
            this.path = path;
        }

        @Override
        public Answer send(String body, Map<String, String> headers) throws IOException {
            try {
                socket.getOutputStream().write(request("POST", path, body, headers));
                Parsed answer = HttpFixtures.read(in);
                return answer == null || answer.status() >= 300
                        ? Answer.NONE
                        : new Answer(true, answer.body(), answer.headers());
            } catch (SocketException e) {
                return Answer.NONE;
            }
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    /** A server that answers each request with {@code re: } and its body. */
    public static final class RawHttpServer extends LineServer {
        volatile Map<String, String> answerHeaders = Map.of();
        volatile String status = "200 OK";
        final List<Parsed> requests = java.util.Collections.synchronizedList(new ArrayList<>());

        RawHttpServer(int port) {
            super(port, ServerSocketFactory.getDefault());
        }

        @Override
        public String read(InputStream in) throws IOException {
            Parsed request = HttpFixtures.read(in);
            if (request == null) {
                return null;
            }
            requests.add(request);
            return request.body();
        }

        @Override
        public byte[] answer(String body) {
            StringBuilder text = new StringBuilder("HTTP/1.1 " + status + "\r\n");
            answerHeaders.forEach((name, value) ->
                    text.append(name).append(": ").append(value).append("\r\n"));
            byte[] bytes = ("re: " + body).getBytes(StandardCharsets.UTF_8);
            text.append("Content-Length: ")
                    .append(bytes.length)
                    .append("\r\n\r\nre: ")
                    .append(body);
            return text.toString().getBytes(StandardCharsets.UTF_8);
        }
    }
}
