package io.mehari.porting;

import io.mehari.porting.Fact.Kind;

/** What the page says to look for, compared with what a file does. */
final class Trigger {
    private Trigger() {}

    static Kind kind(String code) {
        if (code.matches("\\w+\\(\\)")) {
            return Kind.METHOD;
        }
        if (code.matches("[a-z-]*:\\w+=")) {
            return Kind.OPTION;
        }
        if (code.matches("[a-z-]+:")) {
            return Kind.SCHEME;
        }
        if (code.matches("\".+\"")) {
            return Kind.TEXT;
        }
        if (code.matches("[A-Z]\\w+(\\.[A-Z_]+)?")) {
            return Kind.TYPE;
        }
        throw new IllegalArgumentException(code + ": neither name(), scheme:, scheme:option=, a Type nor \"a text\"");
    }

    static boolean matches(String code, Fact fact) {
        if (fact.kind() != kind(code)) {
            return false;
        }
        return switch (fact.kind()) {
            case METHOD -> code.equals(fact.word() + "()");
            case OPTION ->
                code.startsWith(":") ? fact.word().endsWith(code) : fact.word().equals(code);
            case TEXT -> fact.word().contains(code.substring(1, code.length() - 1));
            default -> code.equals(fact.word());
        };
    }
}
