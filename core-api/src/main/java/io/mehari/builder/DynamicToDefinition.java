package io.mehari.builder;

import io.mehari.builder.model.Node;
import org.jspecify.annotations.Nullable;

/** Sends to a URI that has placeholders such as {@code ${header.name}}, of certain schemes only. */
public final class DynamicToDefinition extends ProcessorDefinition<DynamicToDefinition> {
    private @Nullable String template;
    private @Nullable String allowed;

    DynamicToDefinition(ProcessorDefinition<?> parent) {
        super(parent, false);
    }

    /** The URI, with its placeholders. */
    public DynamicToDefinition uri(String template) {
        this.template = Arguments.template(template, "uri");
        return this;
    }

    /**
     * The schemes that a message may choose, separated by commas, with the options that it may set: {@code
     * "direct,seda?size&timeout"}. A message whose URI has others fails. A component of Camel is {@code camel:file}.
     */
    public DynamicToDefinition allowedSchemes(String schemes) {
        allowed = Arguments.check(schemes, "allowedSchemes", "schemes", Arguments.SCHEMES);
        return this;
    }

    @Override
    Node toNode() {
        if (template == null) {
            return new Node.Mistake("toD", new IllegalArgumentException("toD() has no URI"), "set it with uri(...)");
        }
        return new Node.DynamicTo(template, allowed);
    }
}
