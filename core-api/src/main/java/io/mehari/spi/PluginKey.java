package io.mehari.spi;

/**
 * Names a service of the user's own, of a type that the compiler knows: {@code static final PluginKey<Rates> RATES = new
 * PluginKey<>("rates")}. Two keys are never the same, whatever their names.
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
