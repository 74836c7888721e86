package io.mehari.impl.exchange;

import io.mehari.collect.SlotMap;
import io.mehari.collect.slots.Slots;
import org.jspecify.annotations.Nullable;

/** The live map that {@code getHeaders()} returns. It has no state of its own. */
final class HeadersView extends SlotMap<String, @Nullable Object> {

    private final MessageState message;

    HeadersView(MessageState message) {
        this.message = message;
    }

    MessageState owner() {
        return message;
    }

    @Override
    protected @Nullable Object storage() {
        message.checkUsable();
        return message.headerStorage();
    }

    @Override
    protected int modifications() {
        message.checkUsable();
        return message.headerChanges();
    }

    @Override
    protected int find(Object key) {
        return key instanceof String ? Slots.find(storage(), key, true) : -1;
    }

    @Override
    protected void setAt(int position, @Nullable Object value) {
        message.setHeaderAt(position, value);
    }

    @Override
    protected void append(String key, @Nullable Object value) {
        message.appendHeader(key, value);
    }

    @Override
    protected int removeAt(int position) {
        return message.removeHeaderAt(position);
    }

    @Override
    public void clear() {
        message.clearHeaders();
    }
}
