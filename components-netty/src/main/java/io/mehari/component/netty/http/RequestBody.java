package io.mehari.component.netty.http;

import io.mehari.component.netty.socket.ServerConnection;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.Objects;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The body of a request that the route reads while it arrives. */
final class RequestBody extends InputStream {
    /*
     * The event loop adds bytes, and one thread of the route reads them. While WINDOW bytes wait here, the event loop
     * reads nothing from the socket. It is told to continue when half of them were read. So this buffer never has more
     * than WINDOW bytes and those of one more read of the socket, whatever the client sends.
     */
    static final int WINDOW = 64 << 10;

    private static final int FIRST_BYTES = 16 << 10;
    private static final byte[] NOTHING = {};

    private final ServerConnection connection;
    private final Runnable whenForgotten;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    /** The bytes from {@code from} to {@code to} were not yet read. Guarded by the lock, like all fields after it. */
    private byte[] buffer = NOTHING;

    private int from;
    private int to;
    private long received;
    private boolean whole;
    private boolean closed;
    private boolean forgotten;

    /** Whether the event loop has stopped reading and must be told when there is room. */
    private boolean full;

    private @Nullable String failure;
    private @Nullable Throwable cause;

    /** @param whenForgotten called once, when the buffer is no longer needed */
    RequestBody(ServerConnection connection, Runnable whenForgotten) {
        this.connection = connection;
        this.whenForgotten = whenForgotten;
    }

    // ---- the event loop

    void add(ByteBuf part) {
        int more = part.readableBytes();
        lock.lock();
        try {
            received += more;
            if (closed || failure != null) {
                return; // the body is not read any more
            }
            if (to + more > buffer.length) {
                makeRoom(more);
            }
            part.readBytes(buffer, to, more);
            to += more;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void makeRoom(int more) {
        int unread = to - from;
        byte[] target = buffer;
        if (unread + more > buffer.length) {
            target = new byte[Math.max(Math.max(FIRST_BYTES, unread + more), Math.min(WINDOW, buffer.length * 2))];
        }
        System.arraycopy(buffer, from, target, 0, unread);
        buffer = target;
        from = 0;
        to = unread;
    }

    /** Whether there is room for more bytes. If not, the connection is told when there is. */
    boolean hasRoom() {
        lock.lock();
        try {
            full = to - from >= WINDOW;
            return !full;
        } finally {
            lock.unlock();
        }
    }

    void end() {
        lock.lock();
        try {
            whole = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** The rest of the body will not come: readers fail from now on. */
    void fail(String why, @Nullable Throwable because) {
        lock.lock();
        try {
            if (!whole && failure == null) {
                failure = why;
                cause = because;
                forget();
            }
        } finally {
            lock.unlock();
        }
    }

    // ---- the exchange

    /** Ends all reading. Returns whether the whole body has come, so that the next request can be found. */
    boolean finish() {
        lock.lock();
        try {
            closed = true;
            forget();
            return whole;
        } finally {
            lock.unlock();
        }
    }

    long received() {
        lock.lock();
        try {
            return received;
        } finally {
            lock.unlock();
        }
    }

    private void forget() {
        if (!forgotten) {
            forgotten = true;
            whenForgotten.run();
        }
        buffer = NOTHING;
        from = 0;
        to = 0;
        full = false;
        changed.signalAll();
    }

    // ---- the reader

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, target.length);
        if (length == 0) {
            return 0;
        }
        int count;
        boolean tell;
        lock.lock();
        try {
            if (!awaitBytes()) {
                return -1;
            }
            count = Math.min(length, to - from);
            System.arraycopy(buffer, from, target, offset, count);
            from += count;
            tell = hasRoomAgain();
        } finally {
            lock.unlock();
        }
        if (tell) {
            connection.readOn();
        }
        return count;
    }

    /** Waits until there are bytes. Returns false at the end of the body. */
    private boolean awaitBytes() throws IOException {
        while (true) {
            if (closed) {
                throw new IOException("The request is answered, or its body was closed: read the body before the route"
                        + " ends, or convert it to bytes, as in convertBodyTo(byte[].class)");
            }
            if (failure != null) {
                throw new IOException(failure, cause);
            }
            if (to > from) {
                return true;
            }
            if (whole) {
                return false;
            }
            if (connection.isOnEventLoop()) {
                throw new IllegalStateException("This thread serves sockets, and must not wait for the rest of a"
                        + " body: leave out runOnEventLoop, or read the body after threads() or a queue");
            }
            try {
                changed.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                InterruptedIOException interrupted = new InterruptedIOException("The reader was interrupted");
                interrupted.initCause(e);
                throw interrupted;
            }
        }
    }

    private boolean hasRoomAgain() {
        if (full && to - from <= WINDOW / 2) {
            full = false;
            return true;
        }
        return false;
    }

    @Override
    public int available() {
        lock.lock();
        try {
            return to - from;
        } finally {
            lock.unlock();
        }
    }

    /** Drops what was not read. If the whole body has not come, the connection is closed after the answer. */
    @Override
    public void close() {
        finish();
        connection.readOn();
    }
}
