package io.mehari.component.netty.socket;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import java.lang.reflect.Field;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/** An event loop that takes no task from other threads while {@link #scarce}, as if the memory had run out. */
public final class ScarceLoops {
    public volatile boolean scarce;

    /** How many of the next connections cannot be registered. */
    public final AtomicInteger unregistered = new AtomicInteger();

    /** How often it has refused a task. */
    public final AtomicInteger refused = new AtomicInteger();

    /** The connections, in the order in which they were opened. */
    public final List<Channel> connections = new CopyOnWriteArrayList<>();

    public ScarceLoops(EventLoops loops) throws ReflectiveOperationException {
        Field group = EventLoops.class.getDeclaredField("group");
        group.setAccessible(true);
        group.set(loops, new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory()) {
            @Override
            protected IoEventLoop newChild(Executor executor, IoHandlerFactory handlers, Object... arguments) {
                return new SteadyEventLoop(this, executor, handlers) {
                    @Override
                    public void execute(Runnable task) {
                        if (scarce && !inEventLoop()) {
                            refused.incrementAndGet();
                            throw new OutOfMemoryError("a fault that the test asked for");
                        }
                        super.execute(task);
                    }

                    @Override
                    public ChannelFuture register(Channel channel) {
                        if (unregistered.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                            throw new OutOfMemoryError("a fault that the test asked for");
                        }
                        if (channel instanceof SocketChannel) {
                            connections.add(channel);
                        }
                        return super.register(channel);
                    }
                };
            }
        });
    }
}
