package io.mehari.component.netty.socket;

import io.mehari.component.netty.ConnectionFailedException;
import io.netty.channel.Channel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Connections that carry one request at a time. The next request is sent after the reply. */
public final class ClientPool extends Client {
    /*
     * Guarded by this: idle, waiting, open. A connection is in idle, or has one call, or is being opened for a call.
     * When it becomes free, it gets the call that has waited longest, or is added to idle. The connection that was used
     * last is used next, so that others stay unused and can be closed.
     */
    private final SocketEndpoint endpoint;
    private final SocketSettings settings;
    private final ClientProtocol protocol;
    private final ClientConnector connector;
    private final ArrayDeque<ClientConnection> idle = new ArrayDeque<>();
    private final ArrayDeque<Call> waiting = new ArrayDeque<>();
    private final List<ClientConnection> all = new ArrayList<>();
    private int open;
    private boolean closed;

    public ClientPool(SocketEndpoint endpoint, ClientProtocol protocol) {
        this.endpoint = endpoint;
        this.settings = endpoint.settings();
        this.protocol = protocol;
        this.connector = new ClientConnector(endpoint);
    }

    @Override
    void send(Call call) {
        ClientConnection free = null;
        boolean connect = false;
        synchronized (this) {
            if (!closed) {
                free = idle.pollFirst();
                connect = free == null && open < settings.poolMaxTotal;
                if (connect) {
                    open++;
                } else if (free == null) {
                    removeDone();
                    waiting.add(call);
                    return;
                }
            }
        }
        if (free != null) {
            free.send(call);
        } else if (connect) {
            connect(call);
        } else {
            call.fail(new ConnectionFailedException(
                    endpoint + " is not started, or has stopped: start the context or the route that sends", null));
        }
    }

    /** Removes waiting calls whose senders have given up, so that they do not accumulate. */
    private void removeDone() {
        while (!waiting.isEmpty() && waiting.peekFirst().isDone()) {
            waiting.pollFirst();
        }
    }

    /** If this fails, such as by an OutOfMemoryError, the call ends and its place in the pool is free again. */
    @SuppressWarnings("CatchingUnchecked")
    private void connect(Call call) {
        CompletableFuture<ClientConnection> made;
        try {
            made = connect();
        } catch (RejectedExecutionException e) {
            notConnected(call, new ConnectionFailedException(endpoint + " has stopped", e));
            return;
        } catch (Throwable e) {
            notConnected(call, new ConnectionFailedException(endpoint + " cannot connect: " + e, e));
            return;
        }
        var unused = made.whenComplete((connection, failure) -> {
            if (failure != null) {
                Throwable cause = failure.getCause();
                notConnected(call, failure instanceof CompletionException && cause != null ? cause : failure);
            } else {
                connection.send(call);
            }
        });
    }

    private void notConnected(Call call, Throwable failure) {
        try {
            call.fail(failure);
        } finally {
            lostPlace();
        }
    }

    private CompletableFuture<ClientConnection> connect() {
        ClientConnection connection = new ClientConnection(this, endpoint, protocol);
        return connector
                .connect(endpoint.loops().next(), connection::addTo)
                .thenApply(channel -> opened(connection, channel));
    }

    @SuppressWarnings("CatchingUnchecked") // such as an OutOfMemoryError: the channel must not stay open
    private ClientConnection opened(ClientConnection connection, Channel channel) {
        try {
            keep(connection, channel);
            return connection;
        } catch (Throwable e) {
            Sockets.close(channel);
            throw new ConnectionFailedException(endpoint + " cannot connect: " + e, e);
        }
    }

    private synchronized void keep(ClientConnection connection, Channel channel) {
        if (closed) {
            Sockets.close(channel);
        }
        all.add(connection); // first: if the channel has already ended, ended() is called at once
        try {
            connection.opened(channel);
        } catch (Throwable e) {
            all.remove(connection);
            throw e;
        }
    }

    @Override
    @SuppressWarnings("CatchingUnchecked") // such as an OutOfMemoryError: its place in the pool must become free
    void connectNow() {
        synchronized (this) {
            open++;
        }
        CompletableFuture<ClientConnection> made = null;
        try {
            made = connect();
            free(made.get(2L * settings.connectTimeoutMillis + 1_000, TimeUnit.MILLISECONDS));
        } catch (Throwable e) {
            giveUp(made);
            if (e instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            Throwable cause = e.getCause();
            throw cause instanceof ConnectionFailedException failed
                    ? failed
                    : new ConnectionFailedException(endpoint + " cannot connect: " + e, e);
        }
    }

    /** No call waits for that connection. If it still opens, it is closed. Then its place in the pool is free. */
    private void giveUp(@Nullable CompletableFuture<ClientConnection> made) {
        if (made == null) {
            lostPlace();
            return;
        }
        var unused = made.whenComplete((late, failure) -> {
            if (failure != null) {
                lostPlace();
            } else {
                late.close();
            }
        });
    }

    /** The connection has no call any more: gives it the next one, or keeps it. */
    void free(ClientConnection connection) {
        Call next = null;
        boolean close = false;
        synchronized (this) {
            connection.used = true;
            removeDone();
            next = waiting.pollFirst();
            if (next == null) {
                close = closed || idle.size() >= settings.poolMaxIdle;
                if (!close && connection.isActive()) {
                    idle.addFirst(connection);
                }
            }
        }
        if (next != null) {
            connection.send(next);
        } else if (close) {
            connection.close();
        }
    }

    void evict(ClientConnection connection) {
        boolean unused;
        synchronized (this) {
            unused = idle.remove(connection);
        }
        if (unused) {
            connection.close();
        }
    }

    void ended(ClientConnection connection) {
        synchronized (this) {
            idle.remove(connection);
            all.remove(connection);
        }
        lostPlace();
    }

    /** A place in the pool is free. If a call waits, a connection is opened for it. */
    private void lostPlace() {
        Call next;
        synchronized (this) {
            removeDone();
            next = waiting.pollFirst();
            if (next == null) {
                open--;
            }
        }
        if (next != null) {
            connect(next);
        }
    }

    @Override
    void close() {
        List<ClientConnection> closing;
        List<Call> left;
        synchronized (this) {
            closed = true;
            closing = new ArrayList<>(all);
            left = new ArrayList<>(waiting);
            waiting.clear();
        }
        left.forEach(each -> each.fail(new ConnectionFailedException(endpoint + " has stopped", null)));
        closing.forEach(ClientConnection::close);
    }

    @Override
    synchronized int connectionCount() {
        return open;
    }
}
