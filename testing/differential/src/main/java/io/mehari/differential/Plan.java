package io.mehari.differential;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One case: its routes, its messages and its failures.
 *
 * @param statements the statements in {@code configure()}
 * @param messages the messages that are sent to {@code direct:a}, one after the other
 * @param failures which steps fail, and when
 */
public record Plan(List<Chain> statements, List<Message> messages, List<Failure> failures) {
    /** A queue without a consumer. */
    static final String POLLED = "seda:" + Chain.MARK + "polled";

    private static final Pattern ROUTE = Pattern.compile("(?:direct|seda):/*" + Chain.MARK + "(\\w+)");

    /** A body of bytes; as a stream it can be read once. */
    public record Bytes(String text, boolean stream) {
        Object body() {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            return stream
                    ? new SequenceInputStream(new ByteArrayInputStream(bytes), InputStream.nullInputStream())
                    : bytes;
        }

        @Override
        public String toString() {
            return (stream ? "stream" : "bytes") + "(\"" + text + "\")";
        }
    }

    /** A message that is sent. */
    public record Message(@Nullable Object body, Map<String, Object> headers, boolean request) {
        /** The body for one send. */
        public @Nullable Object newBody() {
            return body instanceof Bytes bytes ? bytes.body() : body;
        }

        @Override
        public String toString() {
            return (request ? "request" : "send") + "(\"direct:a\", "
                    + literal(body) + ", "
                    + headers.entrySet().stream()
                            .map(each -> each.getKey() + "=" + literal(each.getValue()))
                            .collect(Collectors.joining(", ", "{", "}"))
                    + ")";
        }

        private static String literal(@Nullable Object value) {
            return value instanceof String
                    ? "\"" + value + "\""
                    : value instanceof Long ? value + "L" : String.valueOf(value);
        }
    }

    /**
     * A failure of a step.
     *
     * @param run the number of the run of the step that fails, from 1; 0 for each run
     * @param body a letter that the body must contain; empty for any body
     */
    public record Failure(String step, int run, String body, Class<? extends Throwable> type) {
        boolean isDue(int runs, String text) {
            return (run == 0 || run == runs) && text.contains(body);
        }

        @Override
        public String toString() {
            return "step(\"" + step + "\") fails" + (run > 0 ? " in run " + run : "")
                    + (body.isEmpty() ? "" : " with a body with " + body) + ": " + type.getSimpleName();
        }
    }

    /** Whether parts of the case may run at the same time, so that order is not compared. */
    public boolean isConcurrent() {
        return uses("parallelProcessing") || uses("wireTap") || uses("threads") || text().contains("seda:");
    }

    /** A journal for one run of the case. */
    public Journal journal() {
        return new Journal(failures);
    }

    /**
     * Whether all called routes and the route for the messages exist, every loop ends, and every doCatch makes Camel
     * forget the caught exception.
     */
    boolean isWhole() {
        Set<String> there = new HashSet<>(Set.of("polled"));
        for (Chain each : statements) {
            if (each.calls().get(0).name().equals("from")) {
                names(each.calls().get(0).arguments().get(0).toString(), there);
            }
        }
        Set<String> called = new HashSet<>(Set.of("a"));
        statements.forEach(each -> names(each.raw(), called));
        return there.containsAll(called)
                && statements.stream()
                        .allMatch(each -> isFollowed(each, "loopDoWhile", "process(count(")
                                && isFollowed(each, "doCatch", "process(forget())"));
    }

    /** Whether each such call is followed by a call with such a text, after an onWhen. */
    private static boolean isFollowed(Chain chain, String name, String by) {
        List<Chain.Call> calls = chain.calls();
        for (int i = 0; i < calls.size(); i++) {
            if (calls.get(i).name().equals(name)) {
                int next = i + 1 < calls.size() && calls.get(i + 1).name().equals("onWhen") ? i + 2 : i + 1;
                if (next >= calls.size() || !calls.get(next).toString().startsWith(by)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static void names(String text, Set<String> names) {
        Matcher route = ROUTE.matcher(text);
        while (route.find()) {
            names.add(route.group(1));
        }
    }

    /** Whether a message is a stream. */
    boolean hasStreams() {
        return messages.stream().anyMatch(each -> each.body() instanceof Bytes bytes && bytes.stream());
    }

    /** The same case, with texts in place of streams. */
    Plan withoutStreams() {
        return new Plan(
                statements,
                messages.stream()
                        .map(each -> each.body() instanceof Bytes bytes && bytes.stream()
                                ? new Message(bytes.text(), each.headers(), each.request())
                                : each)
                        .toList(),
                failures);
    }

    /** Whether a predicate or a text has the message of a failure. */
    boolean asksForMessages() {
        return text().contains("${exception.message}") || uses("exceptionMessage");
    }

    boolean uses(String call) {
        return text().matches("(?s).*\\b" + call + "\\(.*");
    }

    /** Whether there are two such calls, one of which may be inside the other. */
    boolean usesTwice(String call) {
        return text().matches("(?s).*\\b" + call + "\\(.*\\b" + call + "\\(.*");
    }

    /** Whether a route with its own failure clause calls a route with such a step. */
    boolean clauseMayCall(String step) {
        Set<String> called = new HashSet<>();
        statements.stream().filter(each -> has(each, "onException")).forEach(each -> names(each.raw(), called));
        return statements.stream()
                .filter(each -> has(each, step) && has(each, "from"))
                .anyMatch(each -> called.stream()
                        .anyMatch(name -> each.calls().get(0).toString().matches(".*[:/]" + name + "\"\\)")));
    }

    /** Whether the behaviour of a message may depend on the number of messages before it. */
    boolean dependsOnOrder() {
        return uses("idempotentConsumer") || failures.stream().anyMatch(each -> each.run() > 0);
    }

    private static boolean has(Chain chain, String name) {
        return chain.calls().stream().anyMatch(each -> each.name().equals(name));
    }

    int size() {
        return statements.stream().mapToInt(each -> each.calls().size()).sum() + messages.size() + failures.size();
    }

    /** The statements as Java source. */
    String text() {
        StringBuilder text = new StringBuilder();
        statements.forEach(each -> text.append("    ").append(each.lines()).append('\n'));
        return text.toString();
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(text());
        failures.forEach(each -> text.append("    // ").append(each).append('\n'));
        messages.forEach(each -> text.append("    // ").append(each).append('\n'));
        return text.toString();
    }
}
