package io.mehari.simple;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.mehari.Body;
import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.Header;
import io.mehari.ProducerTemplate;
import io.mehari.builder.RouteBuilder;
import io.mehari.impl.DefaultRoutingContext;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Law R1: a call of a method of a bean allocates nothing. */
class BeanAllocationTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int CALLS = 10_000;
    private static final int BATCHES = 12;
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(30);

    /** Each exchange is stored here, so that the compiler cannot remove its allocation. */
    @SuppressWarnings("UnusedVariable")
    private static volatile Object escaped = "";

    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final ProducerTemplate template = context.createProducerTemplate();

    @AfterEach
    void stop() {
        context.stop();
    }

    /** Methods with the arguments that a processor would read itself. */
    public static final class Keeping {
        public void keep(Exchange exchange, String body, @Header("none") @Nullable String header) {
            escaped = exchange;
        }

        public boolean isGood(@Body Object body) {
            return body == escaped;
        }
    }

    @Test
    void r1_aMethodOfABeanCostsNothing() throws Exception {
        Keeping bean = new Keeping();
        context.addRoutes(r -> r.from("direct:a")
                .bean(bean, "keep")
                .filter(RouteBuilder.method(bean, "isGood"))
                .stop()
                .end()
                .process(exchange -> escaped = exchange));
        context.start();

        assertThat(perSend(context.getEndpoint("direct:a"))).isEqualTo(80);
    }

    /** The bytes of the best batch: in the first ones the compiler has not yet removed what it will remove. */
    private double perSend(Endpoint endpoint) {
        long least = Long.MAX_VALUE;
        long start = System.nanoTime();
        for (int i = 0; i < BATCHES || (least % CALLS != 0 && System.nanoTime() - start < LONGEST_NANOS); i++) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            for (int call = 0; call < CALLS; call++) {
                template.sendBody(endpoint, "body");
            }
            least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
        }
        return (double) least / CALLS;
    }
}
