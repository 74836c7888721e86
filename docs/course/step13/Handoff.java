package step13;

/** A bounded FIFO queue of messages from one thread to another. No operation blocks. */
interface Handoff {

    /** Adds a message at the end; false if the queue is full. */
    boolean offer(Object message);

    /** Removes the first message; null if the queue is empty. */
    Object poll();
}
