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
 * One connection of a route's server. Its messages enter the route one at a time, in the order in which they came. The
 * next message enters when the route is done with the one before it.
 */
abstract class ServerConnection extends ChannelInboundHandlerAdapter {
    /*
     * autoRead is off, and the next read is requested only if no message waits, decoded or not. So a connection holds a
     * batch of messages and the bytes of one read, at most 16 KB, in addition to the batch that is in the route. Further
     * bytes wait in the buffers of the two operating systems. When these are full, the other side cannot send.
     *
     * Only the event loop uses `arrived` and the fields that are neither final nor volatile, except `current`. A batch
     * of messages is passed to a thread of the route's pool. When it is done, a task passes it back to the event loop.
     * There is at most one batch at a time. If a batch ends within start() on the event loop, start() takes it back
     * without a task, so that there is no recursion from one request to the next. The batch leaves the gate only when
     * it is back, because until then the route is not done with it. Before that, the next messages are decoded, so that
     * a stop never counts none while some wait.
     */
    private static final Log FAILURES = new Log(ServerConnection.class);

    private final Gate gate;
    private final AtomicInteger pending;
    private final ArrayDeque<Object> arrived = new ArrayDeque<>();
    private final Intake intake;
    private volatile @Nullable ChannelHandlerContext context; // read by other threads in onLoop()
    private boolean reading;
    private boolean inRoute;
    private boolean starting;
    private @Nullable Batch endedMeanwhile;
    private boolean waitsAtGate;
    private boolean paused;
    private boolean inputEnded;

    /** handOver() is at work. A call from within, such as by an event of a write, leaves the rest to it. */
    private boolean handing;

    /** Whether the message that is being processed has entered the route. Used by the thread that processes it. */
    private boolean entered;

    /** Set at the end of a stop: messages that have not entered the route are dropped. */
    private volatile boolean discarded;

    /** Something here has failed. Messages that have not entered the route are dropped on the event loop. */
    private volatile boolean broken;

    /** To close the connection has failed. It is tried again. */
    private volatile boolean unclosed;

    private final ConnectionTimes times;

    /**
     * @param pending counts the messages that were decoded and have not yet entered the route
     * @param inPieces whether the decoders do not ask for room, see {@link Intake}
     */
    ServerConnection(
            SocketSettings settings, Gate gate, AtomicInteger pending, long idleTimeoutMillis, boolean inPieces) {
        this.gate = gate;
        this.pending = pending;
        this.times = new ConnectionTimes(settings, idleTimeoutMillis);
        this.intake = new Intake(this, inPieces);
    }

    // ---- what a protocol does

    /** Runs a message through the route. Returns false if {@link #goOn} will be called when the route is done. */
    abstract boolean process(Object message);

    /** The executor that runs the route for this message and the rest of its batch; null for the event loop. */
    abstract @Nullable Executor executor(Object first);

    /** The maximum number of messages in a batch. */
    abstract int batchSize();

    /** Answers a message that enters no route, on the event loop; false if it is for a route. */
    boolean answersAtOnce(Object message) {
        return false;
    }

    /** Whether there is room for more bytes. If not, {@link #readOn} is called when there is. */
    boolean mayRead() {
        return true;
    }

    /** A message will not enter the route; called on any thread. */
    void dropped(Object message) {}

    /** A message has entered the route, but the route has thrown it back; called on the thread of the route. */
    void lost(Object message) {}

    /** Called on the event loop when the batch is back from the route, to write the answer that was kept until then. */
    void writeKept() {}

    /** Called on any thread instead of {@link #writeKept}, if the event loops have stopped. */
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

    /** The first handler of the pipeline. */
    final Intake intake() {
        return intake;
    }

    /** Whether another message, or a part of one, may be decoded. */
    boolean hasRoom() {
        return arrived.size() < batchSize();
    }

    /** Called by the first handler of the pipeline when bytes have come. */
    final void bytesCame() {
        times.bytesCame();
    }

    /**
     * For a message that is already in the route: a part of it has come, and the time limit for the next part starts.
     */
    final void nextPart() {
        times.nextPart();
    }

