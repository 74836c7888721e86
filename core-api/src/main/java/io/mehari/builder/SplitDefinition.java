package io.mehari.builder;

import io.mehari.Expression;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Steps that run once for each part, each part being an exchange of its own. */
public final class SplitDefinition extends FanDefinition<SplitDefinition> {
    private final Expression parts;
    private @Nullable String delimiter = ",";

    SplitDefinition(ProcessorDefinition<?> parent, Expression parts) {
        super(parent);
        this.parts = parts;
    }

    /** Between what a text is split, {@code ","} unless said; null keeps texts whole. What is no text is not concerned. */
    public SplitDefinition delimiter(@Nullable String delimiter) {
        if (delimiter != null && delimiter.isEmpty()) {
            throw new IllegalArgumentException("delimiter(\"\") cannot be: a delimiter has at least one character,"
                    + " and delimiter(null) keeps texts whole");
        }
        this.delimiter = delimiter;
        return this;
    }

    @Override
    SplitDefinition self() {
        return this;
    }

    @Override
    Node toNode() {
        return new Node.Split(parts, delimiter, fan(), List.copyOf(steps()));
    }
}
