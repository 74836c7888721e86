package io.mehari.spi;

import io.mehari.Service;

/**
 * Stores the keys of messages, to detect duplicates. Must be thread-safe. It starts before the route that uses it, and
 * stops after it.
 */
public interface IdempotentRepository extends Service {
    /**
     * Adds a key; false if it was there already. If several threads add the same key at once, exactly one gets true.
     */
    boolean add(String key);

    boolean contains(String key);

    /** Removes a key; false if it was not there. */
    boolean remove(String key);

    /**
     * Confirms that the message of this key, which was added before, has been processed without a failure. For a
     * repository that needs to know; most do not.
     */
    default boolean confirm(String key) {
        return true;
    }

    /**
     * Removes all keys. The engine does not call this.
     *
     * @throws UnsupportedOperationException if this repository cannot be cleared
     */
    default void clear() {
        throw new UnsupportedOperationException(getClass().getName() + " cannot be cleared: implement clear()");
    }
}
