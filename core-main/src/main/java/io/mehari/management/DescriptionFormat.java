package io.mehari.management;

import io.mehari.Description;
import io.mehari.spi.internal.SafeText;

/** Prints what a context or a route says about itself: {@code DescriptionFormat.MERMAID.print(context.describe())}. */
public enum DescriptionFormat {
    /** Lines, as by {@link Description#toString}. */
    TEXT,
    /** An object with the members {@code kind, name, id, uri}, the facts, and {@code parts}. */
    JSON,
    /** A flow chart of Mermaid, which many editors and web sites show as a picture. */
    MERMAID;

    /**
     * The format {@code text}, {@code json} or {@code mermaid}.
     *
     * @throws IllegalArgumentException if there is no such format
     */
    public static DescriptionFormat of(String name) {
        return switch (name) {
            case "text" -> TEXT;
            case "json" -> JSON;
            case "mermaid" -> MERMAID;
            default ->
                throw new IllegalArgumentException(
                        "There is no format '" + SafeText.of(name) + "' for routes: use text, json or mermaid");
        };
    }

    public String print(Description description) {
        return switch (this) {
            case TEXT -> description.toString();
            case JSON -> new DescriptionJson().text(description);
            case MERMAID -> new DescriptionMermaid().text(description);
        };
    }
}
