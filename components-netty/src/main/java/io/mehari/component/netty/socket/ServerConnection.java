package io.mehari.component.netty.socket;

import io.mehari.connector.Admission;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One connection of a route's server. Its messages enter the route one at a time, in the order in which they came. The
 * next message enters when the route is done with the one before it.
 */
public abstract class ServerConnection extends ChannelOwner implements Admission.Entrant, BufferedBytes.Entrant {
    /*
     * autoRead is off, and the next read is requested only if no message waits, decoded or not. So a connection holds a
     * batch of messages and the bytes of one read, at most 16 KB, in addition to the batch that is in the route.
     * Further bytes wait in the buffers of the two operating systems. When these are full, the other side cannot send.
     *
     * Only the event loop uses `arrived` and the fields that are neither final nor volatile, except `current`. A batch
     * of messages is passed to a thread of the route's pool. When it is done, a task passes it back to the event loop.
     * There is at most one batch at a time. If a batch ends within start() on the event loop, start() takes it back
     * without a task, so that there is no recursion from one request to the next. The batch leaves the gate only when
     * it is back, because until then the route is not done with it. Before that, the next messages are decoded, so that
     * a stop never counts none while some wait.
     */
    private static final Admission NO_GATE = new Admission(0);

    private final AtomicInteger pending;
    private final ArrayDeque<Object> arrived = new ArrayDeque<>();
    private final Intake intake;
    private final BufferedBytes buffered;
    private final HeldBytes held;

    /** The gate of the route that the batch is for. It is in the route, or the first of it waits. */
    private Admission gate = NO_GATE;

    private boolean reading;
    private boolean asking;
    private boolean inRoute;
    private boolean starting;
    private @Nullable Batch endedMeanwhile;

    /** The batch could not come back. Written by any thread, after everything else that it does with the batch. */
    private volatile boolean stranded;

    private boolean waitsAtGate;
    private boolean waitsToRead;
    private boolean waitsToEnter;
    private boolean paused;
    private boolean inputEnded;

    /** handOver() is at work. A call from within, such as by an event of a write, leaves the rest to it. */
    private boolean handing;

    /** The batch that is in the route, and whether its message has entered. Used by the thread that processes it. */
    private @Nullable Batch current;

    private boolean entered;

    /** Set at the end of a stop: messages that have not entered the route are dropped. */
    volatile boolean discarded;

    /**
     * @param pending counts the messages that were decoded and have not yet entered the route
     * @param inPieces whether the decoders do not ask for room, see {@link Intake}
     */
    public ServerConnection(
            SocketSettings settings,
            BufferedBytes buffered,
            AtomicInteger pending,
            long idleTimeoutMillis,
            boolean inPieces) {
        super(settings, idleTimeoutMillis);
        this.buffered = buffered;
        this.held = new HeldBytes(buffered);
        this.pending = pending;
        this.intake = new Intake(this, inPieces);
    }

    // ---- what a protocol does

    /** Runs a message through the route. Returns false if {@link #goOn} will be called when the route is done. */
    public abstract boolean process(Object message);

    /** The threads that run the route for this message and the rest of its batch; null for the event loop. */
    public abstract @Nullable RoutePool pool(Object first);

    public abstract int batchSize();

    /** Limits the messages in the route for this message. */
    public abstract Admission gate(Object first);

    /** Whether messages that wait are for nobody when the other side has closed the connection. */
    public boolean needsReader() {
        return false;
    }

    /** Answers a message that enters no route, on the event loop; false if it is for a route. */
    public boolean answersAtOnce(Object message) {
        return false;
    }

    /** Whether there is room for more bytes. If not, {@link #readOn} is called when there is. */
    public boolean mayRead() {
        return true;
    }

    /** A message will not enter the route; called on any thread. */
    public void dropped(Object message) {}

    /** A message has entered the route, but the route has thrown it back; called on the thread of the route. */
    public void lost(Object message) {}

    /** Called on the event loop when the batch is back from the route, to write the answer that was kept until then. */
    public void writeKept() {}

    /** Called on any thread instead of {@link #writeKept}, if the event loops have stopped. */
    public void dropKept() {}

    /** Called on the event loop when a message has taken too long to come. */
    public void readTimedOut(ChannelHandlerContext context) {
        Sockets.close(context.channel());
    }

    // ---- reading

    public final Intake intake() {
        return intake;
    }

    /** Whether another message, or a part of one, may be decoded. Asked only if there are bytes of one. */
    public boolean hasRoom() {
        return arrived.size() < batchSize();
    }

    /** Reads more if this is allowed. Called on any thread. */
    public final void readOn() {
        onLoop(this::readIfWanted);
    }

    final void bytesCame(int bytes) {
        times.bytesCame();
        held.came(bytes);
    }

    final void messageBegins() {
        times.messageBegins();
    }

    /** What was read last is not held here: it was dropped, or is counted elsewhere. */
    public final void passedOn() {
        held.passedOn();
    }

    /** Whether the message that is coming may become larger than one read. */
    public final boolean mayGrow() {
        return held.mayGrow();
    }

