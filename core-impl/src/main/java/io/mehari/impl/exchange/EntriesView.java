package io.mehari.impl.exchange;

import io.mehari.collect.slots.SlotMap;
import io.mehari.collect.slots.Slots;
import org.jspecify.annotations.Nullable;

/** A live map of the headers or the properties of an exchange. It has no state of its own. */
abstract class EntriesView extends SlotMap<String, @Nullable Object> {

    final AbstractExchange owner;

    EntriesView(AbstractExchange owner) {
        this.owner = owner;
    }

    /** What {@code getHeaders()} returns. */
    static final class Headers extends EntriesView {
        Headers(AbstractExchange owner) {
            super(owner);
        }

        @Override
        boolean folded() {
            return true;
        }
    }

    /** What {@code getProperties()} returns: without the properties that are fields. */
    static final class Properties extends EntriesView {
        Properties(AbstractExchange owner) {
            super(owner);
        }

        @Override
        boolean folded() {
            return false;
        }

        @Override
        protected void append(String key, @Nullable Object value) {
            if (DefaultExchange.isFact(key)) {
                throw new IllegalArgumentException(
                        "Property " + key + " is kept as a field, not as an entry: use exchange.setProperty");
            }
            super.append(key, value);
        }
    }

    /** Whether names ignore case. A method, because a field would make the view larger. */
    abstract boolean folded();

    @Override
    protected @Nullable Object storage() {
        return owner.usable().storage(folded());
    }

    @Override
    protected int modifications() {
        return owner.usable().changes(folded());
    }

    @Override
    protected int find(Object key) {
        boolean folded = folded();
        return folded && !(key instanceof String) ? -1 : Slots.find(storage(), key, folded);
    }

    @Override
    protected void setAt(int position, @Nullable Object value) {
        owner.setAt(folded(), position, value);
    }

    @Override
    protected void append(String key, @Nullable Object value) {
        owner.append(folded(), key, value);
    }

    @Override
    protected int removeAt(int position) {
        return owner.removeAt(folded(), position);
    }

    @Override
    public void clear() {
        owner.clear(folded());
    }
}
