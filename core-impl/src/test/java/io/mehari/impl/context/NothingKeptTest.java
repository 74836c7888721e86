package io.mehari.impl.context;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.mehari.Endpoint;
import io.mehari.ProducerTemplate;
import io.mehari.impl.DefaultRoutingContext;
import java.io.File;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/**
 * A direct send whose exchange nobody keeps allocates nothing at all, where the JIT compiles the send and the route as
 * one: the program has one kind of step and one processor that are hot, and the JDK leaves out exception handlers that
 * were never needed (JDK 25 does, JDK 17 does not). A program of its own, since other tests make other steps hot. With
 * the default of InlineSmallCode it depends on which of two large methods is compiled first.
 */
class NothingKeptTest {

    @Test
    @EnabledForJreRange(min = JRE.JAVA_25)
    void r1_aSendThatNobodyKeepsAllocatesNothing() throws Exception {
        assertThat(bytesPerSend("nothing")).isLessThan(1);
        assertThat(bytesPerSend("stored")).isBetween(79.0, 81.0); // the measurement sees an exchange
    }

    private static double bytesPerSend(String kept) throws Exception {
        Process child = new ProcessBuilder(
                        System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                        "-Xmx64m",
                        "-XX:InlineSmallCode=6000",
                        "-cp",
                        StartUpClassesTest.classPath(),
                        Sends.class.getName(),
                        kept)
                .redirectErrorStream(true)
                .start();
        String said = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(child.exitValue()).as(said).isZero();
        return Double.parseDouble(said.strip());
    }

    /** Sends until the send is compiled, at most for twenty seconds, and prints the bytes of the last round. */
    static final class Sends {
        private static final int ROUND = 200_000;

        @SuppressWarnings("UnusedVariable")
        private static Object stored = "";

        private static long seen;

        private Sends() {}

        public static void main(String[] args) throws Exception {
            try (var context = new DefaultRoutingContext()) {
                context.addRoutes(r -> {
                    if (args[0].equals("stored")) {
                        r.from("direct:a").process(exchange -> stored = exchange);
                    } else {
                        r.from("direct:a").process(exchange -> seen++);
                    }
                });
                context.start();
                ProducerTemplate template = context.createProducerTemplate();
                Endpoint endpoint = context.getEndpoint("direct:a");
                double expected = args[0].equals("stored") ? 81 : 1;
                double bytes = round(template, endpoint);
                long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
                while (bytes > expected && System.nanoTime() - end < 0) {
                    bytes = round(template, endpoint);
                }
                System.out.println(bytes);
            }
        }

        private static double round(ProducerTemplate template, Endpoint endpoint) {
            ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            long begin = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < ROUND; i++) {
                template.sendBody(endpoint, "hello");
            }
            return (threads.getCurrentThreadAllocatedBytes() - begin) / (double) ROUND;
        }
    }
}
