package io.mehari.docs;

import static io.mehari.builder.RouteBuilder.header;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.docs.PicturesTest.Pictured;
import io.mehari.processor.ThrottlerRejectedExecutionException;
import io.mehari.spi.ThreadPoolRejectedPolicy;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** Waiting, and other threads. */
class TimeTest extends GuideSample {

    @Test
    @Pictured("delay")
    void delay() throws Exception {
        // region delay
        context.addRoutes(r -> r.from("direct:orders")
                .delay(20) // no thread waits
                .delay(header("wait")) // in milliseconds; no delay if the header is absent
                .to("mock:out"));
        // endregion
        context.start();
        mock("out").expectedMessageCount(1);
        template.sendBody("direct:orders", "dates");
        mock("out").assertIsSatisfied();
    }

    @Test
    @Pictured("throttle")
    void throttle() throws Exception {
        // region throttle
        context.addRoutes(r -> {
            r.from("direct:orders").throttle(100).to("mock:out"); // 100 messages per second
            r.from("direct:strict")
                    .throttle(1)
                    .timePeriodMillis(60_000)
                    .rejectExecution(true)
                    .to("mock:out");
        });
        context.start();
        template.sendBody("direct:strict", "the first of this minute");
        assertThatThrownBy(() -> template.sendBody("direct:strict", "the second"))
                .hasCauseInstanceOf(ThrottlerRejectedExecutionException.class);
        // endregion
        template.sendBody("direct:orders", "an order");
        mock("out").expectedMessageCount(2);
        mock("out").assertIsSatisfied();
    }

    @Test
    @Pictured("threads-step")
    void threads() throws Exception {
        List<String> names = new CopyOnWriteArrayList<>();
        // region threads
        context.addRoutes(r -> r.from("direct:orders")
                .threads(4)
                .threadName("packing")
                .maxQueueSize(200)
                .rejectedPolicy(ThreadPoolRejectedPolicy.Abort) // a message fails if the pool has no room for it
                .process(exchange -> names.add(Thread.currentThread().getName())));
        context.start();
        template.sendBody("direct:orders", "dates"); // returns when the route has ended
        assertThat(names.get(0)).contains("packing");
        // endregion
    }
}
