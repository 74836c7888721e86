package io.mehari.impl;

import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * The pieces of a text between delimiters. Nothing is trimmed; empty pieces at the end are left out. A comma within
 * parentheses is no delimiter: {@code f(a,b),c} are two pieces.
 */
final class TextParts implements Iterator<String> {
    private final String text;
    private final String delimiter;
    private final boolean heedsParentheses;
    private final int end;
    private int at;

    TextParts(String text, String delimiter) {
        this.text = text;
        this.delimiter = delimiter;
        this.heedsParentheses = delimiter.equals(",");
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

    private int nextDelimiter() {
        int next = text.indexOf(delimiter, at);
        for (int open = open(at); next >= 0 && open >= 0 && open < next; open = open(open + 1)) {
            int close = text.indexOf(')', open);
            if (close < 0) {
                break;
            }
            open = close;
            next = text.indexOf(delimiter, Math.max(next, close));
        }
        return next < 0 || next > end ? end : next;
    }

    private int open(int from) {
        return heedsParentheses ? text.indexOf('(', from) : -1;
    }
}
