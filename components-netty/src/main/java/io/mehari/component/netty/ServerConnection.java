package io.mehari.component.netty;

import io.mehari.spi.Log;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.util.concurrent.EventExecutor;
import java.util.ArrayDeque;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One connection of a route's server. Its messages enter the route one at a time, in the order in which they came: the
 * next one when the route is done with the one before.
 */
abstract class ServerConnection extends ChannelInboundHandlerAdapter {
    /*
     * Netty reads only when it is asked to (autoRead is off), and it is asked to while no decoded message waits. So a
     * connection holds what one read brought, at most 16 KB, besides the batch that is in the route; the rest waits in
     * the buffers of the two systems, and the other side cannot send.
     *
     * The fields are of the event loop's thread. A batch of messages is handed to a thread of the route's pool, and
     * comes back to the event loop when it is done, by one task; one is under way at most. A batch that has ended
     * within start() on the event loop comes back without a task, when start() goes on: so no recursion runs from one
     * request to the next. The batch leaves the gate only when it is back: until then the route is not done with it.
     */
    private final Gate gate;
    private final AtomicInteger pending;
    private final ArrayDeque<Object> arrived = new ArrayDeque<>();
    private volatile @Nullable ChannelHandlerContext context; // read by other threads in onLoop()
    private boolean reading;
    private boolean inRoute;
    private boolean starting;
    private @Nullable Batch endedMeanwhile;
    private boolean waitsAtGate;
    private boolean paused;
    private boolean inputEnded;

    /** Set at the end of a stop: what has not entered the route yet never will. */
    private volatile boolean discarded;

    private final ConnectionTimes times;

    /** @param pending counts the messages that were decoded, or are in a batch, and have not entered the route yet */
    ServerConnection(SocketSettings settings, Gate gate, AtomicInteger pending, long idleTimeoutMillis) {
        this.gate = gate;
        this.pending = pending;
        this.times = new ConnectionTimes(settings, idleTimeoutMillis);
    }

    // ---- what a protocol does

    /** Runs a message through the route; returns false if {@link #goOn} will be called when that is done. */
    abstract boolean process(Object message);

    /** The threads that the message, and those after it in its batch, are processed by; null for the event loop. */
    abstract @Nullable Executor executor(Object first);

    /** The most messages of a batch. */
    abstract int batchSize();

    /** Answers a message that enters no route, on the event loop; false if it is for a route. */
    boolean answersAtOnce(Object message) {
        return false;
    }

    /** Whether there is room for what is read; if not, {@link #readOn} is called when there is. */
    boolean mayRead() {
        return true;
    }

    /** A message will not enter the route; called on any thread. */
    void dropped(Object message) {}

    /** Called on the event loop when the batch is back from the route, to write what was kept until then. */
    void writeKept() {}

    /** Called on any thread instead, if the event loops have stopped. */
    void dropKept() {}

    /** Called on the event loop when a message has taken too long to come. */
    void readTimedOut(ChannelHandlerContext context) {
        Sockets.close(context.channel());
    }

