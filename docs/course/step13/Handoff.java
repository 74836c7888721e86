package step13;

/** Where one thread leaves messages and another takes them. Bounded, first in first out; neither side ever waits. */
interface Handoff {

    /** Adds at the end; false when it is full. */
    boolean offer(Object message);

    /** Takes the first; null when there is none. */
    Object poll();
}
