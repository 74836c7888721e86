package io.mehari.docs;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Shows which steps of a route are in which block: the formatter of the sources puts all of them below each other. */
final class BlockIndent {
    private static final Pattern CALL = Pattern.compile(" *\\.(\\w+)\\(.*");
    private static final String WAY = "when";
    private static final Set<String> WAYS = Set.of(WAY, "otherwise");
    private static final Set<String> PARTS = Set.of("doCatch", "doFinally");
    private static final Set<String> BLOCKS = Set.of(
            "choice",
            "onException",
            "filter",
            "split",
            "multicast",
            "loop",
            "loopDoWhile",
            "doTry",
            "aggregate",
            "idempotentConsumer");

    /** Steps with an end of their own. */
    private static final Set<String> STEPS = Set.of("delay", "throttle", "threads", "wireTap", "recipientList");

    private final Deque<String> open = new ArrayDeque<>();
    private final List<String> lines = new ArrayList<>();
    private String before = "";
    private int nesting;
    private int outside;

    private BlockIndent() {}

    static String of(String code) {
        BlockIndent indent = new BlockIndent();
        code.lines().forEach(indent::add);
        return String.join("\n", indent.lines);
    }

    private void add(String line) {
        Matcher call = CALL.matcher(line);
        String name = call.matches() ? call.group(1) : "";
        boolean isCall = !name.isEmpty() && (open.isEmpty() || nesting == outside);
        if (isCall) {
            close(name);
        }
        int depth = open.size() - (isCall && PARTS.contains(name) ? 1 : 0);
        lines.add(line.isEmpty() ? line : "    ".repeat(Math.max(0, depth)) + line);
        if (isCall) {
            open(name);
            before = name;
        }
        nesting += line.replaceAll("[^({]", "").length()
                - line.replaceAll("[^)}]", "").length();
        if (nesting < outside || (nesting == outside && line.endsWith(";"))) {
            open.clear();
        }
    }

    private void close(String name) {
        boolean way = WAY.equals(open.peek());
        if (way && (WAYS.contains(name) || name.equals("end") || name.equals("endChoice"))) {
            open.pop();
        }
        if (name.equals("end") && !open.isEmpty() && !STEPS.contains(before)) {
            open.pop();
        }
    }

    private void open(String name) {
        if (BLOCKS.contains(name)) {
            outside = open.isEmpty() ? nesting : outside;
            open.push(name);
        } else if (WAYS.contains(name) && !open.isEmpty()) {
            open.push(WAY);
        }
    }
}
