package io.mehari.report;

import java.util.List;

/**
 * Writes JSON whose bytes depend on what is written alone: on no locale, no line separator, no JDK. One element of an
 * outer array is one line, so that two files can be compared with a tool for texts.
 */
final class JsonWriter {
    private final StringBuilder out = new StringBuilder();
    private boolean first = true;

    JsonWriter open(char bracket) {
        out.append(bracket);
        first = true;
        return this;
    }

    JsonWriter close(char bracket) {
        out.append(bracket);
        first = false;
        return this;
    }

    /** What comes next begins a line. */
    JsonWriter line(String indent) {
        out.append(first ? "\n" : ",\n").append(indent);
        first = true;
        return this;
    }

    /** Ends the last line of a bracket. */
    JsonWriter lineEnd(String indent) {
        out.append('\n').append(indent);
        return this;
    }

    JsonWriter name(String name) {
        comma();
        quote(name);
        out.append(": ");
        first = true;
        return this;
    }

    JsonWriter text(String value) {
        comma();
        quote(value);
        return this;
    }

    JsonWriter number(double value) {
        comma();
        out.append(Numbers.exact(value));
        return this;
    }

    JsonWriter numbers(List<Double> values) {
        comma();
        open('[');
        values.forEach(this::number);
        return close(']');
    }

    JsonWriter points(List<Point> points) {
        comma();
        open('[');
        for (Point point : points) {
            comma();
            open('[').number(point.x()).number(point.y()).close(']');
        }
        return close(']');
    }

    @Override
    public String toString() {
        return out.toString();
    }

    private void comma() {
        if (!first) {
            out.append(", ");
        }
        first = false;
    }

    private void quote(String value) {
        out.append('"');
        for (int i = 0; i < value.length(); i++) {
            char next = value.charAt(i);
            switch (next) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (next < ' ' || next == 0x7f || (Character.isSurrogate(next) && !paired(value, i))) {
                        out.append("\\u").append(hex(next));
                    } else {
                        out.append(next);
                    }
                }
            }
        }
        out.append('"');
    }

    /** Half a character cannot be written as UTF-8. */
    private static boolean paired(String value, int i) {
        return Character.isHighSurrogate(value.charAt(i))
                ? i + 1 < value.length() && Character.isLowSurrogate(value.charAt(i + 1))
                : i > 0 && Character.isHighSurrogate(value.charAt(i - 1));
    }

    private static String hex(char value) {
        String digits = Integer.toHexString(value);
        return "0".repeat(4 - digits.length()) + digits;
    }
}
