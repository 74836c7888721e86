package io.mehari.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.AsyncCallback;
import io.mehari.AsyncProcessor;
import io.mehari.Exchange;
import io.mehari.spi.ThreadPools;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Which thread does what. */
class ThreadsTest extends GuideSample {

    // region async
    record Ask(Executor client) implements AsyncProcessor {
        @Override
        public boolean process(Exchange exchange, AsyncCallback callback) {
            client.execute(() -> {
                exchange.setBody("100 kg of " + exchange.getBody()); // or exchange.setException(failure)
                callback.done(false); // the route continues on this thread
            });
            return false; // not done yet, and no thread waits
        }

        @Override
        public void process(Exchange exchange) {
            processAsync(exchange).join(); // for callers that can only wait
        }
    }
    // endregion

    @Test
    void aStepThatEndsLater() throws Exception {
        context.addRoutes(r -> r.from("direct:stock").process(new Ask(ForkJoinPool.commonPool())));
        context.start();
        assertThat(template.requestBody("direct:stock", "dates")).isEqualTo("100 kg of dates");
    }

    @Test
    void sendWithoutWaiting() throws Exception {
        context.addRoutes(r -> r.from("direct:stock").process(new Ask(ForkJoinPool.commonPool())));
        context.start();
        // region asyncRequest
        Future<Object> answer = template.asyncRequestBody("direct:stock", "dates");
        assertThat(answer.get()).isEqualTo("100 kg of dates");
        // endregion
    }

    @Test
    void aPoolWithAName() throws Exception {
        // region pool
        ThreadPools pools = context.getRoutingContextExtension().getThreadPools();
        context.getRegistry().bind("calls", pools.newPool("calls", 4, 100)); // 4 threads; 100 tasks may wait
        context.addRoutes(
                r -> r.from("direct:stock").threads().executorService("calls").process(new Ask(Runnable::run)));
        // endregion
        context.start();
        assertThat(template.requestBody("direct:stock", "dates")).isEqualTo("100 kg of dates");
    }

    @Test
    void virtualThreads() throws Exception {
        ThreadPools pools = context.getRoutingContextExtension().getThreadPools();
        if (Runtime.version().feature() < 21) {
            assertThatThrownBy(() -> pools.setVirtualThreads(true)).isInstanceOf(UnsupportedOperationException.class);
            return;
        }
        // region virtual
        context.getRoutingContextExtension().getThreadPools().setVirtualThreads(true); // before the start
        context.addRoutes(
                r -> r.from("seda:orders?concurrentConsumers=50").delay(5).to("mock:out"));
        // endregion
        context.start();
        mock("out").expectedMessageCount(1);
        template.sendBody("seda:orders", "dates");
        mock("out").assertIsSatisfied();
    }
}
