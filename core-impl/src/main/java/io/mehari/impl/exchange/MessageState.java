package io.mehari.impl.exchange;

import io.mehari.ExchangeReleasedException;
import io.mehari.Message;
import io.mehari.NullNameException;
import io.mehari.collect.slots.Slots;
import io.mehari.spi.ExchangeExtension;
import io.mehari.spi.internal.AsciiCase;
import java.io.InputStream;
import java.io.Reader;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Body, headers, properties and flags of an exchange: the state for the methods of {@link Message}. */
public abstract class MessageState extends ExchangeExtension {
    /*
     * Headers and properties are each in a storage of Slots: null, a flat array, or an index. What is done with both
     * has a parameter `folded`, as in Slots: true for headers, whose names ignore case, and false for properties. Every
     * caller passes a constant, so the compiler removes the other branch.
     *
     * The flags HEADERS_SHARED and PROPERTIES_SHARED mean that a copy may use the same storage, so every write goes
     * through own(). A count of changes makes iterators fail fast; it may wrap.
     */
    private @Nullable Object body;
    private @Nullable Object headers;
    private @Nullable Object properties;
    private short headerChanges;
    private short propertyChanges;
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

    private static boolean isStream(@Nullable Object body) {
        return body instanceof InputStream || body instanceof Reader;
    }

    @Override
    public final Object reread(Object value) {
        checkUsable();
        return isStream(value) ? StreamCache.reread((AbstractExchange) this, value) : value;
    }

    /** The body for a step that may be repeated: a stream is at its beginning, and is kept while it is read. */
    public final @Nullable Object repeatableBody() {
        Object given = body;
        if (given != null && hasStream()) {
            setBody(reread(given));
        }
        return body;
    }

    public final boolean hasStream() {
        return isStream(getBody());
    }

    /** Its sender gets the body: what it is read from is closed with it. */
    public final void leaveBody() {
        if (hasStream()) {
            StreamCache.leave(body);
        }
    }

    /** It is not given to anybody after {@link #leaveBody}. */
    public final void disposeBody() {
        if (hasStream()) {
            StreamCache.dispose(body);
        }
    }

    /** Before a send. If the exchange was sent before, it has a hold on its body, and the result is for endSend. */
    public final @Nullable Object takeBodyBack() {
        if (is(Flags.WORK_DONE)) {
            repeatableBody();
        }
        return hasStream() ? StreamCache.takeBack(body) : null;
    }

    public static void endSend(@Nullable Object taken) {
        if (taken != null) {
            StreamCache.drop(taken);
        }
    }

    /** Another exchange has got this body from one that is released now. */
    public final void holdBody(AbstractExchange holder) {
        if (hasStream()) {
            StreamCache.hold(holder, body);
        }
    }

    /** The body of another exchange, of which this one gets a copy. */
    private @Nullable Object bodyOf(MessageState that) {
        Object theirs = that.getBody();
        return isStream(theirs) ? StreamCache.shared((AbstractExchange) that, (AbstractExchange) this) : theirs;
    }

    // ---- headers and properties

    /** Whether this copy has the very properties of its origin: neither has written one since. */
    public final boolean sharesPropertiesWith(MessageState that) {
        return properties == that.properties;
    }

    final @Nullable Object storage(boolean folded) {
        return folded ? headers : properties;
    }

    final int changes(boolean folded) {
        return folded ? headerChanges : propertyChanges;
    }

    private void changed(boolean folded) {
        if (folded) {
            headerChanges++;
        } else {
            propertyChanges++;
        }
    }

    private static int sharedFlag(boolean folded) {
        return folded ? Flags.HEADERS_SHARED : Flags.PROPERTIES_SHARED;
    }

    private void refer(boolean folded, @Nullable Object storage, boolean shared) {
        if (folded) {
            headers = storage;
        } else {
            properties = storage;
        }
        int flag = sharedFlag(folded);
        flags = shared ? flags | flag : flags & ~flag;
    }

    /** The position of a name; negative if it is absent. Does not allocate a view. */
    final int find(boolean folded, @Nullable String name) {
        checkUsable();
        return Slots.find(storage(folded), checkName(folded, name), folded);
    }

    private static Object checkName(boolean folded, @Nullable String name) {
        if (name == null) {
            throw new NullNameException("The name of a " + (folded ? "header" : "property") + " must not be null");
        }
        return name;
    }

    final void setAt(boolean folded, int position, @Nullable Object value) {
        if (Slots.valueAt(storage(folded), position) != value) { // else nothing changes, and the storage stays shared
            Slots.setAt(own(folded), position, value);
        }
    }

