package step13;

import java.util.concurrent.locks.ReentrantLock;

/** A linked queue with a lock, similar to {@code LinkedBlockingQueue}. */
final class Before implements Handoff {
    private static final class Node {
        final Object message;
        Node next;

        Node(Object message) {
            this.message = message;
        }
    }

    private final ReentrantLock lock = new ReentrantLock();
    private final int capacity;
    private int size;
    private Node first;
    private Node last;

    Before(int capacity) {
        this.capacity = capacity;
    }

    // region queue
    @Override
    public boolean offer(Object message) {
        lock.lock();
        try {
            if (size == capacity) {
                return false;
            }
            Node node = new Node(message);
            if (last == null) {
                first = node;
            } else {
                last.next = node;
            }
            last = node;
            size++;
            return true;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Object poll() {
        lock.lock();
        try {
            Node node = first;
            if (node == null) {
                return null;
            }
            first = node.next;
            if (first == null) {
                last = null;
            }
            size--;
            return node.message;
        } finally {
            lock.unlock();
        }
    }
    // endregion
}
