package io.mehari.impl.base;

import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * Splits a text at a delimiter. Pieces are not trimmed; empty pieces at the end are left out. A comma within
 * parentheses does not count: {@code f(a,b),c} has two pieces.
 */
public final class TextParts implements Iterator<String> {
    private static final int NONE = Integer.MAX_VALUE;

    private final String text;
    private final String delimiter;
    private final int end;
    private int at;
    /** The first parenthesis after the pieces so far; kept, because a search for it may read the whole text. */
    private int open;

    public TextParts(String text, String delimiter) {
        this.text = text;
        this.delimiter = delimiter;
        this.open = delimiter.equals(",") ? -1 : NONE;
        int last = text.length();
        while (last >= delimiter.length() && text.startsWith(delimiter, last - delimiter.length())) {
            last -= delimiter.length();
        }
        this.end = last;
        this.at = last == 0 ? 1 : 0;
    }

    @Override
    public boolean hasNext() {
        return at <= end;
    }

    @Override
    public String next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        int next = nextDelimiter();
        String piece = text.substring(at, next);
        at = next + delimiter.length();
        return piece;
    }

    /** The number of all pieces, however many of them were taken already. */
    public int count() {
        TextParts others = new TextParts(text, delimiter);
        int count = 0;
        for (; others.hasNext(); count++) {
            others.at = others.nextDelimiter() + delimiter.length();
        }
        return count;
    }

    private int nextDelimiter() {
        int next = text.indexOf(delimiter, at);
        findOpen(at);
        while (next >= 0 && open < next) {
            int close = text.indexOf(')', open);
            if (close < 0) {
                open = NONE;
                break;
            }
            findOpen(close + 1);
            next = text.indexOf(delimiter, Math.max(next, close));
        }
        return next < 0 || next > end ? end : next;
    }

    private void findOpen(int from) {
        if (open < from) {
            int found = text.indexOf('(', from);
            open = found < 0 ? NONE : found;
        }
    }
}
