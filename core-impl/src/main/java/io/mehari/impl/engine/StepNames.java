package io.mehari.impl.engine;

import io.mehari.builder.Node;
import io.mehari.spi.SafeText;
import org.jspecify.annotations.Nullable;

/** Names of steps for messages: the number, the id if there is one, and the method of the route language. */
public final class StepNames {
    private StepNames() {}

    /** {@code 3 (to direct:x)}, or {@code 3 "myId" (to direct:x)}. */
    public static String place(int number, Node node) {
        return node instanceof Node.Named named
                ? number + " \"" + SafeText.of(named.id()) + "\" (" + name(named.node()) + ")"
                : number + " (" + name(node) + ")";
    }

    /** The same for a part of a block: {@code when 2}, or {@code when 2 "myId"}. */
    public static String part(String name, @Nullable String id) {
        return id == null ? name : name + " \"" + SafeText.of(id) + "\"";
    }

    private static String name(Node node) {
        if (node instanceof Node.To to) {
            Object endpoint = to.endpoint();
            return "to " + (endpoint != null ? endpoint : SafeText.uri(to.uri()));
        } else if (node instanceof Node.DynamicTo to) {
            return "toD " + SafeText.uri(to.template());
        } else if (node instanceof Node.WireTap tap) {
            return "wireTap " + SafeText.uri(tap.template());
        } else if (node instanceof Node.Enrich enrich) {
            return enrich.uri() == null ? "enrich" : "enrich " + SafeText.uri(enrich.uri());
        } else if (node instanceof Node.PollEnrich poll) {
            return poll.uri() == null ? "pollEnrich" : "pollEnrich " + SafeText.uri(poll.uri());
        } else if (node instanceof Node.Rollback rollback) {
            return rollback.message() == null ? "markRollbackOnly" : "rollback";
        } else {
            return method(node);
        }
    }

    /** The method of the route language. */
    private static String method(Node node) {
        String type = node.getClass().getSimpleName();
        return switch (type) {
            case "Call", "CallNamed" -> "process";
            case "ConvertBody" -> "convertBodyTo";
            case "SetPattern" -> "setExchangePattern";
            case "Try" -> "doTry";
            case "Idempotent" -> "idempotentConsumer";
            default -> Character.toLowerCase(type.charAt(0)) + type.substring(1);
        };
    }
}
