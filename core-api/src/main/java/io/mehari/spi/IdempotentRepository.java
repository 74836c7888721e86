package io.mehari.spi;

/** Stores the keys of messages, to detect duplicates. Must be thread-safe. */
public interface IdempotentRepository {
    /**
     * Adds a key; false if it was there already. If several threads add the same key at once, exactly one gets true.
     */
    boolean add(String key);

    boolean contains(String key);

    /** Removes a key; false if it was not there. */
    boolean remove(String key);

    /** Confirms that the message of this key, which was added before, has been processed without a failure. */
    boolean confirm(String key);
}
