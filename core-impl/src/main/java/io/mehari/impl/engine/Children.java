package io.mehari.impl.engine;

import io.mehari.impl.exchange.AbstractExchange;

/** The child exchanges that are to be run for one exchange. Used by one thread at a time, unless it has no state. */
public abstract class Children {
    /**
     * Whether there is another child.
     *
     * @param made the number of children made so far
     */
    public abstract boolean hasNext(int made);

    /** Prepares a new copy of the parent as the child with this index, and returns the block that the child runs. */
    public abstract RouteCode prepare(AbstractExchange child, int index);

    /** The total number of children; -1 if it is not known. */
    public abstract int size();

    /** Called once, when no further child will be requested. */
    public void close() {}

    /** The source of children: a split, a multicast or a recipient list. */
    public abstract static class Source {
        public abstract Children of(AbstractExchange parent) throws Exception;
    }
}
