package io.mehari.builder;

import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Sends to a URI that has placeholders such as {@code ${header.name}}, with options. */
public final class DynamicToDefinition extends StepDefinition<DynamicToDefinition> {
    private @Nullable String template;
    private boolean ignoreInvalidEndpoint;
    private int cacheSize;
    private @Nullable Set<String> allowedSchemes;

    DynamicToDefinition(ProcessorDefinition<?> parent) {
        super(parent);
    }

    /** The URI, with its placeholders. */
    public DynamicToDefinition uri(String template) {
        Given.check(template, "uri", "template", "a URI, such as \"direct:${header.to}\"");
        this.template = TextTemplate.parse(template).toString();
        return this;
    }

    /**
     * The schemes to which a message may be sent, separated by commas: {@code "direct,seda"}. A message whose URI has
     * another scheme fails, even with {@link #ignoreInvalidEndpoint}. Use it if senders control values of the URI.
     */
    public DynamicToDefinition allowedSchemes(String schemes) {
        Given.check(schemes, "allowedSchemes", "schemes", "names of schemes, such as \"direct,seda\"");
        Set<String> allowed = new LinkedHashSet<>();
        for (String each : schemes.split(",", -1)) {
            allowed.add(each.trim());
        }
        allowedSchemes = allowed;
        return this;
    }

    /** With true, a message whose URI is invalid is not sent and does not fail. */
    public DynamicToDefinition ignoreInvalidEndpoint(boolean ignore) {
        ignoreInvalidEndpoint = ignore;
        return this;
    }

    /**
     * The size of the producer cache: 0 means the default of 100, a negative number means no cache. The least recently
     * used producer is removed first.
     */
    public DynamicToDefinition cacheSize(int cacheSize) {
        this.cacheSize = cacheSize;
        return this;
    }

    @Override
    DynamicToDefinition self() {
        return this;
    }

    @Override
    Node toNode() {
        if (template == null) {
            return new Node.Mistake("toD", new IllegalArgumentException("toD() has no URI"), "set it with uri(...)");
        }
        return new Node.DynamicTo(template, ignoreInvalidEndpoint, cacheSize, allowedSchemes);
    }
}
