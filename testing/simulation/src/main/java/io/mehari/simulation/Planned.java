package io.mehari.simulation;

import java.util.function.Predicate;

/** Exceptions that user code throws on purpose. */
final class Planned {
    private Planned() {}

    static final class Unchecked extends RuntimeException {
        Unchecked(String message) {
            super(message, null, true, false);
        }
    }

    static final class Checked extends Exception {
        Checked(String message) {
            super(message, null, true, false);
        }
    }

    static final class Fatal extends Error {
        Fatal(String message) {
            super(message, null, true, false);
        }
    }

    /** Whether this failure, or one of its causes, was thrown on purpose. */
    static boolean isIn(Throwable failure) {
        return isAny(failure, each -> each instanceof Unchecked || each instanceof Checked || each instanceof Fatal);
    }

    /** Whether the failure or one of its causes is such a one. */
    static boolean isAny(Throwable failure, Predicate<Throwable> wanted) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (wanted.test(each)) {
                return true;
            }
        }
        return false;
    }

    /** Throws in the given way. Returns if the way is not known here. */
    static void fail(String way, String where) {
        switch (way) {
            case "throws" -> throw new Unchecked(where);
            case "error" -> throw new Fatal(where);
            case "sneaky" -> sneak(new Checked(where));
            default -> {}
        }
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void sneak(Throwable failure) throws E {
        throw (E) failure;
    }
}
