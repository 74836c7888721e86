package io.mehari.site;

import com.fasterxml.jackson.databind.JsonNode;
import io.mehari.report.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/*
 * The DevTools protocol sends requests with an id, answers with the same id, and events, all as JSON in one web socket.
 * This object is attached to one page, and sends its session id with every request. One thread uses it; events arrive
 * on a thread of the socket.
 */
/** A browser process, and the socket that controls it. */
final class DevTools implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 60;
    private static final String ADDRESS = "DevTools listening on ";

    private final Process process;
    private final BiConsumer<String, JsonNode> events;
    private final Map<Integer, CompletableFuture<JsonNode>> asked = new ConcurrentHashMap<>();
    private final WebSocket socket;
    private final String session;
    private int lastId;

    /** Starts that command, which must listen on a port that it chooses itself, and opens an empty page. */
    DevTools(List<String> command, BiConsumer<String, JsonNode> events) throws IOException {
        this.events = events;
        this.process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            this.socket = wait(HttpClient.newHttpClient()
                    .newWebSocketBuilder()
                    .buildAsync(URI.create(wait(address())), new Messages()));
            this.session = attached();
        } catch (RuntimeException notUsable) {
            end();
            throw notUsable;
        }
    }

    /** Attaches to a new page. Returns its session id. */
    private String attached() {
        JsonNode made = send(null, "Target.createTarget", Map.of("url", "about:blank"));
        return send(null, "Target.attachToTarget", Map.of("targetId", made.get("targetId"), "flatten", true))
                .get("sessionId")
                .asText();
    }

    /** Sends a request to the page, and waits for the answer. */
    JsonNode call(String method, Map<String, ?> parameters) {
        return send(session, method, parameters);
    }

    private JsonNode send(@Nullable String to, String method, Map<String, ?> parameters) {
        int id = ++lastId;
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        asked.put(id, answer);
        Map<String, Object> request = new HashMap<>(Map.of("id", id, "method", method, "params", parameters));
        if (to != null) {
            request.put("sessionId", to);
        }
        wait(socket.sendText(Json.write(request), true));
        JsonNode answered = wait(answer);
        JsonNode error = answered.get("error");
        if (error != null) {
            throw new IllegalStateException(
                    method + " " + parameters + ": " + error.get("message").asText());
        }
        return answered.get("result");
    }

    static <T> T wait(CompletableFuture<T> future) {
        try {
            return future.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new IllegalStateException("the browser did not answer for " + PATIENCE_SECONDS + " s", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("the browser is gone", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the browser worked", e);
        }
    }

    /**
     * Reads all output of the browser, because the browser would block on a full pipe. The output contains the address
     * of the socket.
     */
    private CompletableFuture<String> address() {
        CompletableFuture<String> address = new CompletableFuture<>();
        Thread reader = new Thread(() -> read(address), "browser output");
        reader.setDaemon(true);
        reader.start();
        return address;
    }

    private void read(CompletableFuture<String> address) {
        StringBuilder all = new StringBuilder();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith(ADDRESS)) {
                    address.complete(line.substring(ADDRESS.length()).strip());
                } else if (!address.isDone()) {
                    all.append(line).append('\n');
                }
            }
        } catch (IOException closed) {
            all.append(closed);
        }
        address.completeExceptionally(new IllegalStateException("the browser did not start: " + all));
    }

    @Override
    public void close() {
        socket.abort();
        end();
    }

    /** Ends the browser. When this returns, none of its processes writes into the profile any more. */
    private void end() {
        List<ProcessHandle> all = Stream.concat(process.descendants(), Stream.of(process.toHandle()))
                .toList();
        all.forEach(ProcessHandle::destroyForcibly);
        all.forEach(each -> wait(each.onExit()));
    }

    /** Assembles messages from their parts, and passes each one to the caller that waits for it. */
    private final class Messages implements WebSocket.Listener {
        private final StringBuilder pieces = new StringBuilder();

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence piece, boolean last) {
            pieces.append(piece);
            if (last) {
                JsonNode message = Json.parse(pieces.toString());
                pieces.setLength(0);
                JsonNode id = message.get("id");
                if (id == null) {
                    events.accept(message.get("method").asText(), message.get("params"));
                } else {
                    CompletableFuture<JsonNode> answer = asked.remove(id.asInt());
                    if (answer != null) {
                        answer.complete(message);
                    }
                }
            }
            from.request(1);
            return null;
        }

        @Override
        public void onError(WebSocket from, Throwable error) {
            asked.values().forEach(answer -> answer.completeExceptionally(error));
        }

        @Override
        public @Nullable CompletionStage<?> onClose(WebSocket from, int status, String reason) {
            onError(from, new IllegalStateException("it closed: " + status + " " + reason));
            return null;
        }
    }
}
