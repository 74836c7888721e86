package step18;

/** A queue of nodes that ends nowhere: each message is a new object that an old one refers to. */
final class Before {
    private static final class Node {
        private Object message;
        private Node next;
    }

    // region nodes
    private Node first = new Node();
    private Node last = first;

    void offer(Object message) {
        Node node = new Node();
        node.message = message;
        last.next = node;
        last = node;
    }

    Object poll() {
        Node node = first.next;
        if (node == null) {
            return null;
        }
        first = node;
        return node.message; // the node stays, as the first one, and so does its message
    }
    // endregion
}
