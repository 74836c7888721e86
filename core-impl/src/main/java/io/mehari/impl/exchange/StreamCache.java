package io.mehari.impl.exchange;

import io.mehari.Exchange;
import io.mehari.StreamCacheException;
import io.mehari.spi.StreamCachingStrategy;
import io.mehari.spi.SynchronizationAdapter;
import io.mehari.spi.internal.Log;
import io.mehari.spi.internal.RereadStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** What was read of a stream body so far, in memory. It is a completion of each exchange that has it. */
final class StreamCache extends SynchronizationAdapter {
    /*
     * A reader at the end of what is kept reads from the source, and adds what it gets. So nothing is read before
     * somebody asks for it, and a body that is read once flows as without a cache. That something cannot be kept (a
     * limit, a full heap) is no failure of this reader: it goes on, and all others are refused.
     *
     * The lock is held while the source is read: who else reads this body waits for the same bytes. The end of an
     * exchange does not take it. So a reader that is at work then may keep a little that counts until it is garbage.
     */

    // Who ends a hold that no exchange ends. Readers that are made from one another share it, and one of them wins.
    private static final int SPENT = 0;
    private static final int SENDING = 1; // the send that is under way
    private static final int LEFT = 2; // who closes such a reader

    private final ReentrantLock lock = new ReentrantLock();
    private final AtomicInteger holders = new AtomicInteger();
    private final InputStream source;
    private final boolean text;
    private final StreamCachingStrategy settings;
    private final StreamBudget budget;
    private volatile boolean ended;
    private volatile boolean closed;
    // guarded by the lock:
    private byte[] memory = {};
    private long taken; // bytes from the source
    private @Nullable String lost;

    private StreamCache(Object stream, OriginSource services) {
        this.text = stream instanceof Reader;
        this.source = text ? new CachedReader.Source((Reader) stream) : (InputStream) stream;
        this.settings = services.getStreamCachingStrategy();
        this.budget = services.streamBudget();
    }

    // ---- bodies

    /** The cache of a body that is a stream. On the first call it takes the place of the body. */
    private static @Nullable StreamCache of(AbstractExchange exchange) {
        StreamCache known = readBy(exchange.getBody()); // a race: a reader is made last, and its fields are final
        if (known != null) {
            return known;
        }
        OriginSource services = (OriginSource) exchange.getContext().getRoutingContextExtension();
        if (!services.getStreamCachingStrategy().isEnabled()) {
            return null;
        }
        synchronized (exchange) { // law E7: several threads may copy an exchange
            Object body = Objects.requireNonNull(exchange.getBody());
            StreamCache cache = readBy(body);
            if (cache == null) {
                cache = new StreamCache(body, services);
                exchange.setBody(cache.reader(cache.hold(exchange)));
            }
            return cache;
        }
    }

    /** Null if it is another stream, or none. */
    private static @Nullable StreamCache readBy(@Nullable Object stream) {
        CachedStream reader = readerIn(stream);
        return reader == null ? null : reader.cache();
    }

    private static @Nullable CachedStream readerIn(@Nullable Object stream) {
        Object bytes = stream instanceof CachedReader characters ? characters.bytes : stream;
        return bytes instanceof CachedStream reader ? reader : null;
    }

    /** A new reader of the body, or of what reads a cache; else the stream itself. */
    static Object reread(AbstractExchange exchange, Object stream) {
        CachedStream from =
                readerIn(exchange.getBody() == stream && of(exchange) != null ? exchange.getBody() : stream);
        return from == null ? stream : from.cache().reader(from.ticket);
    }

    /** The body for another exchange. */
    static @Nullable Object shared(AbstractExchange from, AbstractExchange to) {
        StreamCache cache = of(from);
        if (cache == null) {
            return from.getBody();
        }
        return cache.reader(cache.hold(to));
    }

    /** Keeps a body until this exchange ends, too. */
    static void hold(AbstractExchange exchange, @Nullable Object body) {
        CachedStream reader = readerIn(body);
        if (reader != null && !(reader.isHeld() && exchange.is(Flags.WORK_DONE))) {
            AtomicInteger ticket = reader.cache().hold(exchange);
            reader.ticket = ticket == null ? reader.ticket : ticket;
        }
    }

    /** Returns a ticket if the exchange has ended before, and so will not end this hold. */
    private @Nullable AtomicInteger hold(AbstractExchange exchange) {
        if (exchange.is(Flags.WORK_DONE)) {
            AtomicInteger ticket = new AtomicInteger(LEFT);
            holders.incrementAndGet();
            return ticket;
        }
        if (!exchange.containsOnCompletion(this)) {
            exchange.work().addStream(this);
            holders.incrementAndGet();
        }
        return null;
    }

