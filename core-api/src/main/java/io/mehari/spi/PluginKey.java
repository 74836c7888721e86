package io.mehari.spi;

/**
 * The typed key of a user's own service: {@code static final PluginKey<Rates> RATES = new PluginKey<>("rates")}. Keys
 * are compared by identity, not by name.
 *
 * @param <T> the type of the service
 */
@SuppressWarnings("UnusedTypeParameter") // T is what setPlugin and getPlugin agree on
public final class PluginKey<T> {
    private final String name;

    public PluginKey(String name) {
        this.name = name;
    }

    @Override
    public String toString() {
        return name;
    }
}
