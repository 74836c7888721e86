package step09;

/** What the steps before have made of a map: any spelling finds a name, the first one is kept, and so is the order. */
final class Names {
    private static final class Node {
        final String name;
        final int hash;
        Object value;
        Node nextInBucket;
        Node nextInOrder;

        Node(String name, int hash, Object value) {
            this.name = name;
            this.hash = hash;
            this.value = value;
        }
    }

    private Node[] buckets;
    private Node first;
    private Node last;
    private int size;

    Names() {
        this(8);
    }

    private Names(int room) {
        buckets = new Node[room];
    }

    Object get(String name) {
        Node node = find(name, hash(name));
        return node == null ? null : node.value;
    }

    void put(String name, Object value) {
        int hash = hash(name);
        Node node = find(name, hash);
        if (node != null) {
            node.value = value;
        } else {
            append(new Node(name, hash, value));
        }
    }

    Names copy() {
        Names copy = new Names(buckets.length);
        for (Node node = first; node != null; node = node.nextInOrder) {
            copy.append(new Node(node.name, node.hash, node.value));
        }
        return copy;
    }

    private void append(Node node) {
        if (++size > buckets.length) {
            buckets = new Node[buckets.length * 2];
            for (Node each = first; each != null; each = each.nextInOrder) {
                enter(each);
            }
        }
        enter(node);
        if (last == null) {
            first = node;
        } else {
            last.nextInOrder = node;
        }
        last = node;
    }

    private void enter(Node node) {
        int bucket = node.hash & (buckets.length - 1);
        node.nextInBucket = buckets[bucket];
        buckets[bucket] = node;
    }

    private Node find(String name, int hash) {
        Node node = buckets[hash & (buckets.length - 1)];
        while (node != null && !(node.hash == hash && same(node.name, name))) {
            node = node.nextInBucket;
        }
        return node;
    }

    private static boolean same(String one, String other) {
        if (one.length() != other.length()) {
            return false;
        }
        for (int i = 0; i < one.length(); i++) {
            if (folded(one.charAt(i)) != folded(other.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private static int hash(String name) {
        int hash = 0;
        for (int i = 0; i < name.length(); i++) {
            hash = 31 * hash + folded(name.charAt(i));
        }
        return hash ^ hash >>> 16;
    }

    private static int folded(char c) {
        return c >= 'A' && c <= 'Z' ? c | 0x20 : c;
    }
}
