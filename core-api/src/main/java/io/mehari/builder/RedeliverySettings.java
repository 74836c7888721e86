package io.mehari.builder;

import io.mehari.Predicate;
import org.jspecify.annotations.Nullable;

/** The redelivery settings of one definition. Settings that are missing are those of the outer definition. */
final class RedeliverySettings {
    private static final double DEFAULT_JITTER = 0.15;
    private static final double DEFAULT_MULTIPLIER = 2;

    private @Nullable Integer maximum;
    private @Nullable Long delay;
    private @Nullable Double multiplier;
    private @Nullable Long maximumDelay;
    private @Nullable Double jitter;
    private @Nullable Predicate retryWhile;
    private @Nullable Boolean whileStopping;
    private @Nullable DelayPattern pattern;

    void maximum(int value) {
        check(value >= -1, "maximumRedeliveries(" + value + "): give a number, 0 for none, or -1 for no limit");
        check(retryWhile == null, "maximumRedeliveries and retryWhile exclude each other: set one of them");
        maximum = value;
    }

    void retryWhile(Predicate value) {
        check(maximum == null, "maximumRedeliveries and retryWhile exclude each other: set one of them");
        retryWhile = value;
    }

    void delay(long millis) {
        check(millis >= 0, "redeliveryDelay(" + millis + ") is negative");
        delay = millis;
    }

    void maximumDelay(long millis) {
        check(millis >= 0, "maximumRedeliveryDelay(" + millis + ") is negative");
        maximumDelay = millis;
    }

    void multiplier(double value) {
        check(value >= 1, "backOffMultiplier(" + value + ") would make delays shorter: give 1 or more");
        multiplier = value;
    }

    void exponential() {
        if (multiplier == null) {
            multiplier = DEFAULT_MULTIPLIER;
        }
    }

    void whileStopping(boolean value) {
        whileStopping = value;
    }

    void pattern(String text) {
        pattern = new DelayPattern(text);
    }

    void jitter(double value) {
        check(value >= 0 && value <= 1, "collisionAvoidanceFactor(" + value + ") is not from 0 to 1");
        jitter = value;
    }

    void jitter() {
        if (jitter == null) {
            jitter = DEFAULT_JITTER;
        }
    }

    /** Whether this definition has any setting. */
    boolean isSet() {
        return maximum != null
                || delay != null
                || multiplier != null
                || maximumDelay != null
                || jitter != null
                || pattern != null
                || retryWhile != null;
    }

    /** All settings; those that are missing here are taken from the outer definition. */
    Redelivery over(Redelivery outer) {
        Redelivery all = new Redelivery(
                maximum != null ? maximum : retryWhile != null ? -1 : outer.maximum(),
                delay != null ? delay : outer.delayMillis(),
                multiplier != null ? multiplier : outer.multiplier(),
                maximumDelay != null ? maximumDelay : outer.maximumDelayMillis(),
                jitter != null ? jitter : outer.jitter(),
                maximum != null || retryWhile != null ? retryWhile : outer.retryWhile(),
                whileStopping != null ? whileStopping : outer.whileStopping(),
                pattern != null ? pattern : outer.pattern());
        check(
                maximumDelay == null || all.delayMillis() <= all.maximumDelayMillis(),
                "redeliveryDelay " + all.delayMillis() + " exceeds maximumRedeliveryDelay " + all.maximumDelayMillis()
                        + ": make one of them shorter or the other longer");
        return maximumDelay != null || all.delayMillis() <= all.maximumDelayMillis()
                ? all
                : new Redelivery(
                        all.maximum(),
                        all.delayMillis(),
                        all.multiplier(),
                        all.delayMillis(),
                        all.jitter(),
                        all.retryWhile(),
                        all.whileStopping(),
                        all.pattern());
    }

    private static void check(boolean right, String otherwise) {
        if (!right) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}
