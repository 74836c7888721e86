package io.mehari.component.netty.socket;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.component.netty.Warnings;
import io.netty.channel.IoEventLoopGroup;
import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoRegistration;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.ThreadPerTaskExecutor;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SteadyEventLoopTest {
    private static final int SECONDS = 20;

    private final IoEventLoopGroup group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private volatile IntSupplier sockets = () -> 0;
    private final SteadyEventLoop loop = new SteadyEventLoop(
            group, new ThreadPerTaskExecutor(Executors.defaultThreadFactory()), threads -> new Sockets());

    @AfterEach
    void stop() {
        sockets = () -> 0;
        loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    }

    /** Without pauses that grow, 8 failures take 8 ms, and those of an interrupted thread no time. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void s4_aFailureThatLastsCausesOneWarningAndNeedsFewTurns(boolean interrupted) throws Exception {
        Semaphore failures = new Semaphore(0);
        sockets = () -> {
            failures.release();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            throw new OutOfMemoryError("a fault that the test asked for");
        };
        try (Warnings warnings = new Warnings()) {
            long begin = System.nanoTime();
            loop.execute(() -> {});
            assertThat(failures.tryAcquire(8, SECONDS, TimeUnit.SECONDS)).isTrue();
            assertThat(System.nanoTime() - begin).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(200));
            assertThat(warnings.text().split("\n")).hasSize(1);
            assertThat(warnings.text()).contains("a fault that the test asked for");
        }
        sockets = () -> 0;
        assertThat(loop.submit(() -> "it continues").get(SECONDS, TimeUnit.SECONDS))
                .isEqualTo("it continues");
    }

    @Test
    void itIsLateIfItHasServedItsSocketsForLong() throws Exception {
        AtomicInteger turns = new AtomicInteger();
        sockets = () -> {
            if (turns.getAndIncrement() == 0) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
                return 1;
            }
            return 0;
        };
        assertThat(loop.submit(loop::isLate).get(SECONDS, TimeUnit.SECONDS)).isTrue();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        while (loop.submit(loop::isLate).get(SECONDS, TimeUnit.SECONDS)) {
            assertThat(System.nanoTime()).as("it is still late").isLessThan(end);
        }
    }

    /** Serves what the test says. */
    private final class Sockets implements IoHandler {
        @Override
        public int run(IoHandlerContext context) {
            if (context.canBlock()) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
            }
            return sockets.getAsInt();
        }

        @Override
        public IoRegistration register(IoHandle handle) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void wakeup() {}

        @Override
        public boolean isCompatible(Class<? extends IoHandle> type) {
            return false;
        }
    }
}
