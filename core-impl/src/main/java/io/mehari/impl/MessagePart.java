package io.mehari.impl;

import io.mehari.ExchangeReleasedException;
import io.mehari.Message;
import io.mehari.collect.slots.Slots;
import io.mehari.spi.AsciiCase;
import io.mehari.spi.ExchangeExtension;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The exchange's body and headers: the part that {@link Message} names. */
abstract class MessagePart extends ExchangeExtension {
    /*
     * Headers are a storage of Slots: null, a flat array, or an index. HEADERS_SHARED says that a copy may refer to the
     * same storage; every write goes through ownHeaders(). headerChanges makes iterators fail fast; it may wrap.
     */
    private @Nullable Object body;
    private @Nullable Object headers;
    private short headerChanges;
    int flags;

    // ---- flags

    final boolean is(int flag) {
        checkUsable();
        return (flags & flag) != 0;
    }

    final void set(int flag, boolean on) {
        checkUsable();
        flags = on ? flags | flag : flags & ~flag;
    }

    /** One compare with a field that is read anyway; true only in the pool's checked mode. */
    final void checkUsable() {
        if (flags < 0) {
            throw released();
        }
    }

    abstract ExchangeReleasedException released();

    // ---- body

    @Override
    public final @Nullable Object getBody() {
        checkUsable();
        return body;
    }

    @Override
    public final void setBody(@Nullable Object body) {
        checkUsable();
        this.body = body;
    }

    // ---- headers: reading

    final @Nullable Object headerStorage() {
        return headers;
    }

    final int headerChanges() {
        return headerChanges;
    }

    @Override
    public final @Nullable Object getHeader(String name) {
        int position = findHeader(name);
        return position < 0 ? null : Slots.pairs(headers)[position + 1];
    }

    /** Does what {@code getHeaders().containsKey} would, without a view. */
    final int findHeader(String name) {
        checkUsable();
        return Slots.find(headers, checkName(name), true);
    }

    private static Object checkName(@Nullable Object name) {
        return Objects.requireNonNull(name, "A header's name must not be null");
    }

    @Override
    public final boolean hasHeaders() {
        checkUsable();
        return !Slots.isEmpty(headers);
    }

    @Override
    public final Map<String, @Nullable Object> getHeaders() {
        checkUsable();
        return new HeadersView(this);
    }

    // ---- headers: writing

    @Override
    public final void setHeader(String name, @Nullable Object value) {
        int position = findHeader(name);
        if (position >= 0) {
            setHeaderAt(position, value);
        } else {
            appendHeader(name, value);
        }
    }

    final void setHeaderAt(int position, @Nullable Object value) {
        if (Slots.pairs(headers)[position + 1] != value) { // else nothing changes, and what is shared stays so
            Slots.setAt(ownHeaders(), position, value);
        }
    }

    final void appendHeader(String name, @Nullable Object value) {
        checkUsable();
        headers = Slots.append(headers, is(Flags.HEADERS_SHARED), name, value, true);
        flags &= ~Flags.HEADERS_SHARED;
        headerChanges++;
    }

    @Override
    public final @Nullable Object removeHeader(String name) {
        int position = findHeader(name);
        if (position < 0) {
            return null;
        }
        Object value = Slots.pairs(headers)[position + 1];
        removeHeaderAt(position);
        return value;
    }

    final int removeHeaderAt(int position) {
        headerChanges++;
        return Slots.removeAt(ownHeaders(), position);
    }

    @Override
    public final boolean removeHeaders(String pattern, String... excludePatterns) {
        return removeMatching(getHeaders(), pattern, excludePatterns);
    }

    /** Removes the entries whose names match the pattern and none of the exclusions; un-shares only if there are any. */
    static boolean removeMatching(Map<String, ?> map, String pattern, String... excludePatterns) {
        Predicate<String> matching = AsciiCase.matcher(pattern);
        for (String exclude : excludePatterns) {
            matching = matching.and(AsciiCase.matcher(exclude).negate());
        }
        return map.keySet().removeIf(matching);
    }

    @Override
    public final void setHeaders(Map<String, ? extends @Nullable Object> replacement) {
        if (replacement instanceof HeadersView view) {
            shareHeadersOf(view.owner());
            return;
        }
        Object[] entries = replacement.entrySet().toArray(); // it may be a view of these very headers
        for (Object entry : entries) {
            checkName((String) ((Map.Entry<?, ?>) entry).getKey()); // all of them, before the old headers go
        }
        clearHeaders();
        for (Object entry : entries) {
            Map.Entry<?, ?> header = (Map.Entry<?, ?>) entry;
            setHeader((String) header.getKey(), header.getValue());
        }
    }

    final void clearHeaders() {
        checkUsable();
        headerChanges++;
        dropHeaders();
    }

    /** The header storage, which nobody else refers to. To be called when there is one. */
    private Object ownHeaders() {
        checkUsable();
        if (is(Flags.HEADERS_SHARED)) {
            headers = Slots.own(headers);
            flags &= ~Flags.HEADERS_SHARED;
        }
        return Objects.requireNonNull(headers);
    }

    private void dropHeaders() {
        if (is(Flags.HEADERS_SHARED)) {
            Slots.disown(headers);
            flags &= ~Flags.HEADERS_SHARED;
        }
        headers = null;
    }

    // ---- a snapshot, for redelivery

    /** The header storage as it is now, which nobody changes any more: both who keeps it and this exchange refer to it. */
    final @Nullable Object keepHeaders() {
        checkUsable();
        if (headers != null) {
            flags |= Flags.HEADERS_SHARED;
            Slots.share(headers);
        }
        return headers;
    }

    /** Says that what was kept is not needed any more. */
    static void forgetHeaders(@Nullable Object kept) {
        Slots.disown(kept);
    }

    /** Makes body and headers what they were when the headers were kept. */
    final void restoreMessage(@Nullable Object formerBody, @Nullable Object kept) {
        setBody(formerBody);
        if (headers != kept) {
            clearHeaders();
            headers = kept;
            keepHeaders();
        }
    }

    // ---- copy and release

    @Override
    public final void copyFrom(Message message) {
        DefaultExchange that = (DefaultExchange) message;
        checkUsable();
        if (that == this) {
            return;
        }
        setBody(that.getBody());
        shareHeadersOf(that);
        setMessageId(that.ownMessageId());
    }

    final void shareHeadersOf(MessagePart that) {
        checkUsable();
        if (that == this) {
            return;
        }
        that.checkUsable(); // before these headers go
        clearHeaders();
        if (that.headers != null) {
            that.markShared();
            headers = that.headers;
            flags |= Flags.HEADERS_SHARED;
            Slots.share(headers);
        }
    }

    /** Marks what there is of headers and properties as shared: both, whichever of them is about to be. */
    abstract int markShared();

    /** For a new copy. What is shared has been marked by {@link #markShared}. */
    final void copyMessageFrom(MessagePart that) {
        body = that.body;
        headers = that.headers;
        Slots.share(headers);
    }

    final void resetMessage() {
        body = null;
        dropHeaders();
        headerChanges++;
    }
}
