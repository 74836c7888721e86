package io.mehari.impl.engine;

import io.mehari.impl.exchange.AbstractExchange;

/** The child exchanges that are still to be run for one exchange. Used by one thread at a time. */
public abstract class Children {
    public abstract boolean hasNext();

    /** Makes a new copy of the parent the next child, and returns the block that it runs. */
    public abstract RouteCode prepare(AbstractExchange child);

    /** The total number of children; -1 if it is not known. */
    public abstract int size();

    /** Called once, when no further child will be requested. */
    public void close() {}

    /** The source of children: a split, a multicast or a recipient list. */
    public abstract static class Source {
        public abstract Children of(AbstractExchange parent) throws Exception;
    }
}
