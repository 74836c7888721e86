package io.mehari.spi;

import org.jspecify.annotations.Nullable;

/** Named objects, for URIs ({@code #name}) and for routes. Thread-safe. */
public interface Registry {
    /** Binds an object to a name; replaces an earlier one. */
    void bind(String name, Object value);

    @Nullable
    Object lookupByName(String name);

    /**
     * The object with that name; null if there is none.
     *
     * @throws IllegalArgumentException if the object is of another type
     */
    <T> @Nullable T lookupByNameAndType(String name, Class<T> type);

    @Nullable
    Object unbind(String name);
}
