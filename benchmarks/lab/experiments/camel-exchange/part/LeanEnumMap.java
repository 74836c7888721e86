package io.mehari.lab.camel.exchange;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;

/**
 * A map for a few keys of an enum: 16 bytes while it is empty. It replaces {@link java.util.EnumMap}, which allocates
 * an array with a place for each constant at once. Iteration has the order in which keys were put.
 */
public final class LeanEnumMap<K extends Enum<K>, V> implements Map<K, V> {
    /*
     * The array has a key, its value, the next key, and so on. There may be free places at its end. Keys are compared
     * by identity. As in EnumMap, a key never moves inside an array: if a key before others is removed, the others get
     * a new array. So a thread that reads while another one writes still finds the keys that stay, although neither map
     * allows this.
     */
    private static final int ROOM = 8;

    private Object[] pairs;

    /** An empty map. The type of the keys is unused; EnumMap has this parameter. */
    public LeanEnumMap(Class<K> type) {
        Objects.requireNonNull(type, "type");
    }

    /** A copy. */
    public LeanEnumMap(LeanEnumMap<K, ? extends V> other) {
        pairs = other.isEmpty() ? null : other.pairs.clone();
    }

    private static int find(Object[] pairs, Object key) {
        if (pairs != null && key != null) {
            for (int i = 0; i < pairs.length && pairs[i] != null; i += 2) {
                if (pairs[i] == key) {
                    return i;
                }
            }
        }
        return -1;
    }

    private static int end(Object[] pairs) {
        int end = 0;
        while (pairs != null && end < pairs.length && pairs[end] != null) {
            end += 2;
        }
        return end;
    }

    @Override
    public int size() {
        return end(pairs) / 2;
    }

    @Override
    public boolean isEmpty() {
        return pairs == null || pairs[0] == null;
    }

    @Override
    public boolean containsKey(Object key) {
        return find(pairs, key) >= 0;
    }

    @Override
    public boolean containsValue(Object value) {
        return values().contains(value);
    }

    @Override
    @SuppressWarnings("unchecked") // only put writes, and it has a V
    public V get(Object key) {
        Object[] seen = pairs;
        int at = find(seen, key);
        return at < 0 ? null : (V) seen[at + 1];
    }

    @Override
    @SuppressWarnings("unchecked") // as above
    public V put(K key, V value) {
        Objects.requireNonNull(key, "key");
        Object[] seen = pairs;
        int at = find(seen, key);
        if (at >= 0) {
            V before = (V) seen[at + 1];
            seen[at + 1] = value;
            return before;
        }
        int end = end(seen);
        if (seen == null) {
            seen = new Object[ROOM];
        } else if (end == seen.length) {
            seen = Arrays.copyOf(seen, end + ROOM);
        }
        seen[end + 1] = value;
        seen[end] = key;
        pairs = seen;
        return null;
    }

    @Override
    public V remove(Object key) {
        V before = get(key);
        Object[] seen = pairs;
        int at = find(seen, key);
        if (at >= 0) {
            int last = end(seen) - 2;
            Object[] left = at == last ? seen : seen.clone();
            System.arraycopy(seen, at + 2, left, at, last - at);
            Arrays.fill(left, last, last + 2, null);
            pairs = left;
        }
        return before;
    }

    @Override
    public void putAll(Map<? extends K, ? extends V> other) {
        other.forEach(this::put);
    }

    @Override
    public void clear() {
        if (pairs != null) {
            Arrays.fill(pairs, null); // and keeps the array, for exchanges that are used again
        }
    }

    @Override
    public Set<K> keySet() {
        return view().keySet();
    }

    @Override
    public Collection<V> values() {
        return view().values();
    }

    @Override
    public boolean equals(Object other) {
        return other == this || view().equals(other);
    }

    @Override
    public int hashCode() {
        return view().hashCode();
    }

    @Override
    public String toString() {
        return view().toString();
    }

    @Override
    public Set<Entry<K, V>> entrySet() {
        return view().entrySet();
    }

    /** AbstractMap would add two fields to each map, so this map has its own views. */
    private Map<K, V> view() {
        return new AbstractMap<>() {
            @Override
            public Set<Entry<K, V>> entrySet() {
                return new Entries();
            }

            @Override
            public boolean containsKey(Object key) {
                return LeanEnumMap.this.containsKey(key);
            }
        };
    }

    private final class Entries extends AbstractSet<Entry<K, V>> {
        @Override
        public Iterator<Entry<K, V>> iterator() {
            return new Walk();
        }

        @Override
        public int size() {
            return LeanEnumMap.this.size();
        }

        @Override
        public void clear() {
            LeanEnumMap.this.clear();
        }
    }

    /** Iterates over the array that existed when the iteration began. */
    private final class Walk implements Iterator<Entry<K, V>> {
        private final Object[] seen = pairs;
        private int next;
        private Object last;

        @Override
        public boolean hasNext() {
            return seen != null && next < seen.length && seen[next] != null;
        }

        @Override
        @SuppressWarnings("unchecked") // only put writes
        public Entry<K, V> next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            last = seen[next];
            next += 2;
            return new Place((K) last, (V) seen[next - 1]);
        }

        @Override
        public void remove() {
            if (last == null) {
                throw new IllegalStateException("next first");
            }
            LeanEnumMap.this.remove(last);
            last = null;
        }
    }

    private final class Place extends AbstractMap.SimpleEntry<K, V> {
        private static final long serialVersionUID = 1;

        Place(K key, V value) {
            super(key, value);
        }

        @Override
        public V setValue(V value) {
            put(getKey(), value);
            return super.setValue(value);
        }
    }
}
