package io.mehari.impl.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.mehari.AsyncCallback;
import io.mehari.AsyncProcessor;
import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.ProducerTemplate;
import io.mehari.SendInterruptedException;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.impl.exchange.Exchanges;
import io.mehari.impl.exchange.Pools;
import io.mehari.spi.Synchronization;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An interrupted sender returns at once. The exchange is ended once, when the route is done with it. */
class InterruptedSendTest {

    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final ProducerTemplate template = context.createProducerTemplate();
    private final Exchanges pool = Pools.in(context, 8, false);
    private final BlockingQueue<AsyncCallback> underWay = new LinkedBlockingQueue<>();
    private final AtomicInteger completed = new AtomicInteger();

    /** Takes as long as the test likes. */
    private final class Slow implements AsyncProcessor {
        @Override
        public void process(Exchange exchange) {
            throw new AssertionError("called without a callback");
        }

        @Override
        public boolean process(Exchange exchange, AsyncCallback callback) {
            exchange.getExchangeExtension().addOnCompletion(new Synchronization() {
                @Override
                public void onComplete(Exchange completedExchange) {
                    completed.incrementAndGet();
                }

                @Override
                public void onFailure(Exchange failedExchange) {
                    completed.addAndGet(100);
                }
            });
            underWay.add(callback);
            return false;
        }
    }

    @BeforeEach
    void start() throws Exception {
        context.addRoutes(r -> r.from("direct:a").process(new Slow()));
        context.start();
    }

    @AfterEach
    void stop() {
        context.stop();
    }

    private void interrupt(Runnable send) throws Exception {
        BlockingQueue<Throwable> thrown = new LinkedBlockingQueue<>();
        Thread sender = new Thread(() -> thrown.add(catchThrowable(send::run)));
        sender.start();
        AsyncCallback callback = underWay.poll(10, TimeUnit.SECONDS);
        assertThat(callback).isNotNull();
        sender.interrupt();
        assertThat(thrown.poll(10, TimeUnit.SECONDS)).isInstanceOf(SendInterruptedException.class);
        assertThat(completed).as("still under way").hasValue(0);
        callback.done(false);
        assertThat(completed).hasValue(1);
    }

    @Test
    void x1_anInterruptedSendReleasesItsExchange() throws Exception {
        interrupt(() -> template.sendBody("direct:a", "x"));
        assertThat(pool.statistics().inUse()).isZero();
    }

    @Test
    void x1_anInterruptedRequestReleasesItsExchange() throws Exception {
        interrupt(() -> template.requestBody("direct:a", "x"));
        assertThat(pool.statistics().inUse()).isZero();
    }

    @Test
    void u2_anExchangeOfTheCallerIsEndedAndNotReleased() throws Exception {
        Exchange exchange = pool.create(ExchangePattern.InOut);
        interrupt(() -> template.send("direct:a", exchange));
        assertThat(pool.statistics().inUse()).isEqualTo(1);
        assertThat(Pools.release(exchange)).isTrue();
        assertThat(completed).hasValue(1);
    }

    @Test
    void x1_anExchangeThatEndsDuringTheInterruptIsReleasedOnce() throws Exception {
        for (int i = 0; i < 200; i++) {
            Thread sender = new Thread(() -> {
                var unused = catchThrowable(() -> template.requestBody("direct:a", "x"));
            });
            sender.start();
            AsyncCallback callback = underWay.poll(10, TimeUnit.SECONDS);
            assertThat(callback).isNotNull();
            Thread interrupter = new Thread(sender::interrupt);
            interrupter.start();
            callback.done(false);
            interrupter.join();
            sender.join();
        }
        assertThat(completed).hasValue(200);
        assertThat(pool.statistics().inUse()).isZero();
        assertThat(pool.statistics().refused()).isZero();
    }
}
