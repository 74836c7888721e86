package io.mehari.component.jms;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.impl.DefaultRoutingContext;
import io.mehari.spi.ThreadPools;
import jakarta.jms.ConnectionFactory;
import java.lang.reflect.Proxy;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class IntakeTest {
    private final DefaultRoutingContext context = new DefaultRoutingContext();

    @AfterEach
    void stop() {
        context.close();
    }

    @Test
    void aWorkerThatGetsNoThreadCostsNoPlace() {
        JmsComponent jms = new JmsComponent();
        jms.setConnectionFactory((ConnectionFactory) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {ConnectionFactory.class}, (proxy, method, given) -> {
                    throw new UnsupportedOperationException("no worker runs, so none connects");
                }));
        context.addComponent(jms);
        NoThreads threads = new NoThreads();
        context.getRoutingContextExtension().setThreadPools(threads);
        JmsEndpoint endpoint = context.getEndpoint("jms:in?maxConcurrentConsumers=2", JmsEndpoint.class);
        Intake intake = new Intake(new JmsConsumer(endpoint, endpoint.access(), exchange -> {}));
        intake.start();
        for (int i = 0; i < 3; i++) {
            intake.took(); // the one worker has a message, and the thread of another cannot be made
            assertThat(intake.busy()).isEqualTo(1);
            intake.ended();
        }
        assertThat(intake.busy()).isZero();
        assertThat(threads.refused).isEqualTo(3);
    }

    /** The first thread starts, and does nothing; no other can be had. */
    private static final class NoThreads extends ThreadPools {
        private int started;
        int refused;

        @Override
        public Thread newThread(String name, Runnable task) {
            return new Thread(() -> {}, name) {
                @Override
                public synchronized void start() {
                    if (started == 1) {
                        refused++;
                        throw new OutOfMemoryError("unable to create native thread: a fault that the test asked for");
                    }
                    started++;
                    super.start();
                }
            };
        }

        @Override
        public ExecutorService newPool(String name, int threads, int maxQueued) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Executor shared() {
            return Runnable::run;
        }

        @Override
        public Delayed schedule(Runnable task, long delay, TimeUnit unit) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean isVirtualThreads() {
            return false;
        }

        @Override
        public void setVirtualThreads(boolean virtualThreads) {}

        @Override
        public void start() {}

        @Override
        public void stop() {}
    }
}
