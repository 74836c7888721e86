package io.mehari.impl.text;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Splits a text into pieces lazily; with an empty token, into its characters. Pieces are not trimmed. A token ends a
 * piece: {@code a,} has one, {@code a,,} has two, and an empty text has none.
 */
public abstract class Pieces implements Iterator<String>, Closeable {
    final String token;
    private final int group;

    private @Nullable String found;

    private Pieces(String token, int group) {
        this.token = token;
        this.group = group;
    }

    /**
     * The pieces between tokens.
     *
     * @param value a text, a {@code Reader} or an {@code InputStream}; any other value is converted by {@code
     *     toString()}
     * @param group how many pieces are joined to one, with the tokens between them
     */
    public static Pieces between(Object value, String token, int group) {
        if (value instanceof Reader reader) {
            return new Read(reader, token, group);
        }
        return value instanceof InputStream stream
                ? new Read(new InputStreamReader(stream, StandardCharsets.UTF_8), token, group)
                : new InMemory(value.toString(), token, group, false);
    }

    /** Like {@link #between}; a comma within parentheses does not count: {@code f(a,b),c} has two pieces. */
    static Pieces betweenCommas(String text) {
        return new InMemory(text, ",", 1, true);
    }

    /** The number of all pieces, or groups of pieces, however many were taken already; -1 if it is not known. */
    final int size() {
        int all = count();
        return all <= 0 ? all : (all + group - 1) / group;
    }

    /** The number of all pieces; -1 if it is not known. */
    int count() {
        return -1;
    }

    /** The next piece; null at the end. */
    abstract @Nullable String piece();

    @Override
    public final boolean hasNext() {
        if (found == null) {
            found = piece();
        }
        return found != null;
    }

    @Override
    public final String next() {
        String next = take();
        if (group == 1) {
            return next;
        }
        StringBuilder together = new StringBuilder(next);
        for (int i = 1; i < group && hasNext(); i++) {
            together.append(token).append(take());
        }
        return together.toString();
    }

    private String take() {
        if (!hasNext()) {
            throw new NoSuchElementException("There are no more pieces between '" + token + "'");
        }
        String piece = Objects.requireNonNull(found);
        found = null;
        return piece;
    }

    @Override
    public void close() throws IOException {}

    private static final class InMemory extends Pieces {
        private static final int NONE = Integer.MAX_VALUE;

        private final String text;
        private final boolean parentheses;
        private int at;
        /** The first parenthesis after the pieces so far; kept, because a search for it may read the whole text. */
        private int open;

        InMemory(String text, String token, int group, boolean parentheses) {
            super(token, group);
            this.text = text;
            this.parentheses = parentheses;
            this.open = parentheses ? -1 : NONE;
        }

        @Override
        @Nullable
        String piece() {
            int begin = at;
            int end = findEnd();
            return end < 0 ? null : text.substring(begin, end);
        }

        @Override
        int count() {
            InMemory all = new InMemory(text, token, 1, parentheses);
            int pieces = 0;
            while (all.findEnd() >= 0) {
                pieces++;
            }
            return pieces;
        }

        /** The end of the piece at which this is, and moves on to the next one; negative if there is none. */
        private int findEnd() {
            if (at >= text.length()) {
                return -1;
            }
            int end = token.isEmpty() ? text.offsetByCodePoints(at, 1) : nextToken();
            at = (end < 0 ? text.length() : end) + token.length();
            return end < 0 ? text.length() : end;
        }

        private int nextToken() {
            int next = text.indexOf(token, at);
            findOpen(at);
            while (next >= 0 && open < next) {
                int close = text.indexOf(')', open);
                if (close < 0) {
                    open = NONE;
                    break;
                }
                findOpen(close + 1);
                next = text.indexOf(token, Math.max(next, close));
            }
            return next;
        }

        private void findOpen(int from) {
            if (open < from) {
                int found = text.indexOf('(', from);
                open = found < 0 ? NONE : found;
            }
        }
    }

    /** Text that is read when a piece is asked for, no further than a buffer. */
    private static final class Read extends Pieces {
        private final Reader reader;
        private final StringBuilder read = new StringBuilder();
        private final char[] buffer = new char[1024];
        private int at;

        Read(Reader reader, String token, int group) {
            super(token, group);
            this.reader = reader;
        }

        @Override
        @Nullable
        String piece() {
            int searched = at;
            int end = findEnd(searched);
            while (end < 0) {
                searched = Math.max(at, read.length() - token.length() + 1) - at; // half a token may be there
                if (!readMore()) {
                    return at == read.length() ? null : piece(read.length(), 0);
                }
                end = findEnd(searched);
            }
            return piece(end, token.length());
        }

        private int findEnd(int from) {
            if (!token.isEmpty()) {
                return read.indexOf(token, from);
            }
            boolean half = read.length() == at + 1 && Character.isHighSurrogate(read.charAt(at));
            return read.length() == at || half ? -1 : read.offsetByCodePoints(at, 1);
        }

        private String piece(int end, int after) {
            String piece = read.substring(at, end);
            at = end + after;
            return piece;
        }

        /** Forgets the pieces that were taken, and reads more; false at the end. */
        private boolean readMore() {
            read.delete(0, at);
            at = 0;
            try {
                int count = reader.read(buffer);
                read.append(buffer, 0, Math.max(count, 0));
                return count >= 0;
            } catch (IOException e) {
                throw new UncheckedIOException("The text to split could not be read", e);
            }
        }

        @Override
        public void close() throws IOException {
            reader.close();
        }
    }
}
