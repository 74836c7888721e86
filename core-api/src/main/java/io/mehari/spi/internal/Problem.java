package io.mehari.spi.internal;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The code under which the guide explains an exception, on its page of problems. It is part of what the exception
 * prints, and not of its message. Warnings have their codes in their texts.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@Inherited
public @interface Problem {
    String value();

    /** Whether the cause says what is wrong, if it has a code. */
    boolean wraps() default false;

    /** What an exception prints. Reads annotations then, so that an exception that nobody prints costs nothing more. */
    final class Text {
        private static final String BEGIN = " [MH-";

        private Text() {}

        public static String of(Throwable failure, String plain) {
            String code = plain.contains(BEGIN) ? "" : code(failure);
            return code.isEmpty() ? plain : plain + " [" + code + "]";
        }

        private static String code(Throwable failure) {
            Problem problem = failure.getClass().getAnnotation(Problem.class);
            Throwable cause = failure.getCause();
            String own = problem == null ? "" : problem.value();
            String deeper = problem != null && problem.wraps() && cause != null ? code(cause) : "";
            return deeper.isEmpty() ? own : deeper;
        }
    }
}
