package io.mehari.lab.camel.unitofwork;

import java.util.ArrayDeque;

/** A deque with initial room for one element instead of sixteen, because most messages are in few routes at a time. */
public final class SmallDeque<E> extends ArrayDeque<E> {
    private static final long serialVersionUID = 1;

    /** An empty deque. */
    public SmallDeque() {
        super(1);
    }
}