    final void append(boolean folded, String name, @Nullable Object value) {
        boolean shared = is(sharedFlag(folded));
        refer(folded, Slots.append(storage(folded), shared, name, value, folded), false);
        changed(folded);
    }

    final int removeAt(boolean folded, int position) {
        changed(folded);
        Object rest = Slots.removeAt(own(folded), position, folded);
        refer(folded, rest, false);
        return Slots.afterRemoval(rest, position);
    }

    /** Removes the entry at a position, and returns its value. */
    final @Nullable Object takeAt(boolean folded, int position) {
        Object value = Slots.valueAt(storage(folded), position);
        removeAt(folded, position);
        return value;
    }

    final void clear(boolean folded) {
        if (is(sharedFlag(folded))) {
            Slots.disown(storage(folded));
        }
        refer(folded, null, false);
        changed(folded);
    }

    /** The storage, copied if it was shared. Call it only if there is one. */
    private Object own(boolean folded) {
        if (is(sharedFlag(folded))) {
            refer(folded, Slots.own(storage(folded)), false);
        }
        return Objects.requireNonNull(storage(folded));
    }

    /** Refers to a storage after it was counted as shared: if the count fails, nothing has changed. */
    final void take(boolean folded, @Nullable Object theirs) {
        if (theirs != null) {
            Slots.share(theirs);
            refer(folded, theirs, true);
            changed(folded);
        }
    }

    // ---- headers

    @Override
    public final @Nullable Object getHeader(String name) {
        int position = find(true, name);
        return position < 0 ? null : Slots.valueAt(headers, position);
    }

    @Override
    public final boolean hasHeaders() {
        checkUsable();
        return !Slots.isEmpty(headers);
    }

    @Override
    public final Map<String, @Nullable Object> getHeaders() {
        checkUsable();
        return new EntriesView.Headers(this);
    }

    @Override
    public final void setHeader(String name, @Nullable Object value) {
        int position = find(true, name);
        if (position >= 0) {
            setAt(true, position, value);
        } else {
            append(true, name, value);
        }
    }

    @Override
    public final @Nullable Object removeHeader(String name) {
        int position = find(true, name);
        return position < 0 ? null : takeAt(true, position);
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
        if (replacement instanceof EntriesView.Headers view) {
            shareHeadersOf(view.owner);
            return;
        }
        Object[] entries = replacement.entrySet().toArray(); // the map may be a view of these headers
        for (Object entry : entries) {
            checkName(true, (String)
                    ((Map.Entry<?, ?>) entry).getKey()); // all of them, before the old headers are removed
        }
        clear(true);
        for (Object entry : entries) {
            Map.Entry<?, ?> header = (Map.Entry<?, ?>) entry;
            setHeader((String) header.getKey(), header.getValue());
        }
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
            clear(true);
            take(true, kept);
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
        setBody(bodyOf(that));
        shareHeadersOf(that);
        setMessageId(that.ownMessageId());
    }

    final void shareHeadersOf(MessageState that) {
        checkUsable();
        if (that == this) {
            return;
        }
        that.checkUsable(); // before the headers of this one are removed
        clear(true);
        if (that.headers != null) {
            that.markShared();
            take(true, that.headers);
        }
    }

    /**
     * Marks headers and properties as shared, and returns the flags after that. Several threads may do this at once, to
     * copy the exchange. They all write the same value, and no other thread writes meanwhile. So a thread that shares
     * only the headers marks the properties too: if it wrote another value, it could undo what another thread has
     * marked. The flags are read once, because a second plain read may see an older value.
     */
    final int markShared() {
        int shared = (headers == null ? 0 : Flags.HEADERS_SHARED) | (properties == null ? 0 : Flags.PROPERTIES_SHARED);
        int seen = flags;
        if ((seen & shared) != shared) {
            flags = seen | shared;
        }
        return seen | shared;
    }

    /** Copies message, properties and flags into a new copy. */
    final void copyMessageFrom(MessageState that) {
        that.checkUsable();
        flags = that.markShared() & Flags.COPIED;
        body = bodyOf(that);
        Slots.share(that.headers); // first: if it fails, this copy does not refer to a storage that was not counted
        headers = that.headers;
        Slots.share(that.properties);
        properties = that.properties;
    }

    final void resetMessage() {
        body = null;
        clear(true);
        clear(false);
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

    public final boolean isFailureHandled() {
        return is(Flags.FAILURE_HANDLED);
    }

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
}
