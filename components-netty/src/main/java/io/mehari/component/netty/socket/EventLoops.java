package io.mehari.component.netty.socket;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The threads that serve the sockets of a component. They run user code only with {@code runOnEventLoop=true}. */
public final class EventLoops {
    private static final int MOST_BY_DEFAULT = 4;
    private static final long STOP_SECONDS = 5;

    final Names names;

    /** What all senders of the component receive. */
    final BufferedBytes replies;

    private final String name;
    private int threads = Math.min(MOST_BY_DEFAULT, Runtime.getRuntime().availableProcessors());
    private boolean nativeTransport;
    private @Nullable EventLoopGroup group;

    public EventLoops(String name) {
        this.name = name;
        this.names = new Names(name);
        this.replies = new BufferedBytes(name, Runtime.getRuntime().maxMemory() / SocketSettings.PART_OF_HEAP);
    }

    public synchronized void setThreads(int threads) {
        if (threads < 1) {
            throw new IllegalArgumentException("workerCount must be at least 1, not " + threads);
        }
        checkNotInUse("workerCount");
        this.threads = threads;
    }

    public synchronized void setNativeTransport(boolean nativeTransport) {
        checkNotInUse("nativeTransport");
        this.nativeTransport = nativeTransport;
    }

    private void checkNotInUse(String setting) {
        if (group != null) {
            throw new IllegalStateException(
                    setting + " cannot change while endpoints are in use: set it before the context starts");
        }
    }

    public synchronized EventLoopGroup get() {
        EventLoopGroup running = group;
        if (running == null) {
            running =
                    new MultiThreadIoEventLoopGroup(
                            threads,
                            new DefaultThreadFactory("mehari-" + name, true),
                            nativeTransport ? NativeTransport.handlers() : NioIoHandler.newFactory()) {
                        @Override
                        protected IoEventLoop newChild(
                                Executor executor, IoHandlerFactory handlers, Object... arguments) {
                            return new SteadyEventLoop(this, executor, handlers);
                        }
                    };
            group = running;
        }
        return running;
    }

    public void stop() {
        EventLoopGroup running;
        names.stop();
        synchronized (this) {
            running = group;
            group = null;
        }
        if (running != null) {
            running.shutdownGracefully(0, STOP_SECONDS, TimeUnit.SECONDS)
                    .awaitUninterruptibly(STOP_SECONDS + 1, TimeUnit.SECONDS);
        }
    }
}
