package io.mehari.spi;

import io.mehari.Exchange;
import io.mehari.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Creates the exceptions with which messages fail that do not match the predicate of a {@code validate}. Give it to one
 * {@code validate}, or bind one in the registry of the context, for all.
 */
@FunctionalInterface
public interface PredicateExceptionFactory {
    /**
     * The exception for a message. If this method throws one, the message fails with that.
     *
     * @param nodeId the id of the step, or its place, such as {@code 1 (validate)}
     * @return null to fail with a {@link io.mehari.PredicateValidationException}
     */
    @Nullable
    Exception newPredicateException(Exchange exchange, Predicate predicate, String nodeId);
}
