package io.mehari.impl.observe;

import io.mehari.builder.model.Node;
import io.mehari.spi.internal.SafeText;
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

    /** The method of the route language, with its endpoint. The names of the classes are enough to find it. */
    private static String name(Node node) {
        String type = node.getClass().getSimpleName();
        return switch (type) {
            case "To" -> to((Node.To) node);
            case "DynamicTo" -> "toD " + SafeText.uri(((Node.DynamicTo) node).template());
            case "WireTap" -> "wireTap " + SafeText.uri(((Node.WireTap) node).template());
            case "Enrich" -> withUri("enrich", ((Node.Enrich) node).uri());
            case "PollEnrich" -> withUri("pollEnrich", ((Node.PollEnrich) node).uri());
            default -> method(node);
        };
    }

    /** The method of the route language. */
    public static String method(Node node) {
        String type = node.getClass().getSimpleName();
        return switch (type) {
            case "DynamicTo" -> "toD";
            case "Rollback" -> ((Node.Rollback) node).message() == null ? "markRollbackOnly" : "rollback";
            case "Mistake" -> ((Node.Mistake) node).step();
            case "Call", "CallNamed" -> "process";
            case "Own" -> ((Node.Own) node).step();
            case "Try" -> "doTry";
            case "Idempotent" -> "idempotentConsumer";
            default -> Character.toLowerCase(type.charAt(0)) + type.substring(1);
        };
    }

    private static String to(Node.To to) {
        Object endpoint = to.endpoint();
        return "to " + (endpoint != null ? endpoint : SafeText.uri(to.uri()));
    }

    private static String withUri(String method, @Nullable String uri) {
        return uri == null ? method : method + " " + SafeText.uri(uri);
    }
}
