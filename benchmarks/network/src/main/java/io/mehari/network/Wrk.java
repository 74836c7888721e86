package io.mehari.network;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * One run of wrk, which sends the next request on a connection when it has the answer.
 *
 * @param requests the number of answered requests
 * @param seconds the duration of the run
 * @param p50 the median time to an answer, in microseconds
 * @param p99 the same for 99 of 100
 * @param p999 the same for 999 of 1,000
 * @param errors refused or broken connections, late answers, and answers with another status
 */
record Wrk(double requests, double seconds, double p50, double p99, double p999, long errors) {
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

    static Wrk run(int port, String path, int connections, double seconds) throws IOException, InterruptedException {
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
        if (wrk.waitFor() != 0 || !said.contains("RESULT ")) {
            throw new IOException("wrk has failed:\n" + said);
        }
        String[] numbers = said.substring(said.indexOf("RESULT ") + 7)
                .lines()
                .findFirst()
                .orElse("")
                .split(" ", -1);
        return new Wrk(
                Double.parseDouble(numbers[0]),
                Double.parseDouble(numbers[1]) / 1e6,
                Double.parseDouble(numbers[2]),
                Double.parseDouble(numbers[3]),
                Double.parseDouble(numbers[4]),
                Math.round(Double.parseDouble(numbers[5])));
    }
}