    /** Keeps a body until one of the readers that are made from it is closed. */
    static void leave(@Nullable Object body) {
        CachedStream reader = readerIn(body);
        if (reader != null && !reader.passes(SENDING, LEFT) && !reader.isHeld()) {
            reader.ticket = new AtomicInteger(LEFT);
            reader.cache().holders.incrementAndGet();
        }
    }

    /** A body that was left is sent again: no reader ends the hold before the send does. Null if it was not left. */
    static @Nullable Object takeBack(@Nullable Object body) {
        CachedStream reader = readerIn(body);
        return reader != null && reader.passes(LEFT, SENDING) ? reader : null;
    }

    /** The end of a send: what was taken back, and has not been left again. */
    static void drop(Object taken) {
        if (taken instanceof CachedStream reader && reader.passes(SENDING, SPENT)) {
            reader.cache().release();
        }
    }

    /** Closes a body that was left, if no caller gets it. */
    static void dispose(@Nullable Object body) {
        CachedStream reader = readerIn(body);
        if (reader != null) {
            reader.close();
        }
    }

    private Object reader(@Nullable AtomicInteger ticket) {
        CachedStream bytes = new CachedStream(ticket);
        return text ? new CachedReader(bytes) : bytes;
    }

    /** For one thread. Closed, it begins anew. */
    final class CachedStream extends RereadStream {
        private @Nullable AtomicInteger ticket; // null if only exchanges hold what it reads
        private long position;

        CachedStream(@Nullable AtomicInteger ticket) {
            this.ticket = ticket;
        }

        private boolean isHeld() {
            return ticket != null && ticket.get() != SPENT;
        }

        private boolean passes(int from, int to) {
            return ticket != null && ticket.compareAndSet(from, to);
        }

        private StreamCache cache() {
            return StreamCache.this;
        }

        @Override
        public InputStream source() {
            return source;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] to, int offset, int length) throws IOException {
            Objects.checkFromIndexSize(offset, length, to.length);
            lock.lock();
            try {
                int count = length == 0 ? 0 : readAt(position, to, offset, length);
                position += Math.max(count, 0);
                return count;
            } finally {
                lock.unlock();
            }
        }

        @Override
        public int available() throws IOException {
            lock.lock();
            try {
                return position < taken ? (int) Math.min(taken - position, 8192) : ended ? 0 : source.available();
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void close() {
            position = 0;
            if (passes(LEFT, SPENT)) {
                release();
            }
        }
    }

    // ---- reading and keeping

    private int readAt(long position, byte[] to, int offset, int length) throws IOException {
        if (position < taken ? lost != null : closed && !ended) {
            throw new StreamCacheException("The stream that was the body cannot be read again: "
                    + (lost != null ? lost : "its exchange has ended")
                    + ". Read it once, or before that convertBodyTo(byte[].class), or raise the limit: see"
                    + " StreamCachingStrategy");
        }
        if (position == taken) {
            return readSource(to, offset, length);
        }
        int count = (int) Math.min(length, taken - position);
        System.arraycopy(memory, (int) position, to, offset, count);
        return count;
    }

    private int readSource(byte[] to, int offset, int length) throws IOException {
        int count = ended ? -1 : source.read(to, offset, length);
        if (count >= 0) {
            keep(to, offset, count, taken + count);
            taken += count;
        } else if (!ended) {
            ended = true;
            closeSource();
        }
        return count;
    }

    private void keep(byte[] from, int offset, int count, long size) {
        if (lost != null) {
            return;
        }
        int limit = settings.getLimit();
        long total = settings.getTotalLimit();
        try {
            int room = (int) Math.max(size, Math.min(2 * taken, limit));
            if (size > limit) {
                lose("it is longer than the limit of " + limit + " bytes");
            } else if (size > memory.length && !budget.keep(this, room, total)) {
                lose("the streams of its context are together longer than the total limit of " + total + " bytes");
            } else {
                memory = size > memory.length ? Arrays.copyOf(memory, room) : memory;
                System.arraycopy(from, offset, memory, (int) taken, count);
            }
        } catch (OutOfMemoryError e) { // what was read must not be missing in the next attempt
            lose("it could not be kept: " + e);
        }
    }

    private void lose(String why) {
        lost = why;
        memory = new byte[0];
        budget.end(this);
    }

    // ---- the end

    /** Ends a hold if the source is closed already; false if it is not. */
    boolean releaseIfSpent() {
        boolean spent = ended;
        if (spent) {
            release();
        }
        return spent;
    }

    @Override
    public int getOrder() {
        return LOWEST; // other completions may read the body
    }

    @Override
    public void onDone(Exchange exchange) {
        release();
    }

    private void closeSource() {
        try {
            source.close();
        } catch (Throwable e) { // law S1: the source is the user's
            Log.warn(StreamCache.class, "A stream that was a body could not be closed: " + source.getClass(), e);
        }
    }

    private void release() {
        if (holders.decrementAndGet() == 0) {
            closed = true;
            budget.end(this);
            if (!ended) {
                closeSource();
            }
        }
    }
}