    public final void arrived(Object message) {
        times.messageIsWhole();
        held.messageIsWhole();
        arrived.add(message);
        pending.incrementAndGet();
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext read) {
        reading = false;
        handOver();
    }

    @Override
    void readIfWanted() {
        ChannelHandlerContext known = context;
        boolean watches = waitsAtGate && needsReader(); // a close would not be seen without a read
        boolean mayRead =
                !reading && !paused && !inputEnded && (arrived.isEmpty() || watches) && !intake.isHoldingBack();
        if (!mayRead || known == null || !mayRead()) {
            return;
        }
        if (held.mayRead()) { // perhaps because it holds less since it began to wait
            if (waitsToRead) {
                waitsToRead = false;
                buffered.messages.leave(this);
            }
            reading = true;
            asking = true;
            known.read();
            asking = false;
        } else if (!waitsToRead) {
            waitsToRead = true;
            buffered.messages.await(this);
        }
    }

    /** Whether it is the connection that asks the channel to read. */
    final boolean isAsking() {
        return asking;
    }

    @Override
    public final boolean roomCame(BufferedBytes.Room room) {
        return isCalled(room);
    }

    private void useRoom(BufferedBytes.Room room) {
        if (room == buffered.messages) {
            waitsToRead = false;
        } else {
            waitsToEnter = false;
        }
        try {
            handOver();
        } finally {
            room.wake();
        }
    }

    // ---- to the route and back

