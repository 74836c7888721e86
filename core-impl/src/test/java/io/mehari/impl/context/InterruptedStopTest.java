package io.mehari.impl.context;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.ProducerTemplate;
import io.mehari.RoutingContext;
import io.mehari.Service;
import io.mehari.impl.DefaultRoutingContext;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Laws R6 and S3: a stop by an interrupted thread takes its whole course, and keeps the interrupt. */
@Timeout(60)
class InterruptedStopTest {
    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final ProducerTemplate template = context.createProducerTemplate();
    private final CountDownLatch within = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);
    private final AtomicInteger done = new AtomicInteger();
    private final AtomicBoolean kept = new AtomicBoolean();

    enum Stop {
        STOP {
            @Override
            void call(RoutingContext context) {
                context.stop();
            }
        },
        CLOSE {
            @Override
            void call(RoutingContext context) {
                context.close();
            }
        },
        STOP_ROUTE {
            @Override
            void call(RoutingContext context) {
                context.getRouteController().stopRoute("a");
            }
        };

        abstract void call(RoutingContext context);
    }

    @BeforeEach
    void holdOneMessage() throws Exception {
        context.addRoutes(r -> r.from("direct:a").routeId("a").process(exchange -> {
            within.countDown();
            await(release);
            done.incrementAndGet();
        }));
        context.start();
        new Thread(() -> template.sendBody("direct:a", "1")).start();
        await(within);
    }

    @AfterEach
    void stop() {
        release.countDown();
        context.stop();
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private Thread begin(boolean interrupted, Stop how) {
        Thread stopping = new Thread(() -> {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            how.call(context);
            kept.set(Thread.currentThread().isInterrupted());
        });
        stopping.start();
        return stopping;
    }

    private void waitsForTheMessage(Thread stopping) throws InterruptedException {
        stopping.join(200);
        assertThat(stopping.isAlive()).as("the stop waits").isTrue();
        release.countDown();
        stopping.join(30_000);
        assertThat(stopping.isAlive()).isFalse();
        assertThat(done).hasValue(1);
        assertThat(kept).as("the interrupt is kept").isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void s3_anInterruptedThreadStopsAsAnyOther(Stop how) throws Exception {
        waitsForTheMessage(begin(true, how));
    }

    @ParameterizedTest
    @EnumSource
    void s3_aThreadThatIsInterruptedWhileItStopsGoesOn(Stop how) throws Exception {
        Thread stopping = begin(false, how);
        stopping.join(100);
        stopping.interrupt();
        waitsForTheMessage(stopping);
    }

    @Test
    void s3_aServiceThatWaitsInItsStopIsNotDisturbed() throws Exception {
        AtomicInteger waited = new AtomicInteger();
        Service slow = new Service() {
            @Override
            public void stop() {
                try {
                    Thread.sleep(1);
                    waited.incrementAndGet();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
        };
        context.addService(slow);
        Thread stopping = begin(false, Stop.STOP);
        stopping.interrupt(); // the message still holds the stop
        release.countDown();
        stopping.join(30_000);
        assertThat(waited).hasValue(1);
    }

    /** The tasks of a pool are accepted work, too. */
    @Test
    void s3_theTasksOfAPoolAreWaitedFor() throws Exception {
        ExecutorService pool =
                context.getRoutingContextExtension().getThreadPools().newPool("p", 1, 10);
        for (int i = 0; i < 5; i++) {
            pool.execute(() -> {
                try {
                    Thread.sleep(20);
                    done.incrementAndGet();
                } catch (InterruptedException e) {
                    done.addAndGet(100);
                }
            });
        }
        release.countDown();
        Thread stopping = begin(true, Stop.STOP);
        stopping.join(30_000);
        assertThat(done).hasValue(6);
    }
}
