package io.mehari.impl.exchange;

import io.mehari.collect.SlotMap;
import io.mehari.collect.slots.Slots;
import org.jspecify.annotations.Nullable;

/** The live map that {@code getProperties()} returns, without the properties that are fields. */
final class PropertiesView extends SlotMap<String, @Nullable Object> {

    private final PropertyState owner;

    PropertiesView(PropertyState owner) {
        this.owner = owner;
    }

    @Override
    protected @Nullable Object storage() {
        owner.checkUsable();
        return owner.propertyStorage();
    }

    @Override
    protected int modifications() {
        owner.checkUsable();
        return owner.propertyChanges();
    }

    @Override
    protected int find(Object key) {
        return Slots.find(storage(), key, false);
    }

    @Override
    protected void setAt(int position, @Nullable Object value) {
        owner.setPropertyAt(position, value);
    }

    @Override
    protected void append(String key, @Nullable Object value) {
        if (Facts.of(key) != Facts.NONE) {
            throw new IllegalArgumentException(
                    "Property " + key + " is kept as a field, not as an entry: use exchange.setProperty");
        }
        owner.appendProperty(key, value);
    }

    @Override
    protected int removeAt(int position) {
        return owner.removePropertyAt(position);
    }

    @Override
    public void clear() {
        owner.clearProperties();
    }
}
