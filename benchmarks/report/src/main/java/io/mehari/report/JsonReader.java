package io.mehari.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads JSON as RFC 8259 has it and nothing more: no comments, no comma too many, no name twice, no number too large. */
final class JsonReader {
    private static final int DEEPEST = 100;
    private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");

    private final String text;
    private int at;
    private int line = 1;
    private int depth;

    JsonReader(String text) {
        this.text = text;
    }

    Json read() {
        Json value = value("");
        skipSpace();
        if (at < text.length()) {
            throw refused("", "the end");
        }
        return value;
    }

    private Json value(String path) {
        skipSpace();
        int begin = line;
        if (at == text.length()) {
            throw refused(path, "a value");
        }
        char first = text.charAt(at);
        return switch (first) {
            case '{' -> new Json(begin, path, object(path));
            case '[' -> new Json(begin, path, array(path));
            case '"' -> new Json(begin, path, string(path));
            case 't' -> new Json(begin, path, word(path, "true", true));
            case 'f' -> new Json(begin, path, word(path, "false", false));
            case 'n' -> new Json(begin, path, word(path, "null", null));
            default -> new Json(begin, path, number(path));
        };
    }

    private Map<String, Json> object(String path) {
        Map<String, Json> members = new LinkedHashMap<>();
        enter(path);
        if (!accept('}')) {
            do {
                skipSpace();
                String name = string(path);
                String way = path.isEmpty() ? name : path + "." + name;
                expect(way, ':');
                int begin = line;
                if (members.put(name, value(way)) != null) {
                    throw new JsonException(begin, path, "each name once", "\"" + name + "\" again");
                }
            } while (accept(','));
            expect(path, '}');
        }
        depth--;
        return members;
    }

    private List<Json> array(String path) {
        List<Json> elements = new ArrayList<>();
        enter(path);
        if (!accept(']')) {
            do {
                elements.add(value(path + "[" + elements.size() + "]"));
            } while (accept(','));
            expect(path, ']');
        }
        depth--;
        return elements;
    }

    private void enter(String path) {
        if (++depth > DEEPEST) {
            throw refused(path, "at most " + DEEPEST + " levels");
        }
        at++;
    }

    private String string(String path) {
        if (at == text.length() || text.charAt(at) != '"') {
            throw refused(path, "a string");
        }
        StringBuilder read = new StringBuilder();
        for (at++; at < text.length(); at++) {
            char next = text.charAt(at);
            if (next == '"') {
                at++;
                return read.toString();
            }
            if (next < ' ') {
                throw refused(path, "the end of a string, or an escape");
            }
            read.append(next == '\\' ? escaped(path) : next);
        }
        throw refused(path, "the end of a string");
    }

    private char escaped(String path) {
        at++;
        char next = at < text.length() ? text.charAt(at) : ' ';
        return switch (next) {
            case '"', '\\', '/' -> next;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> unicode(path);
            default -> throw refused(path, "one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u");
        };
    }

    private char unicode(String path) {
        int code = 0;
        for (int i = 0; i < 4; i++) {
            at++;
            char next = at < text.length() ? text.charAt(at) : ' ';
            int digit = next < 128 ? Character.digit(next, 16) : -1;
            if (digit < 0) {
                throw refused(path, "four hexadecimal digits");
            }
            code = code * 16 + digit;
        }
        return (char) code;
    }

    private @Nullable Object word(String path, String word, @Nullable Object meaning) {
        if (!text.startsWith(word, at)) {
            throw refused(path, word);
        }
        at += word.length();
        return meaning;
    }

    private Double number(String path) {
        Matcher number = NUMBER.matcher(text).region(at, text.length());
        if (!number.lookingAt()) {
            throw refused(path, "a value");
        }
        double read = Double.parseDouble(number.group());
        if (Double.isInfinite(read)) {
            throw refused(path, "a number that a double can hold");
        }
        at = number.end();
        return read;
    }

    private boolean accept(char wanted) {
        skipSpace();
        if (at < text.length() && text.charAt(at) == wanted) {
            at++;
            return true;
        }
        return false;
    }

    private void expect(String path, char wanted) {
        if (!accept(wanted)) {
            throw refused(path, "'" + wanted + "'");
        }
    }

    private void skipSpace() {
        for (; at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0; at++) {
            if (text.charAt(at) == '\n') {
                line++;
            }
        }
    }

    private JsonException refused(String path, String expected) {
        String found = at < text.length() ? "'" + text.charAt(at) + "'" : "the end of the text";
        return new JsonException(line, path, expected, found);
    }
}
