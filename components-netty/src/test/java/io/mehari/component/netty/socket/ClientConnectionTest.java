package io.mehari.component.netty.socket;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Exchange;
import io.mehari.component.netty.ConnectionFailedException;
import io.mehari.component.netty.HostileServer;
import io.mehari.connector.SendCompletion;
import io.mehari.impl.DefaultRoutingContext;
import io.netty.channel.EventLoop;
import io.netty.channel.IoEventLoopGroup;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of a call when its connection has no memory for a timer, and when its sender gives up. */
class ClientConnectionTest {
    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private Loop loop;
    private SocketEndpoint endpoint;
    private HostileServer server;
    private ClientPool pool;
    private ClientConnection connection;
    private EmbeddedChannel channel;

    @BeforeEach
    void start() throws Exception {
        context.start();
        server = new HostileServer(HostileServer.LINES, (request, out) -> {});
        endpoint = context.getEndpoint("netty:tcp://localhost:" + server.port + "?textline=true", SocketEndpoint.class);
        loop = new Loop((IoEventLoopGroup) endpoint.loops());
        pool = new ClientPool(endpoint, endpoint);
        connection = new ClientConnection(pool, endpoint, endpoint);
        channel = new EmbeddedChannel() {
            @Override
            @SuppressWarnings("ConstantValue") // the constructor of the superclass asks for it
            public EventLoop eventLoop() {
                return loop == null ? super.eventLoop() : loop;
            }
        };
        connection.addTo(channel.pipeline());
        connection.opened(channel);
    }

    @AfterEach
    void stop() throws Exception {
        context.close();
        server.close();
    }

    private final class Sent extends Call {
        private final Exchange exchange;

        Sent(Exchange exchange) {
            super(endpoint.queuedSends(), endpoint, exchange, doneSync -> {}, SendCompletion.Reply, "message", null);
            this.exchange = exchange;
        }
    }

    private Sent send() {
        Sent call = new Sent(endpoint.createExchange());
        connection.send(call);
        return call;
    }

    /** On a connection that has been used and whose loop is late, the write waits; on others it has a time limit. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void withoutMemoryForATimerTheCallFailsUnsentAndNoOtherConnectionGetsIt(boolean used) {
        connection.used = used;
        loop.late = used;
        loop.scarce = true;
        Sent call = send();
        assertThat(call.exchange.getException()).isInstanceOf(ConnectionFailedException.class);
        assertThat(channel.isOpen()).isFalse();
        assertThat(channel.outboundMessages()).as("written").isEmpty();
        assertThat(pool.connectionCount()).as("connections for it").isEqualTo(-1); // the place of the closed one
    }

    @Test
    void withoutMemoryForATaskTheCallFailsAndItsPlaceIsFree() {
        loop.full = true;
        Sent call = send();
        assertThat(call.exchange.getException()).isInstanceOf(ConnectionFailedException.class);
        assertThat(channel.isOpen()).isFalse();
        assertThat(pool.connectionCount()).isEqualTo(-1); // the place of the closed one
    }

    @Test
    void aCallWhoseSenderGivesUpWhileItWaitsIsNotKept() {
        connection.used = true;
        loop.late = true;
        Sent call = send();
        call.fail(new IllegalStateException("its sender has given up"));
        loop.runNext();
        assertThat(connection).hasFieldOrPropertyWithValue("late", null);
        assertThat(channel.isOpen()).isTrue();
    }

    /** It would be kept as long as the timer that closes unused connections. */
    @Test
    void s1_anUnusedConnectionThatHasEndedIsKeptByNoTimer() {
        Sent call = new Sent(endpoint.createExchange());
        call.fail(new IllegalStateException("its sender has given up"));
        connection.send(call);
        assertThat(loop.timer.isCancelled()).isFalse();
        assertThat(channel.close().isSuccess()).isTrue();
        assertThat(loop.timer.isCancelled()).isTrue();
    }

    /** The thread of the test. */
    private static final class Loop extends SteadyEventLoop {
        private final Queue<Runnable> scheduled = new ArrayDeque<>();
        private boolean scarce;
        private boolean late;
        private boolean full;
        private ScheduledFuture<?> timer;

        Loop(IoEventLoopGroup group) {
            super(group, Runnable::run, NioIoHandler.newFactory());
        }

        @Override
        boolean isLate() {
            return late;
        }

        @Override
        public boolean inEventLoop(Thread thread) {
            return true;
        }

        @Override
        public void execute(Runnable task) {
            if (full) {
                throw new OutOfMemoryError("a fault that the test asked for");
            }
            task.run();
        }

        @Override
        public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
            if (scarce) {
                throw new OutOfMemoryError("a fault that the test asked for");
            }
            scheduled.add(task);
            timer = super.schedule(task, delay, unit);
            return timer;
        }

        void runNext() {
            scheduled.remove().run();
        }
    }
}
