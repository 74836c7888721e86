package io.mehari.component.netty.socket;

import io.mehari.spi.internal.Log;
import io.netty.channel.EventLoop;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** Messages of a connection that enter the route one after the other. */
final class Batch implements RoutePool.Task {
    /*
     * Used by one thread at a time. It is a task for the route's pool until the last message has left the route, and
     * then one for the event loop, which takes back the messages that did not enter.
     */
    private final ServerConnection connection;
    private final Object[] messages;
    private final @Nullable RoutePool pool;
    private int next;
    private int left; // the end of the messages that are not put back
    private boolean ended;

    /** @param pool runs the route; null for the event loop */
    Batch(ServerConnection connection, int size, @Nullable RoutePool pool) {
        this.connection = connection;
        this.messages = new Object[size];
        this.left = size;
        this.pool = pool;
    }

    void fill(Queue<Object> arrived) {
        for (int i = 0; i < messages.length; i++) {
            messages[i] = arrived.remove();
        }
    }

    /** The route is done with a message, or the batch begins. */
    void goOn() {
        if (next == messages.length) {
            end();
            return;
        }
        if (pool == null && connection.loop().inEventLoop()) {
            run();
        } else {
            handOver();
        }
    }

    @SuppressWarnings("CatchingUnchecked") // such as an OutOfMemoryError
    private void handOver() {
        try {
            if (pool == null) {
                connection.loop().execute(this);
            } else {
                pool.run(this);
            }
        } catch (Throwable e) { // the batch is not in the queue
            refused(e);
        }
    }

    @Override
    public void refused(Throwable why) {
        if (!(why instanceof RejectedExecutionException)) { // else the route has stopped
            Log.warn(
                    ServerConnection.class,
                    "No thread could be created for a message from "
                            + connection.channel().remoteAddress() + "; its connection is closed",
                    why);
        }
        giveUp();
    }

    @Override
    public void run() {
        if (ended) {
            connection.cameBack(this);
            return;
        }
        // A full connection ends the batch: the rest waits until other sides have read replies.
        while (next < messages.length && connection.mayEnter()) {
            if (connection.discarded) {
                giveUp();
                return;
            }
            if (!connection.enter(poll(), this)) {
                return;
            }
        }
        end();
    }

    private Object poll() {
        Object message = messages[next];
        messages[next++] = ""; // so that the batch keeps no reference to the message
        return message;
    }

    /** Gives the messages that have not entered the route back to the connection, the last one first. */
    void putBack() {
        while (next < left) {
            connection.putBack(messages[left - 1]);
            left--;
        }
    }

    /** Drops the messages that have not entered the route, and are not given back. */
    void dropRest() {
        while (next < left) {
            connection.drop(messages[next++]);
        }
    }

    /** Drops the remaining messages: they will not enter the route, and get no answer. */
    void giveUp() {
        dropRest();
        connection.close();
        end();
    }

    @SuppressWarnings("CatchingUnchecked") // such as an OutOfMemoryError: its place must become free
    private void end() {
        ended = true;
        if (connection.takesBack(this)) {
            return;
        }
        EventLoop loop = connection.loop();
        try {
            loop.execute(this);
        } catch (RejectedExecutionException e) { // the event loops have stopped, and with them this connection
            connection.isStranded(this);
        } catch (Throwable e) {
            connection.broken(e);
            connection.isStranded(this);
        }
    }
}
