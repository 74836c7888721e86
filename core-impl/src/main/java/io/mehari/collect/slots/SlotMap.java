package io.mehari.collect.slots;

import java.util.AbstractCollection;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Collection;
import java.util.ConcurrentModificationException;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * All methods of {@link Map} over pairs in insertion order. Look-ups use the map's own equality of keys, which may
 * ignore case; {@code equals}, {@code hashCode} and the entry set use {@code Object.equals}, as {@code Map} requires.
 * Iterators fail fast on a best-effort basis: the change counter of an exchange's headers and properties has 16 bits,
 * so exactly 65,536 changes between two steps of an iteration, or a multiple, are not noticed. An entry that was
 * returned stays readable. Not thread-safe.
 *
 * @param <K> never null
 * @param <V> may be nullable
 */
public abstract class SlotMap<K, V extends @Nullable Object> extends AbstractMap<K, V> {
    /*
     * A subclass stores the pairs, and finds, sets, adds and removes them. A position (see Slots) is valid until the
     * next structural change, which changes modifications().
     */

    protected SlotMap() {}

    // ---- for subclasses

    /** The current pairs, in the form that {@code Slots} defines. Read-only. */
    protected abstract @Nullable Object storage();

    /** Changes whenever a pair is added or removed. */
    protected abstract int modifications();

    /** The position of the key; -1 if it is absent. A key of a wrong type is absent. */
    protected abstract int find(Object key);

    protected abstract void setAt(int position, V value);

    protected abstract void append(K key, V value);

    /** Removes a pair and returns the position where an iteration continues. */
    protected abstract int removeAt(int position);

    @Override
    public abstract void clear();

    // ---- queries

    @SuppressWarnings({"unchecked", "NullAway"}) // only V is stored, including null if V allows it
    private V valueAt(int position) {
        return (V) Slots.valueAt(storage(), position);
    }

    @SuppressWarnings("unchecked") // only K is stored
    private K keyAt(int position) {
        return (K) Slots.keyAt(present(), position);
    }

    private Object present() {
        return Objects.requireNonNull(storage());
    }

    private int findKey(@Nullable Object key) {
        return find(Objects.requireNonNull(key, "a key must not be null"));
    }

    @Override
    public int size() {
        return Slots.size(storage());
    }

    @Override
    public boolean isEmpty() {
        return Slots.isEmpty(storage());
    }

    @Override
    public boolean containsKey(@Nullable Object key) {
        return findKey(key) >= 0;
    }

    @Override
    public @Nullable V get(@Nullable Object key) {
        int position = findKey(key);
        return position < 0 ? null : valueAt(position);
    }

    @Override
    public @Nullable V getOrDefault(@Nullable Object key, @Nullable V defaultValue) {
        int position = findKey(key);
        return position < 0 ? defaultValue : valueAt(position);
    }

    @Override
    public void forEach(BiConsumer<? super K, ? super V> action) {
        Objects.requireNonNull(action);
        int expected = modifications();
        for (int p = Slots.next(storage(), 0); p >= 0; p = Slots.next(storage(), p + 2)) {
            action.accept(keyAt(p), valueAt(p));
            if (modifications() != expected) {
                throw new ConcurrentModificationException();
            }
        }
    }

    // ---- changes

    @Override
    public @Nullable V put(K key, V value) {
        int position = findKey(key);
        if (position < 0) {
            append(key, value);
            return null;
        }
        V old = valueAt(position);
        setAt(position, value);
        return old;
    }

    @Override
    public @Nullable V remove(@Nullable Object key) {
        int position = findKey(key);
        V old = position < 0 ? null : valueAt(position);
        removePresent(position);
        return old;
    }

    // ---- equality: case-sensitive, even if look-ups are not

    @Override
    public boolean equals(@Nullable Object other) {
        return other == this
                || (other instanceof Map<?, ?> map
                        && map.size() == size()
                        && entrySet().containsAll(map.entrySet()));
    }

    @Override
    public int hashCode() {
        return super.hashCode();
    }

    private boolean hasExactKey(@Nullable Object key) {
        int position = key == null ? -1 : find(key);
        return position >= 0 && keyAt(position).equals(key);
    }

    private int findEntry(@Nullable Object candidate) {
        if (!(candidate instanceof Map.Entry)) {
            return -1;
        }
        Map.Entry<?, ?> entry = (Map.Entry<?, ?>) candidate;
        Object key = entry.getKey();
        if (key == null || !hasExactKey(key)) {
            return -1;
        }
        int position = find(key);
        return Objects.equals(valueAt(position), entry.getValue()) ? position : -1;
    }

    // ---- views

    /** Reports ORDERED; without it, a stream could take the elements of a view in any order. */
    private static final int ORDERED_SET = Spliterator.ORDERED | Spliterator.DISTINCT | Spliterator.NONNULL;

    @Override
    public Set<K> keySet() {
        return new KeySet();
    }

    @Override
    public Collection<V> values() {
        return new Values();
    }

    @Override
    public Set<Map.Entry<K, V>> entrySet() {
        return new EntrySet();
    }