    /** Passes the arrived messages to the route, if this is possible now, and decodes more. */
    @SuppressWarnings("CatchingUnchecked") // such as an OutOfMemoryError: nothing would pass on what waits
    private void handOver() {
        ChannelHandlerContext known = context;
        if (known == null || handing || intake.isDecoding()) {
            return;
        }
        handing = true;
        try {
            do {
                passOn(known.channel());
            } while (arrived.isEmpty() && intake.decodeOn());
        } catch (Throwable e) {
            failed(e);
        } finally {
            handing = false;
        }
        readIfWanted();
        if (inputEnded && !isBusy()) {
            known.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE); // after the replies
        }
    }

    private void passOn(Channel channel) {
        if (broken || (!channel.isActive() && needsReader())) {
            discarded = true;
            dropArrived(); // if it waits at the gate, startAfterWait() finds nothing
            return;
        }
        Object first;
        while (!inRoute && !waitsAtGate && mayWrite(channel) && (first = arrived.peek()) != null) {
            if (answersAtOnce(first)) {
                answered();
            } else if (!mayReply(channel)) {
                awaitReplies();
                return;
            } else {
                gate = gate(first);
                waitsAtGate = !gate.enter(this);
                if (!waitsAtGate) {
                    start(first);
                }
            }
        }
    }

    private void answered() {
        arrived.poll();
        pending.decrementAndGet();
        releaseIfIdle();
        countReplies();
    }

    private void awaitReplies() {
        if (!waitsToEnter) {
            waitsToEnter = true;
            buffered.replies.await(this);
            buffered.makeRoom(loop());
        }
    }

    /** Whether the next message may enter the route. Called on any thread. */
    final boolean mayEnter() {
        Channel channel = channel();
        return mayWrite(channel) && mayReply(channel);
    }

    /** A complete message is processed even if the other side has closed the connection since then. */
    private static boolean mayWrite(Channel channel) {
        return channel.isWritable() || !channel.isActive();
    }

    private boolean mayReply(Channel channel) {
        return held.mayReply() || !channel.isActive();
    }

    /** The gate has given a place to this connection, on any thread. Returns false if the connection has ended. */
    @Override
    public final boolean admitted() {
        return isCalled(null);
    }

    @SuppressWarnings("CatchingUnchecked") // such as an OutOfMemoryError: another connection is called
    private boolean isCalled(BufferedBytes.@Nullable Room room) {
        try {
            return tryOnLoop(room == null ? this::startAfterWait : () -> useRoom(room));
        } catch (Throwable e) {
            broken(e);
            return false;
        }
    }

    @SuppressWarnings("CatchingUnchecked") // such as an OutOfMemoryError: its place must become free
    private void startAfterWait() {
        waitsAtGate = false;
        Object first = arrived.peek();
        boolean enters = false;
        try {
            enters = first != null && !answersAtOnce(first);
            if (first != null && !enters) { // its route has stopped
                answered();
            }
        } catch (Throwable e) {
            failed(e);
        } finally {
            if (!enters) {
                gate.leave();
            }
        }
        if (first != null && enters) {
            start(first);
        }
        handOver();
    }

    @SuppressWarnings("CatchingUnchecked") // such as an OutOfMemoryError
    private void start(Object first) {
        Batch work = null;
        starting = true;
        try {
            work = new Batch(this, Math.min(arrived.size(), batchSize()), pool(first));
            work.fill(arrived);
            inRoute = true;
            held.batchBegins();
            current = work;
            work.goOn();
        } catch (Throwable e) {
            if (work == null) {
                gate.leave();
            }
            failed(e);
        } finally {
            starting = false;
        }
        Batch ended = endedMeanwhile;
        if (ended != null) {
            endedMeanwhile = null;
            isBack(ended);
        }
    }

    /** The route is done with the message for which {@link #process} has returned false. Called on any thread. */
    public final void goOn() {
        Batch work = current;
        if (work != null) {
            work.goOn();
        }
    }

    /** Law S4: if the route throws, the connection is closed and the batch ends. False if it does not go on now. */
    @SuppressWarnings("CatchingUnchecked") // such as an OutOfMemoryError
    public final boolean enter(Object message, Batch batch) {
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
    public final boolean takesBack(Batch batch) {
        if (loop().inEventLoop() && starting) {
            endedMeanwhile = batch;
            return true;
        }
        return false;
    }

    /** On the event loop: the batch has come back by a task. */
    public final void cameBack(Batch batch) {
        isBack(batch);
        handOver();
    }

    /** The batch cannot come back. Its place becomes free. The rest follows when the connection is checked or ends. */
    public final void isStranded(Batch batch) {
        try {
            batch.dropRest();
            dropKept();
        } finally {
            gate.leave();
            stranded = true;
        }
    }

    private void takeBackStranded() {
        if (stranded) { // after it, the event loop reads what the thread of the route has written
            stranded = false;
            current = null;
            inRoute = false;
            held.batchIsBack(intake.context());
            dropArrived(); // the connection is broken
        }
    }

    /** Puts a message that has not entered the route back to the head of the queue. */
    public final void putBack(Object message) {
        if (discarded) {
            drop(message);
        } else {
            arrived.addFirst(message);
        }
    }

    public final void drop(Object message) {
        pending.decrementAndGet();
        dropped(message);
    }

    /** {@link #process} calls this when a message enters the route. */
    public final void entersRoute() {
        pending.decrementAndGet();
        entered = true;
    }

    @SuppressWarnings("CatchingUnchecked") // such as an OutOfMemoryError: its place must become free
    private void isBack(Batch done) {
        Admission its = gate;
        boolean before = handing;
        handing = true; // a write may call handOver(), which would start the next batch within takeBack()
        try {
            takeBack(done);
        } catch (Throwable e) {
            failed(e);
            done.dropRest();
        } finally {
            handing = before;
            its.leave();
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
            held.batchIsBack(intake.context());
        }
        if (arrived.isEmpty()) {
            intake.decodeOn();
            releaseIfIdle();
        }
    }

    private void releaseIfIdle() {
        if (!isBusy()) {
            held.releaseMessages(isOpen() && (times.isPartial() || intake.isHoldingBack()));
        }
    }

    private void countReplies() {
        held.countUnread(intake.context());
    }

    /** The route has made a reply of that length. Called on the thread of the route, before the reply is written. */
    public final void replyMade(int bytes) {
        held.made(bytes);
    }

    /** Whether replies wait that the socket has not taken. Called on any thread. */
    public final boolean hasUnread() {
        return held.hasUnread();
    }

    /** Replies of all connections fill their part of the memory: closes if nothing was written since the last round. */
    final void closeIfUnread(long round) {
        onLoop(() -> {
            if (held.isUnread(channel(), round)) {
                Sockets.close(channel());
                buffered.closedUnread();
            }
        });
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext changed) {
        countReplies();
        handOver();
    }

    /**
     * Resumes or stops reading. The event loop evaluates {@code open} when it runs the task, so the order of several
     * calls does not matter. Messages that are already decoded enter the route in either case.
     */
    public final void pauseUnless(BooleanSupplier open) {
        onLoop(() -> {
            paused = !open.getAsBoolean();
            handOver();
        });
    }

    @Override
    void check(ChannelHandlerContext checked) {
        takeBackStranded();
        if (broken) {
            dropArrived();
        }
        if (unclosed) {
            Sockets.close(checked.channel());
        }
        countReplies();
        times.unwritten(HeldBytes.unwritten(checked.channel()));
        if (times.hasMessageTimedOut(reading || waitsToRead)) {
            readTimedOut(checked);
        } else if (times.isOver(isBusy())) {
            Sockets.close(checked.channel());
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
        takeBackStranded();
        handOver();
        countReplies();
        releaseIfIdle();
        if (waitsToRead) {
            buffered.messages.leave(this);
        }
        if (waitsToEnter) {
            buffered.replies.leave(this);
        }
        endChecksIfOver();
    }

    /** Drops the messages that have not entered the route, and closes the connection. */
    public final void discard() {
        discarded = true;
        onLoop(() -> {
            dropArrived();
            closeAtStop();
        });
    }

    /** Closes a connection whose messages were dropped, on the event loop. */
    public void closeAtStop() {
        closeConnection();
    }

    private void failed(Throwable why) {
        broken(why);
        dropArrived();
    }

    private void dropArrived() {
        Object each;
        while ((each = arrived.poll()) != null) {
            drop(each);
        }
        releaseIfIdle();
    }

    /** Whether a message is coming, waits, or is in the route. On the event loop. */
    public final boolean isUsed() {
        return isBusy() || times.isPartial();
    }

    @Override
    public final boolean isBusy() {
        return inRoute || !arrived.isEmpty();
    }
}