    /** For a message that is already in the route: its last part has come. */
    final void lastPartCame() {
        times.messageIsWhole();
    }

    /** Reads more if this is allowed. Called on any thread. */
    final void readOn() {
        onLoop(this::readIfWanted);
    }

    /** Whether the calling thread is an event loop. Event loops must not wait for bytes, because they read them. */
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
        arrived.add(message);
        pending.incrementAndGet();
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext read) {
        reading = false;
        handOver();
    }

    private void readIfWanted() {
        ChannelHandlerContext mine = context;
        boolean mayRead = !reading && !paused && !inputEnded && arrived.isEmpty() && !intake.isHoldingBack();
        if (mayRead && mine != null && mayRead()) {
            reading = true;
            mine.read();
        }
    }

    // ---- to the route and back

    /** Passes the arrived messages to the route, if this is possible now, and decodes more. */
    @SuppressWarnings("CatchingUnchecked") // such as an OutOfMemoryError: nothing would pass on what waits
    private void handOver() {
        ChannelHandlerContext mine = context;
        if (mine == null || handing || intake.isDecoding()) {
            return;
        }
        handing = true;
        try {
            do {
                passOn(mine.channel());
            } while (arrived.isEmpty() && intake.decodeOn());
        } catch (Throwable e) {
            dropArrived();
            broken(e);
        } finally {
            handing = false;
        }
        readIfWanted();
        if (inputEnded && !isBusy()) {
            mine.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE); // after the replies
        }
    }

    private void passOn(Channel channel) {
        if (broken) {
            dropArrived(); // if it waits at the gate, startAfterWait() finds nothing
            return;
        }
        Object first;
        while (!inRoute && !waitsAtGate && mayWrite(channel) && (first = arrived.peek()) != null) {
            if (answersAtOnce(first)) {
                arrived.poll();
                pending.decrementAndGet();
            } else if (gate.enter(this)) {
                start(first);
            } else {
                waitsAtGate = true;
            }
        }
    }

    /** A complete message is processed even if the other side has closed the connection since then. */
    private static boolean mayWrite(Channel channel) {
        return channel.isWritable() || !channel.isActive();
    }

    /**
     * Called by the gate, on any thread, when it has given a place to this connection. Returns false if the connection
     * has ended.
     */
    @SuppressWarnings("CatchingUnchecked") // such as an OutOfMemoryError: the place goes to another connection
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
        } catch (Throwable e) {
            broken(e);
            return false;
        }
    }

    private void startAfterWait() {
        waitsAtGate = false;
        Object first = arrived.peek();
        if (first == null) {
            gate.leave();
        } else {
            startOrDrop(first);
            handOver();
        }
    }

    @SuppressWarnings("CatchingUnchecked") // such as an OutOfMemoryError
    private void startOrDrop(Object first) {
        try {
            start(first);
        } catch (Throwable e) {
            dropArrived();
            broken(e);
        }
    }

    private void start(Object first) {
        Batch work;
        try {
            work = new Batch(this, Math.min(arrived.size(), batchSize()), executor(first));
        } catch (Throwable e) {
            gate.leave();
            throw e;
        }
        work.fill(arrived);
        inRoute = true;
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

    /** The batch that is in the route. Used by the thread that processes it. */
    private @Nullable Batch current;

    /** The route is done with the message for which {@link #process} has returned false. Called on any thread. */
    final void goOn() {
        Batch work = current;
        if (work != null) {
            work.goOn();
        }
    }

    /** Whether the next message of a batch may enter the route; if not, the rest of the batch waits. */
    final boolean mayEnter() {
        return mayWrite(channel());
    }

    final boolean isDiscarded() {
        return discarded;
    }

    /**
     * Law S4: if the route or what is before it throws, the connection is closed, and the batch ends. Returns false if
     * the batch does not go on now.
     */
    @SuppressWarnings("CatchingUnchecked") // such as an OutOfMemoryError
    final boolean enter(Object message, Batch batch) {
        entered = false;
        try {
            return process(message);
        } catch (Throwable e) {
            if (entered) {
                lost(message);
            } else {
                drop(message);
            }
            discarded = true; // also if the route goes on later
            broken(e);
            batch.giveUp();
            return false;
        }
    }

    /** Whether start() is at work, on the event loop, and takes the batch back itself. */
    final boolean takesBack(Batch batch) {
        if (loop().inEventLoop() && starting) {
            endedMeanwhile = batch;
            return true;
        }
        return false;
    }

    /** On the event loop: the batch has come back by a task. */
    final void cameBack(Batch batch) {
        isBack(batch);
        handOver();
    }

    /** The batch cannot come back. Its place becomes free. */
    final void isStranded(Batch batch) {
        try {
            batch.dropRest();
            dropKept();
        } finally {
            gate.leave();
        }
    }

    /** Puts a message that has not entered the route back to the head of the queue. */
    final void putBack(Object message) {
        if (discarded) {
            drop(message);
        } else {
            arrived.addFirst(message);
        }
    }

    final void drop(Object message) {
        pending.decrementAndGet();
        dropped(message);
    }

    /** {@link #process} calls this when a message enters the route. */
    final void entersRoute() {
        pending.decrementAndGet();
        entered = true;
    }

    @SuppressWarnings("CatchingUnchecked") // such as an OutOfMemoryError: its place must become free
    private void isBack(Batch done) {
        try {
            takeBack(done);
        } catch (Throwable e) {
            broken(e);
            done.dropRest();
            dropArrived();
        } finally {
            gate.leave();
        }
    }

    private void takeBack(Batch done) {
        current = null;
        inRoute = false;
        times.active();
        try {
            writeKept();
        } finally {
            done.putBack();
        }
        if (arrived.isEmpty()) {
            intake.decodeOn();
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext changed) {
        times.writable(changed.channel().isWritable());
        handOver();
    }

    /**
     * Resumes or stops reading. The event loop evaluates {@code open} when it runs the task, so the order of several
     * calls does not matter. Messages that are already decoded enter the route in either case.
     */
    final void pauseUnless(BooleanSupplier open) {
        onLoop(() -> {
            paused = !open.getAsBoolean();
            handOver();
        });
    }

    @SuppressWarnings("CatchingUnchecked") // such as an OutOfMemoryError: the next check must follow
    private void checkTimes(ChannelHandlerContext checked) {
        try {
            check(checked);
        } catch (Throwable e) {
            broken(e);
        }
    }

    private void check(ChannelHandlerContext checked) {
        if (broken) {
            dropArrived();
        }
        if (unclosed) {
            Sockets.close(checked.channel());
        }
        switch (times.check(reading, isBusy())) {
            case READ_TIMED_OUT -> readTimedOut(checked);
            case CLOSE -> Sockets.close(checked.channel());
            case GO_ON -> {}
        }
    }

    // ---- end

    @Override
    public void userEventTriggered(ChannelHandlerContext triggered, Object event) {
        if (event == ChannelInputShutdownEvent.INSTANCE) { // the client sends no more, but may still read
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

    /** Drops the messages that have not entered the route, and closes the connection. */
    final void discard() {
        discarded = true;
        onLoop(() -> {
            dropArrived();
            closeConnection();
        });
    }

    private void dropArrived() {
        Object each;
        while ((each = arrived.poll()) != null) {
            drop(each);
        }
    }

    /** Law S4: what has failed here, on any thread, ends this connection alone. */
    @SuppressWarnings("CatchingUnchecked") // to report may need the memory that is missing
    final void broken(Throwable failure) {
        broken = true; // first, it needs no memory
        close();
        try {
            FAILURES.warnOnceAMinute("A connection has failed and is closed", failure);
        } catch (Throwable e) {
            // what follows it must go on
        }
    }

    @SuppressWarnings("CatchingUnchecked") // to close may need the memory that is missing
    final void close() {
        try {
            closeConnection();
        } catch (Throwable e) {
            unclosed = true;
        }
    }

    /** Closes the connection if it has no message in progress. */
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

    /** Closes the connection when all pending writes are done. */
    final void closeConnection() {
        var unused = channel().writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
    }

    final EventLoop loop() {
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