    /** Removes the pair at this position, if there is one. */
    private boolean removePresent(int position) {
        if (position >= 0) {
            removeAt(position);
        }
        return position >= 0;
    }

    private abstract class View<T> extends AbstractSet<T> {
        @Override
        public int size() {
            return SlotMap.this.size();
        }

        @Override
        public void clear() {
            SlotMap.this.clear();
        }

        @Override
        public Spliterator<T> spliterator() {
            return Spliterators.spliterator(this, ORDERED_SET);
        }
    }

    private final class KeySet extends View<K> {
        @Override
        public boolean contains(@Nullable Object key) {
            return containsKey(key);
        }

        @Override
        public boolean remove(@Nullable Object key) {
            return removePresent(findKey(key));
        }

        @Override
        public boolean removeAll(Collection<?> keys) {
            boolean changed = false;
            for (Object key : keys.toArray()) { // a snapshot, because it may be a view of this map
                changed |= key != null && remove(key);
            }
            return changed;
        }

        @Override
        public boolean retainAll(Collection<?> keys) {
            Set<K> kept = new HashSet<>(); // in the spelling of this map
            for (Object key : keys) {
                int position = key == null ? -1 : find(key);
                if (position >= 0) {
                    kept.add(keyAt(position));
                }
            }
            return removeIf(key -> !kept.contains(key));
        }

        @Override
        public boolean equals(@Nullable Object other) {
            if (!(other instanceof Set) || ((Set<?>) other).size() != size()) {
                return false;
            }
            for (Object key : (Set<?>) other) {
                if (!hasExactKey(key)) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public int hashCode() {
            return super.hashCode();
        }

        @Override
        public Iterator<K> iterator() {
            return new SlotIterator<K>() {
                @Override
                K at(int position) {
                    return keyAt(position);
                }
            };
        }
    }

    private final class Values extends AbstractCollection<V> {
        @Override
        public int size() {
            return SlotMap.this.size();
        }

        @Override
        public void clear() {
            SlotMap.this.clear();
        }

        @Override
        public Iterator<V> iterator() {
            return new SlotIterator<V>() {
                @Override
                V at(int position) {
                    return valueAt(position);
                }
            };
        }

        @Override
        public Spliterator<V> spliterator() {
            return Spliterators.spliterator(this, Spliterator.ORDERED);
        }
    }

    private final class EntrySet extends View<Map.Entry<K, V>> {
        @Override
        public boolean contains(@Nullable Object entry) {
            return findEntry(entry) >= 0;
        }

        @Override
        public boolean remove(@Nullable Object entry) {
            return removePresent(findEntry(entry));
        }

        @Override
        public Iterator<Map.Entry<K, V>> iterator() {
            return new SlotIterator<Map.Entry<K, V>>() {
                @Override
                Map.Entry<K, V> at(int position) {
                    return new SlotEntry(position);
                }
            };
        }
    }

    private abstract class SlotIterator<T extends @Nullable Object> implements Iterator<T> {
        private int next = Slots.next(storage(), 0);
        private int last = -1;
        private int expected = modifications();

        abstract T at(int position);

        @Override
        public boolean hasNext() {
            return next >= 0;
        }

        @Override
        public T next() {
            checkUnchanged();
            if (next < 0) {
                throw new NoSuchElementException();
            }
            last = next;
            next = Slots.next(storage(), last + 2);
            return at(last);
        }

        @Override
        public void remove() {
            if (last < 0) {
                throw new IllegalStateException("next() was not called, or its element was removed already");
            }
            checkUnchanged();
            int from = removeAt(last);
            next = Slots.next(storage(), from);
            last = -1;
            expected = modifications();
        }

        private void checkUnchanged() {
            if (modifications() != expected) {
                throw new ConcurrentModificationException();
            }
        }
    }

    /** Reads and writes through to the map while its key is there, and keeps its last value when it is gone. */
    private final class SlotEntry implements Map.Entry<K, V> {
        private final K key;
        private final int position;
        private V value;

        SlotEntry(int position) {
            this.key = keyAt(position);
            this.position = position;
            this.value = valueAt(position);
        }

        private int current() {
            return Slots.isAt(storage(), position, key) ? position : find(key);
        }

        @Override
        public K getKey() {
            return key;
        }

        @Override
        public V getValue() {
            int current = current();
            if (current >= 0) {
                value = valueAt(current);
            }
            return value;
        }

        @Override
        public V setValue(V newValue) {
            V old = getValue();
            int current = current();
            if (current >= 0) {
                SlotMap.this.setAt(current, newValue);
            }
            value = newValue;
            return old;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Map.Entry
                    && key.equals(((Map.Entry<?, ?>) other).getKey())
                    && Objects.equals(getValue(), ((Map.Entry<?, ?>) other).getValue());
        }

        @Override
        public int hashCode() {
            return key.hashCode() ^ Objects.hashCode(getValue());
        }

        @Override
        public String toString() {
            return key + "=" + getValue();
        }
    }
}
