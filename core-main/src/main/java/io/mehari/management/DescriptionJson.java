package io.mehari.management;

import io.mehari.Description;
import org.jspecify.annotations.Nullable;

/** Prints a description as JSON. */
final class DescriptionJson {
    private final StringBuilder out = new StringBuilder();

    String text(Description whole) {
        add(whole);
        return out.toString();
    }

    private void add(Description part) {
        out.append('{');
        member("kind", part.kind());
        member("name", part.name());
        member("id", part.id());
        member("uri", part.uri());
        part.facts().forEach(this::member);
        if (!part.parts().isEmpty()) {
            out.append(",\"parts\":[");
            for (Description each : part.parts()) {
                add(each);
                out.append(',');
            }
            out.setCharAt(out.length() - 1, ']');
        }
        out.append('}');
    }

    private void member(String name, @Nullable Object value) {
        if (value == null) {
            return;
        }
        if (out.charAt(out.length() - 1) != '{') {
            out.append(',');
        }
        quote(name);
        out.append(':');
        if (value instanceof Number || value instanceof Boolean) {
            out.append(value);
        } else {
            quote(value.toString());
        }
    }

    private void quote(String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char each = text.charAt(i);
            if (each == '"' || each == '\\') {
                out.append('\\').append(each);
            } else if (each < ' ' || Character.isSurrogate(each)) {
                String digits = Integer.toHexString(each);
                out.append("\\u").append("0000", 0, 4 - digits.length()).append(digits);
            } else {
                out.append(each);
            }
        }
        out.append('"');
    }
}