    // ---- reading

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        context = added;
        if (added.channel().isActive()) {
            begin(added);
        }
    }

    @Override
    public void channelActive(ChannelHandlerContext active) {
        begin(active);
    }

    private void begin(ChannelHandlerContext active) {
        long pause = times.checkNanos();
        var checking =
                active.executor().scheduleWithFixedDelay(() -> checkTimes(active), pause, pause, TimeUnit.NANOSECONDS);
        active.channel().closeFuture().addListener(closed -> checking.cancel(false));
        readIfWanted();
    }

    /** Bytes have come: called by the first handler of the pipeline. */
    final void bytesCame() {
        times.bytesCame();
    }

    /** A part of a message that is in the route already is whole; the time for the next part begins. */
    final void nextPart() {
        times.nextPart();
    }

    /** All parts of a message that is in the route already have come. */
    final void lastPartCame() {
        times.messageIsWhole();
    }

    /** Reads on if it may; called on any thread. */
    final void readOn() {
        onLoop(this::readIfWanted);
    }

    /** Whether this is a thread of the event loops, which must not wait for what they read. */
    final boolean isOnEventLoop() {
        for (EventExecutor each : loop().parent()) {
            if (each.inEventLoop()) {
                return true;
            }
        }
        return false;
    }

    /** Adds a message that is complete; the caller has released its buffers. */
    final void arrived(Object message) {
        times.messageIsWhole();
        pending.incrementAndGet();
        arrived.add(message);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext read) {
        reading = false;
        handOver();
    }

    private void readIfWanted() {
        ChannelHandlerContext mine = context;
        if (!reading && !paused && !inputEnded && arrived.isEmpty() && mine != null && mayRead()) {
            reading = true;
            mine.read();
        }
    }

    // ---- to the route and back

    /** Gives what has arrived to the route, if it may be given now. */
    private void handOver() {
        ChannelHandlerContext mine = context;
        if (mine == null) {
            return;
        }
        Object first;
        while (!inRoute && !waitsAtGate && mayWrite(mine.channel()) && (first = arrived.peek()) != null) {
            if (answersAtOnce(first)) {
                arrived.poll();
                pending.decrementAndGet();
            } else if (gate.enter(this)) {
                start(first);
            } else {
                waitsAtGate = true;
            }
        }
        readIfWanted();
        if (inputEnded && !isBusy()) {
            mine.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE); // after the replies
        }
    }

    /** A message that has come whole is processed even if the other side has closed the connection since then. */
    private static boolean mayWrite(Channel channel) {
        return channel.isWritable() || !channel.isActive();
    }

    /** Called by the gate, on any thread: a place was taken for this connection. Returns false if it has no use for it. */
    final boolean admitted() {
        ChannelHandlerContext mine = context;
        if (mine == null) {
            return false;
        }
        try {
            mine.executor().execute(this::startAfterWait);
            return true;
        } catch (RejectedExecutionException e) {
            return false; // the event loops have stopped, and with them this connection
        }
    }

    private void startAfterWait() {
        waitsAtGate = false;
        Object first = arrived.peek();
        if (first == null) {
            gate.leave();
        } else {
            start(first);
            handOver();
        }
    }

    private void start(Object first) {
        Object[] batch = new Object[Math.min(arrived.size(), batchSize())];
        for (int i = 0; i < batch.length; i++) {
            batch[i] = arrived.poll();
        }
        inRoute = true;
        Batch work = new Batch(batch, executor(first));
        current = work;
        starting = true;
        try {
            work.goOn();
        } finally {
            starting = false;
        }
        Batch ended = endedMeanwhile;
        if (ended != null) {
            endedMeanwhile = null;
            isBack(ended);
        }
    }

    /** The batch that is in the route; of the thread that processes it. */
    private @Nullable Batch current;

    /** The route is done with the message that {@link #process} has returned false for; called on any thread. */
    final void goOn() {
        Batch work = current;
        if (work != null) {
            work.goOn();
        }
    }

    /** Messages that enter the route one after another. */
    private final class Batch implements Runnable {
        private final Object[] messages;
        private final @Nullable Executor executor;
        private int next;
        private boolean ended;

        Batch(Object[] messages, @Nullable Executor executor) {
            this.messages = messages;
            this.executor = executor;
        }

        void goOn() {
            if (next == messages.length) {
                end();
                return;
            }
            if (executor == null && loop().inEventLoop()) {
                run();
            } else {
                handTo(executor == null ? loop() : executor);
            }
        }

        @SuppressWarnings("CatchingUnchecked") // such as an OutOfMemoryError, if no more threads can be made
        private void handTo(Executor threads) {
            try {
                threads.execute(this);
            } catch (RejectedExecutionException e) {
                giveUp(); // the route has stopped
            } catch (Throwable e) {
                Log.warn(
                        ServerConnection.class,
                        "No thread could be had for a message from " + channel().remoteAddress()
                                + "; its connection is closed",
                        e);
                giveUp();
            }
        }

        @Override
        public void run() {
            if (ended) {
                isBack(this);
                handOver();
                return;
            }
            while (next < messages.length) {
                if (!mayWrite(channel())) {
                    end(); // the rest waits until the other side has read replies
                    return;
                }
                Object message = messages[next];
                if (discarded) {
                    giveUp();
                    return;
                }
                messages[next++] = ""; // it holds what it must no longer than the route does
                if (!process(message)) {
                    return;
                }
            }
            end();
        }

        /** The messages that are left will not enter the route, and are not acknowledged. */
        private void giveUp() {
            while (next < messages.length) {
                drop(messages[next++]);
            }
            closeConnection();
            end();
        }

        private void end() {
            ended = true;
            EventLoop loop = loop();
            if (loop.inEventLoop() && starting) {
                endedMeanwhile = this;
                return;
            }
            try {
                loop.execute(this);
            } catch (RejectedExecutionException e) { // the event loops have stopped, and with them this connection
                dropKept();
                gate.leave();
            }
        }

        /** Puts what has not entered the route back, in order. */
        private void putBack() {
            for (int i = messages.length - 1; i >= next; i--) {
                if (discarded) {
                    drop(messages[i]);
                } else {
                    arrived.addFirst(messages[i]);
                }
            }
        }
    }

    private void drop(Object message) {
        pending.decrementAndGet();
        dropped(message);
    }

    /** To be called by {@link #process} when a message enters the route. */
    final void entersRoute() {
        pending.decrementAndGet();
    }

    private void isBack(Batch done) {
        writeKept();
        done.putBack();
        current = null;
        inRoute = false;
        times.active();
        gate.leave();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext changed) {
        times.writable(changed.channel().isWritable());
        handOver();
    }

    /**
     * Reads on, or stops reading: as it is when the event loop comes to it, so calls may overtake each other. Messages
     * that were decoded already enter the route in either case.
     */
    final void pauseUnless(BooleanSupplier open) {
        onLoop(() -> {
            paused = !open.getAsBoolean();
            handOver();
        });
    }

    private void checkTimes(ChannelHandlerContext checked) {
        switch (times.check(reading, isBusy())) {
            case READ_TIMED_OUT -> readTimedOut(checked);
            case CLOSE -> Sockets.close(checked.channel());
            case GO_ON -> {}
        }
    }

    // ---- end

    @Override
    public void userEventTriggered(ChannelHandlerContext triggered, Object event) {
        if (event == ChannelInputShutdownEvent.INSTANCE) { // it sends no more, and may still read
            inputEnded = true;
            handOver();
        }
        triggered.fireUserEventTriggered(event);
    }

    @Override
    public void channelInactive(ChannelHandlerContext inactive) {
        inputEnded = true;
        handOver();
    }

    /** Gives up what has not entered the route yet, and closes the connection. */
    final void discard() {
        discarded = true;
        onLoop(() -> {
            arrived.forEach(this::drop);
            arrived.clear();
            closeConnection();
        });
    }

    /** Closes the connection if nothing on it is under way. */
    final void closeIfUnused() {
        onLoop(() -> {
            if (!isBusy() && !times.isPartial()) {
                closeConnection();
            }
        });
    }

    final boolean isBusy() {
        return inRoute || !arrived.isEmpty();
    }

    final Channel channel() {
        ChannelHandlerContext mine = context;
        if (mine == null) {
            throw new IllegalStateException("This connection is not open yet");
        }
        return mine.channel();
    }

    final boolean isOpen() {
        return channel().isActive();
    }

    /** Closes the connection when everything is written that was to be. */
    final void closeConnection() {
        var unused = channel().writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
    }

    private EventLoop loop() {
        return channel().eventLoop();
    }

    private void onLoop(Runnable task) {
        ChannelHandlerContext mine = context;
        if (mine != null) {
            try {
                mine.executor().execute(task);
            } catch (RejectedExecutionException e) {
                // it is closed
            }
        }
    }
}
