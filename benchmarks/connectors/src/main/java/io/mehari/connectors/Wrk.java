package io.mehari.connectors;

import io.mehari.engine.Fields;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** wrk, which sends the next request on a connection when it has the answer. */
final class Wrk {
    private static final Path SCRIPT = script();

    private static Path script() {
        try (InputStream in = Wrk.class.getResourceAsStream("post.lua")) {
            if (in == null) {
                throw new IllegalStateException("post.lua is missing");
            }
            Path file = Files.createTempFile("mehari", ".lua");
            Files.write(file, in.readAllBytes());
            file.toFile().deleteOnExit();
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Wrk() {}

    /** Runs it, and returns what post.lua prints. */
    static Fields run(int port, String path, int connections, double seconds) throws IOException, InterruptedException {
        Process wrk = new ProcessBuilder(
                        "wrk",
                        "-t1",
                        "-c" + connections,
                        "-d" + Math.max(1, Math.round(seconds)) + "s",
                        "--timeout",
                        "10s",
                        "-s",
                        SCRIPT.toString(),
                        "http://127.0.0.1:" + port + path)
                .redirectErrorStream(true)
                .start();
        String said = new String(wrk.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        @Nullable
        Fields result = said.lines()
                .map(Fields::of)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
        if (wrk.waitFor() != 0 || result == null) {
            throw new IOException("wrk has failed:\n" + said);
        }
        return result;
    }
}
