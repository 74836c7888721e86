package io.mehari.builder;

import io.mehari.Expression;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Steps that run once for each part, each time with an exchange of its own. */
public final class SplitDefinition extends FanDefinition<SplitDefinition> {
    private final Expression parts;
    private @Nullable String delimiter = ",";

    SplitDefinition(ProcessorDefinition<?> parent, Expression parts) {
        super(parent);
        this.parts = parts;
    }

    /**
     * The delimiter at which a text is split, {@code ","} by default; null, or the text {@code "false"}, does not split
     * texts. It has no effect on other values.
     */
    public SplitDefinition delimiter(@Nullable String delimiter) {
        if (delimiter != null && delimiter.isEmpty()) {
            throw new IllegalArgumentException("delimiter(\"\") is empty: a delimiter has at least one character,"
                    + " and delimiter(null) keeps texts whole");
        }
        this.delimiter = "false".equals(delimiter) ? null : delimiter;
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
