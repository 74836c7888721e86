package io.mehari.impl;

/** The children of one exchange, in turn: what there is still to run. Used by one thread at a time. */
abstract class Children {
    abstract boolean hasNext();

    /** Gives a fresh copy of the parent what makes it this child, and returns the block it runs. */
    abstract RouteCode prepare(DefaultExchange child);

    /** How many there are in all, -1 when that is not known. */
    abstract int size();

    /** Called once, when no more will be asked for. */
    void close() {}

    /** Where children come from: a split, a multicast, a list of recipients. */
    abstract static class Source {
        abstract Children of(DefaultExchange parent) throws Exception;
    }
}
