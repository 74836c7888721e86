package io.mehari.builder;

/** Sends to an endpoint that the message names. */
public final class DynamicToDefinition extends StepDefinition<DynamicToDefinition> {
    private final String template;
    private boolean ignoreInvalidEndpoint;
    private int cacheSize;

    DynamicToDefinition(ProcessorDefinition<?> parent, String template) {
        super(parent);
        this.template = TextTemplate.parse(template).toString();
    }

    /** Goes on where no endpoint can be made of the text; else the exchange fails. */
    public DynamicToDefinition ignoreInvalidEndpoint() {
        ignoreInvalidEndpoint = true;
        return this;
    }

    /** How many producers are kept: 100 for 0, none for less. The one unused for longest leaves first. */
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
        return new Node.DynamicTo(template, ignoreInvalidEndpoint, cacheSize);
    }
}
