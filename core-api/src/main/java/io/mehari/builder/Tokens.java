package io.mehari.builder;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Scanner;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Splits a text into pieces lazily; with an empty token, into its characters. Pieces are not trimmed; empty pieces at
 * the end are left out.
 */
final class Tokens implements Iterator<String>, Closeable {
    /*
     * A text in memory is searched; a stream is read by a Scanner, no further than its buffer. Empty pieces are held
     * back until a piece that is not empty follows.
     */
    private final Pieces pieces;
    private final String token;
    private final int group;
    private int empties;
    private @Nullable String found;

    private Tokens(Pieces pieces, String token, int group) {
        this.pieces = pieces;
        this.token = token;
        this.group = group;
    }

    /**
     * @param value a text, a {@code Reader} or an {@code InputStream}; any other value is converted by {@code
     *     toString()}
     */
    static Tokens of(Object value, String token, int group, boolean skipFirst) {
        Tokens tokens = new Tokens(piecesOf(value, token), token, group);
        if (skipFirst) {
            String first = tokens.pieces.next();
            if (first != null && !first.isEmpty() && tokens.findNext() == null) {
                tokens.found = ""; // there is nothing but the first piece: one group, which is empty
                tokens.empties = 0;
            }
        }
        return tokens;
    }

    private static Pieces piecesOf(Object value, String token) {
        if (value instanceof Reader reader) {
            return new Read(new Scanner(reader), token);
        }
        if (value instanceof InputStream stream) {
            return new Read(new Scanner(stream, StandardCharsets.UTF_8), token);
        }
        return new InMemory(value.toString(), token);
    }

    @Override
    public boolean hasNext() {
        return findNext() != null;
    }

    @Override
    public String next() {
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
        String next = findNext();
        if (next == null) {
            throw new NoSuchElementException("There are no more pieces between '" + token + "'");
        }
        if (empties > 0) {
            empties--;
            return "";
        }
        found = null;
        return next;
    }

    /** Finds the next piece that is not empty, and counts the empty pieces before it. */
    private @Nullable String findNext() {
        while (found == null) {
            String piece = pieces.next();
            if (piece == null) {
                return null;
            }
            if (piece.isEmpty()) {
                empties++;
            } else {
                found = piece;
            }
        }
        return found;
    }

    @Override
    public void close() throws IOException {
        pieces.close();
    }

    /** The source of the pieces, including empty ones. */
    private abstract static class Pieces {
        abstract @Nullable String next();

        void close() throws IOException {}
    }

    private static final class InMemory extends Pieces {
        private final String text;
        private final String token;
        private int at;

        InMemory(String text, String token) {
            this.text = text;
            this.token = token;
        }

        @Override
        @Nullable
        String next() {
            if (at > text.length() || (token.isEmpty() && at == text.length())) {
                return null;
            }
            int end = token.isEmpty() ? text.offsetByCodePoints(at, 1) : text.indexOf(token, at);
            if (end < 0) {
                end = text.length();
            }
            String piece = text.substring(at, end);
            at = end + token.length();
            return piece;
        }
    }

    private static final class Read extends Pieces {
        private final Scanner scanner;

        Read(Scanner scanner, String token) {
            this.scanner = scanner.useDelimiter(Pattern.quote(token));
        }

        @Override
        @Nullable
        String next() {
            if (scanner.hasNext()) {
                return scanner.next();
            }
            IOException failure = scanner.ioException();
            if (failure != null) {
                throw new UncheckedIOException("The text to split could not be read", failure);
            }
            return null;
        }

        @Override
        void close() throws IOException {
            scanner.close();
        }
    }
}
