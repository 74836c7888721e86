package io.mehari.impl;

import io.mehari.spi.IdempotentRepository;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;

/** Remembers a bounded number of keys in memory; the oldest is forgotten first. */
public final class MemoryIdempotentRepository implements IdempotentRepository {

    private static final int USUAL_SIZE = 1000;

    private final int size;
    private final Set<String> keys = new LinkedHashSet<>();

    private MemoryIdempotentRepository(int size) {
        if (size < 1) {
            throw new IllegalArgumentException("A repository of keys must have room for at least 1, not " + size);
        }
        this.size = size;
    }

    /** One with room for 1000 keys. */
    public static MemoryIdempotentRepository memoryIdempotentRepository() {
        return memoryIdempotentRepository(USUAL_SIZE);
    }

    /** One with room for so many keys. */
    public static MemoryIdempotentRepository memoryIdempotentRepository(int size) {
        return new MemoryIdempotentRepository(size);
    }

    @Override
    public synchronized boolean add(String key) {
        boolean added = keys.add(key);
        if (keys.size() > size) {
            Iterator<String> oldest = keys.iterator();
            oldest.next();
            oldest.remove();
        }
        return added;
    }

    @Override
    public synchronized boolean contains(String key) {
        return keys.contains(key);
    }

    @Override
    public synchronized boolean remove(String key) {
        return keys.remove(key);
    }

    @Override
    public boolean confirm(String key) {
        return contains(key);
    }

    /** Forgets all keys. */
    public synchronized void clear() {
        keys.clear();
    }

    /** How many keys there are. */
    public synchronized int getCacheSize() {
        return keys.size();
    }
}
