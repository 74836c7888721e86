package io.mehari.spi;

/** Remembers keys of messages, to tell those that come a second time. Safe to be used by several threads. */
public interface IdempotentRepository {
    /** Adds a key; false when it is there already. Of several who add one key at once, one is told true. */
    boolean add(String key);

    boolean contains(String key);

    /** Forgets a key; false when it was not there. */
    boolean remove(String key);

    /** Says that the message of that key, which was added before, is done and was processed well. */
    boolean confirm(String key);
}
