package io.mehari.impl;

import io.mehari.spi.IdempotentRepository;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;

/** Keeps a limited number of keys in memory; the oldest key is removed first. Thread-safe. */
public class MemoryIdempotentRepository implements IdempotentRepository {

    private static final int USUAL_SIZE = 1000;

    private final int size;
    private final Set<String> keys = new LinkedHashSet<>();

    /** Creates a repository for 1000 keys. */
    public MemoryIdempotentRepository() {
        this(USUAL_SIZE);
    }

    private MemoryIdempotentRepository(int size) {
        if (size < 1) {
            throw new IllegalArgumentException("The size of an idempotent repository must be at least 1, not " + size);
        }
        this.size = size;
    }

    /** Creates a repository for 1000 keys. */
    public static MemoryIdempotentRepository memoryIdempotentRepository() {
        return new MemoryIdempotentRepository();
    }

    /** Creates a repository for this many keys. */
    public static MemoryIdempotentRepository memoryIdempotentRepository(int size) {
        return new MemoryIdempotentRepository(size);
    }

    @Override
    public synchronized boolean add(String key) {
        Objects.requireNonNull(key, "add(key): key is null; give a text");
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
        Objects.requireNonNull(key, "contains(key): key is null; give a text");
        return keys.contains(key);
    }

    @Override
    public synchronized boolean remove(String key) {
        Objects.requireNonNull(key, "remove(key): key is null; give a text");
        return keys.remove(key);
    }

    @Override
    public boolean confirm(String key) {
        Objects.requireNonNull(key, "confirm(key): key is null; give a text");
        return contains(key);
    }

    @Override
    public synchronized void clear() {
        keys.clear();
    }

    /** The number of keys. */
    public synchronized int getCacheSize() {
        return keys.size();
    }
}
