package io.mehari.builder;

import io.mehari.builder.model.Node;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Sends to a URI that has placeholders such as {@code ${header.name}}, of certain schemes only. */
public final class DynamicToDefinition extends ProcessorDefinition<DynamicToDefinition> {
    private @Nullable String template;
    private @Nullable Set<String> allowedSchemes;

    DynamicToDefinition(ProcessorDefinition<?> parent) {
        super(parent, false);
    }

    /** The URI, with its placeholders. */
    public DynamicToDefinition uri(String template) {
        Arguments.check(template, "uri", "template", "a URI, such as \"direct:${header.to}\"");
        this.template = Arguments.template(template);
        return this;
    }

    /**
     * The schemes that a message may be sent to, separated by commas: {@code "direct,seda"}. A message whose URI has
     * another scheme fails. Use it if senders control values of the URI.
     */
    public DynamicToDefinition allowedSchemes(String schemes) {
        Arguments.check(schemes, "allowedSchemes", "schemes", "names of schemes, such as \"direct,seda\"");
        Set<String> allowed = new LinkedHashSet<>();
        for (String each : schemes.split(",", -1)) {
            allowed.add(each.trim());
        }
        allowedSchemes = allowed;
        return this;
    }

    @Override
    Node toNode() {
        if (template == null) {
            return new Node.Mistake("toD", new IllegalArgumentException("toD() has no URI"), "set it with uri(...)");
        }
        return new Node.DynamicTo(template, allowedSchemes);
    }
}
