package io.mehari.lab.camel.exchange;

import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * A map for keys of an enum: 16 bytes until a key is set. It replaces {@link EnumMap}, which allocates an array with a
 * place for each constant at once.
 */
public final class LeanEnumMap<K extends Enum<K>, V> implements Map<K, V> {
    /** The class of the keys, and an EnumMap as soon as there is a key or somebody asks for a view. */
    private Object map;

    public LeanEnumMap(Class<K> type) {
        map = Objects.requireNonNull(type, "type");
    }

    public LeanEnumMap(LeanEnumMap<K, ? extends V> other) {
        map = other.map instanceof EnumMap<?, ?> made ? made.clone() : other.map;
    }

    private boolean isMade() {
        return map instanceof EnumMap;
    }

    @SuppressWarnings("unchecked") // the field has a class or a map of these keys
    private EnumMap<K, V> made() {
        if (map instanceof Class) {
            map = new EnumMap<K, V>((Class<K>) map);
        }
        return (EnumMap<K, V>) map;
    }

    @Override
    public int size() {
        return isMade() ? made().size() : 0;
    }

    @Override
    public boolean isEmpty() {
        return size() == 0;
    }

    @Override
    public boolean containsKey(Object key) {
        return isMade() && made().containsKey(key);
    }

    @Override
    public boolean containsValue(Object value) {
        return isMade() && made().containsValue(value);
    }

    @Override
    public V get(Object key) {
        return isMade() ? made().get(key) : null;
    }

    @Override
    public V put(K key, V value) {
        return made().put(Objects.requireNonNull(key, "key"), value);
    }

    @Override
    public V remove(Object key) {
        return isMade() ? made().remove(key) : null;
    }

    @Override
    public void putAll(Map<? extends K, ? extends V> other) {
        other.forEach(this::put);
    }

    @Override
    public void clear() {
        if (isMade()) {
            made().clear();
        }
    }

    @Override
    public Set<K> keySet() {
        return made().keySet();
    }

    @Override
    public Collection<V> values() {
        return made().values();
    }

    @Override
    public Set<Entry<K, V>> entrySet() {
        return made().entrySet();
    }

    @Override
    public boolean equals(Object other) {
        return other == this || made().equals(other);
    }

    @Override
    public int hashCode() {
        return made().hashCode();
    }

    @Override
    public String toString() {
        return made().toString();
    }
}
