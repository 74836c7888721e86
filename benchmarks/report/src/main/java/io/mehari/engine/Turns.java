package io.mehari.engine;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * The subjects in the order A B B A, so that a machine that becomes slower does so for all. Iterates until Ctrl-C is
 * pressed.
 */
public final class Turns<T> implements Iterable<T> {
    private final List<T> order = new ArrayList<>();

    private Turns() {}

    /** Each subject is measured that many times. */
    public static <T> Turns<T> of(List<? extends T> subjects, int rounds) {
        Turns<T> turns = new Turns<>();
        List<T> round = new ArrayList<>(subjects);
        for (int i = 0; i < rounds; i++) {
            turns.order.addAll(round);
            Collections.reverse(round);
        }
        return turns;
    }

    /** The number of all measurements. */
    public int size() {
        return order.size();
    }

    @Override
    public Iterator<T> iterator() {
        return new Iterator<>() {
            private int next;

            @Override
            public boolean hasNext() {
                return next < order.size() && !Interrupt.happened();
            }

            @Override
            public T next() {
                if (next >= order.size()) {
                    throw new NoSuchElementException("after the last of " + order.size() + " measurements");
                }
                return order.get(next++);
            }
        };
    }
}
