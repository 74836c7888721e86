package io.mehari.impl.exchange;

import io.mehari.ExchangeReleasedException;
import io.mehari.Message;
import io.mehari.NullNameException;
import io.mehari.collect.slots.Slots;
import io.mehari.spi.AsciiCase;
import io.mehari.spi.ExchangeExtension;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Body, headers and flags of an exchange: the state for the methods of {@link Message}. */
public abstract class MessageState extends ExchangeExtension {
    /*
     * Headers are in a storage of Slots: null, a flat array, or an index. The flag HEADERS_SHARED means that a copy may
     * use the same storage, so every write goes through ownHeaders(). headerChanges makes iterators fail fast; it may
     * wrap.
     */
    private @Nullable Object body;
    private @Nullable Object headers;
    private short headerChanges;
    int flags;

    // ---- flags

    public final boolean is(int flag) {
        checkUsable();
        return (flags & flag) != 0;
    }

    public final void set(int flag, boolean on) {
        checkUsable();
        flags = on ? flags | flag : flags & ~flag;
    }

    /** One comparison with a field that is read anyway; throws only in the checked mode of a pool. */
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
        return position < 0 ? null : Slots.valueAt(headers, position);
    }

    /** The position of a header; negative if it is absent. Does not allocate a view. */
    final int findHeader(String name) {
        checkUsable();
        return Slots.find(headers, checkName(name), true);
    }

    private static Object checkName(@Nullable Object name) {
        if (name == null) {
            throw new NullNameException("The name of a header must not be null");
        }
        return name;
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
        if (Slots.valueAt(headers, position) != value) { // else nothing changes, and the storage stays shared
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
        Object value = Slots.valueAt(headers, position);
        removeHeaderAt(position);
        return value;
    }

    final int removeHeaderAt(int position) {
        headerChanges++;
        headers = Slots.removeAt(ownHeaders(), position, true);
        return Slots.afterRemoval(headers, position);
    }

    @Override
    public final boolean removeHeaders(String pattern, String... excludePatterns) {
        return removeMatching(getHeaders(), pattern, excludePatterns);
    }

    /**
     * Removes the entries that match the pattern and none of the exclusions. The storage stays shared if none matches.
     */
    static boolean removeMatching(Map<String, ?> map, String pattern, String... excludePatterns) {
        Predicate<String> matching = AsciiCase.matcher(pattern);
        for (String exclude : excludePatterns) {
            matching = matching.and(AsciiCase.matcher(exclude).negate());
        }
        return map.keySet().removeIf(matching);
    }

    @Override
    public final void setHeaders(Map<String, ? extends @Nullable Object> replacement) {
        if (replacement == null) {
            throw new NullPointerException(
                    "setHeaders(headers): headers is null; give an empty map, or call removeHeaders(\"*\")");
        }
        if (replacement instanceof HeadersView view) {
            shareHeadersOf(view.owner());
            return;
        }
        Object[] entries = replacement.entrySet().toArray(); // the map may be a view of these headers
        for (Object entry : entries) {
            checkName((String) ((Map.Entry<?, ?>) entry).getKey()); // all of them, before the old headers are removed
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

    /** The header storage, copied if it was shared. Call it only if there is one. */
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

    /** Returns the header storage and marks it as shared, so that it does not change any more. */
    public final @Nullable Object keepHeaders() {
        checkUsable();
        if (headers != null) {
            Slots.share(headers);
            flags |= Flags.HEADERS_SHARED;
        }
        return headers;
    }

    /** Releases a storage from {@link #keepHeaders}. */
    public static void forgetHeaders(@Nullable Object kept) {
        Slots.disown(kept);
    }

    /** Restores body and headers to what they were when the headers were kept. */
    public final void restoreMessage(@Nullable Object formerBody, @Nullable Object kept) {
        setBody(formerBody);
        if (headers != kept) {
            clearHeaders();
            takeHeaders(kept);
        }
    }

    // ---- copy and release

    @Override
    public final void copyFrom(Message message) {
        AbstractExchange that = (AbstractExchange) message;
        checkUsable();
        if (that == this) {
            return;
        }
        setBody(that.getBody());
        shareHeadersOf(that);
        setMessageId(that.ownMessageId());
    }

    final void shareHeadersOf(MessageState that) {
        checkUsable();
        if (that == this) {
            return;
        }
        that.checkUsable(); // before the headers of this one are removed
        clearHeaders();
        if (that.headers != null) {
            that.markShared();
            takeHeaders(that.headers);
        }
    }

    /** Refers to a storage after it was counted as shared: if the count fails, nothing has changed. */
    private void takeHeaders(@Nullable Object theirs) {
        if (theirs != null) {
            Slots.share(theirs);
            headers = theirs;
            flags |= Flags.HEADERS_SHARED;
        }
    }

    /** Marks both headers and properties as shared, if there are any. */
    abstract int markShared();

    /** Copies the message into a new copy, after {@link #markShared}. */
    final void copyMessageFrom(MessageState that) {
        body = that.body;
        Slots.share(that.headers); // first: if it fails, this copy does not refer to a storage that was not counted
        headers = that.headers;
    }

    final void resetMessage() {
        body = null;
        dropHeaders();
        headerChanges++;
    }

    // ---- flags

    @Override
    public final boolean isRollbackOnly() {
        return is(Flags.ROLLBACK_ONLY);
    }

    @Override
    public final void setRollbackOnly(boolean rollbackOnly) {
        set(Flags.ROLLBACK_ONLY, rollbackOnly);
    }

    @Override
    public final boolean isRollbackOnlyLast() {
        return is(Flags.ROLLBACK_ONLY_LAST);
    }

    @Override
    public final void setRollbackOnlyLast(boolean rollbackOnlyLast) {
        set(Flags.ROLLBACK_ONLY_LAST, rollbackOnlyLast);
    }

    @Override
    public final boolean isRouteStop() {
        return is(Flags.ROUTE_STOP);
    }

    @Override
    public final void setRouteStop(boolean routeStop) {
        set(Flags.ROUTE_STOP, routeStop);
    }

    @Override
    public final boolean isTransacted() {
        return is(Flags.TRANSACTED);
    }

    @Override
    public final void setTransacted(boolean transacted) {
        set(Flags.TRANSACTED, transacted);
    }

    @Override
    public final boolean isFailureHandled() {
        return is(Flags.FAILURE_HANDLED);
    }

    @Override
    public final void setFailureHandled(boolean failureHandled) {
        set(Flags.FAILURE_HANDLED, failureHandled);
    }

    @Override
    public final @Nullable Boolean getErrorHandlerHandled() {
        return is(Flags.ERROR_HANDLER_DECIDED) ? (Boolean) is(Flags.ERROR_HANDLER_HANDLED) : null;
    }

    @Override
    public final void setErrorHandlerHandled(@Nullable Boolean handled) {
        set(Flags.ERROR_HANDLER_DECIDED, handled != null);
        set(Flags.ERROR_HANDLER_HANDLED, handled != null && handled);
    }

    @Override
    public final boolean isRedeliveryExhausted() {
        return is(Flags.REDELIVERY_EXHAUSTED);
    }

    @Override
    public final void setRedeliveryExhausted(boolean redeliveryExhausted) {
        set(Flags.REDELIVERY_EXHAUSTED, redeliveryExhausted);
    }

    @Override
    public final boolean isInterrupted() {
        return is(Flags.INTERRUPTED);
    }

    @Override
    public final void setInterrupted(boolean interrupted) {
        set(Flags.INTERRUPTED, interrupted);
    }

    @Override
    public final boolean isNotifyEvent() {
        return is(Flags.NOTIFY_EVENT);
    }

    @Override
    public final void setNotifyEvent(boolean notifyEvent) {
        set(Flags.NOTIFY_EVENT, notifyEvent);
    }

    @Override
    public final void leaveToRoute() {
        set(Flags.LEFT_TO_ROUTE, true);
    }

    @Override
    public final boolean isLeftToRoute() {
        return is(Flags.LEFT_TO_ROUTE);
    }
}
