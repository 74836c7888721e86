package io.mehari.builder;

import io.mehari.Predicate;
import io.mehari.Processor;

/**
 * When a failed step is redelivered (retried), and what is called meanwhile. Settings of redelivery that an {@code
 * onException} does not make come from the error handler; but if it has steps and makes none of them, it has no
 * redelivery.
 *
 * @param <T> the type of this definition
 */
public sealed interface RedeliverySettings<T> permits ErrorHandlerBuilder, OnExceptionDefinition {

    /** The maximum number of redeliveries (retries) of a failed step. 0 by default; -1 means no limit. */
    default T maximumRedeliveries(int maximum) {
        RedeliveryValues values = values("maximumRedeliveries");
        Arguments.require(
                maximum >= -1, "maximumRedeliveries(" + maximum + "): give a number, 0 for none, or -1 for no limit");
        Arguments.require(values.retryWhile == null, RedeliveryValues.ONE_LIMIT);
        values.maximum = maximum;
        return same();
    }

    /** Retries as long as this predicate matches, instead of counting. */
    default T retryWhile(Predicate predicate) {
        Arguments.check(predicate, "retryWhile", "predicate", Arguments.PREDICATE);
        RedeliveryValues values = values("retryWhile");
        Arguments.require(values.maximum == null, RedeliveryValues.ONE_LIMIT);
        values.retryWhile = predicate;
        return same();
    }

    /** The delay before the first redelivery, 1000 ms by default. It blocks no thread. */
    default T redeliveryDelay(long millis) {
        values("redeliveryDelay").delay = Arguments.atLeast(0, millis, "redeliveryDelay");
        return same();
    }

    /** The maximum delay that a multiplier can lead to, 60 s by default. */
    default T maximumRedeliveryDelay(long millis) {
        values("maximumRedeliveryDelay").maximumDelay = Arguments.atLeast(0, millis, "maximumRedeliveryDelay");
        return same();
    }

    /** Multiplies each further delay by this number. */
    default T backOffMultiplier(double multiplier) {
        Arguments.require(
                multiplier >= 1, "backOffMultiplier(" + multiplier + ") would make delays shorter: give 1 or more");
        values("backOffMultiplier").multiplier = multiplier;
        return same();
    }

    /** Varies each delay at random by up to this fraction of it, from 0 to 1. */
    default T jitter(double fraction) {
        Arguments.require(fraction >= 0 && fraction <= 1, "jitter(" + fraction + ") is not from 0 to 1");
        values("jitter").jitter = fraction;
        return same();
    }

    /** Calls this processor immediately after a step has failed. */
    default T onExceptionOccurred(Processor processor) {
        values("onExceptionOccurred").onExceptionOccurred =
                Arguments.check(processor, "onExceptionOccurred", "processor", Arguments.PROCESSOR);
        return same();
    }

    /** Calls this processor before each redelivery. */
    default T onRedelivery(Processor processor) {
        values("onRedelivery").onRedelivery =
                Arguments.check(processor, "onRedelivery", "processor", Arguments.PROCESSOR);
        return same();
    }

    private RedeliveryValues values(String setting) {
        return this instanceof ErrorHandlerBuilder handler
                ? handler.mustHandle(setting)
                : ((OnExceptionDefinition) this).redelivery;
    }

    @SuppressWarnings("unchecked") // each definition is a T of its own
    private T same() {
        return (T) this;
    }
}
