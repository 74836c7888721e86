package io.mehari.spi;

import org.jspecify.annotations.Nullable;

/** Objects by name, for URIs ({@code #name}) and for routes. */
public interface Registry {
    /** Binds an object to a name; a later one replaces it. */
    void bind(String name, Object value);

    @Nullable
    Object lookupByName(String name);

    /**
     * The object of that name; null when there is none.
     *
     * @throws IllegalArgumentException when the object under that name is of another type
     */
    <T> @Nullable T lookupByNameAndType(String name, Class<T> type);

    @Nullable
    Object unbind(String name);
}
