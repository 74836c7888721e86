package io.mehari.builder;

import io.mehari.Exchange;
import io.mehari.Predicate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Steps for messages that match. Other messages skip the block. */
public final class FilterDefinition extends ProcessorDefinition<FilterDefinition> {
    private final Predicate predicate;
    private final List<Node> steps = list();
    private @Nullable String statusProperty;

    FilterDefinition(ProcessorDefinition<?> parent, Predicate predicate) {
        super(parent);
        this.predicate = predicate;
    }

    /** Sets a property of this name to whether the message matched, true or false. */
    public FilterDefinition statusPropertyName(String name) {
        Given.check(name, "statusPropertyName", "name", Given.NAME);
        statusProperty = name;
        return this;
    }

    /** A predicate that sets a property. As a record, so that a service in it is found. */
    record Noting(Predicate predicate, String property) implements Predicate {
        @Override
        public boolean matches(Exchange exchange) {
            boolean matched = predicate.matches(exchange);
            exchange.setProperty(property, matched);
            return matched;
        }
    }

    @Override
    FilterDefinition self() {
        return this;
    }

    @Override
    List<Node> steps() {
        return steps;
    }

    @Override
    Node toNode() {
        Predicate condition = statusProperty == null ? predicate : new Noting(predicate, statusProperty);
        return new Node.Filter(condition, List.copyOf(steps));
    }
}
