package io.mehari.component.camel;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.impl.DefaultRoutingContext;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.camel.CamelContext;
import org.apache.camel.ProducerTemplate;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A route with {@code camel:} on both ends, on virtual threads of Mehari, of Camel, and of both. */
@Timeout(120)
@EnabledForJreRange(min = JRE.JAVA_21, disabledReason = "this JDK has no virtual threads")
class VirtualThreadsTest {
    private static final int MESSAGES = 300;

    private final Set<String> ofMehari = ConcurrentHashMap.newKeySet();
    private final Set<String> ofCamel = ConcurrentHashMap.newKeySet();
    private final CountDownLatch done = new CountDownLatch(MESSAGES);

    /** Of a process of its own: Camel reads its setting once. The argument says whether Mehari's threads are virtual. */
    public static void main(String[] args) throws Exception {
        new VirtualThreadsTest().run(Boolean.parseBoolean(args[0]));
    }

    private static String kind() {
        return Thread.currentThread().getClass().getSimpleName().contains("Virtual") ? "virtual" : "platform";
    }

    private void run(boolean virtual) throws Exception {
        DefaultRoutingContext context = new DefaultRoutingContext();
        context.getRoutingContextExtension().getThreadPools().setVirtualThreads(virtual);
        CamelContext camel = ((CamelComponent) context.hasComponent("camel")).getCamelContext();
        camel.addRoutes(new org.apache.camel.builder.RouteBuilder() {
            @Override
            public void configure() {
                from("direct:last").threads(2).process(exchange -> {
                    ofCamel.add(kind());
                    done.countDown();
                });
            }
        });
        context.addRoutes(route -> {
            route.from("camel:seda:first?concurrentConsumers=4&mehari.maxInFlight=10")
                    .process(exchange -> ofCamel.add(kind()))
                    .delay(1)
                    .to("seda:between");
            route.from("seda:between?concurrentConsumers=4&waitForTaskToComplete=Never")
                    .process(exchange -> ofMehari.add(kind()))
                    .to("camel:direct:last");
        });
        context.start();
        ProducerTemplate template = camel.createProducerTemplate();
        for (int i = 0; i < MESSAGES; i++) {
            template.sendBody("seda:first", i);
        }
        boolean all = done.await(60, TimeUnit.SECONDS);
        context.stop();
        System.out.println(
                all + " " + ofMehari + " " + ofCamel + " " + context.stats().inflight());
    }

    @ParameterizedTest
    @CsvSource({"virtual, platform", "platform, virtual", "virtual, virtual"})
    void aRouteBetweenTwoEndpointsOfCamelRunsOnVirtualThreads(String mehari, String camel) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Dcamel.threads.virtual.enabled=" + camel.equals("virtual"),
                        "-cp",
                        System.getProperty("java.class.path"),
                        VirtualThreadsTest.class.getName(),
                        String.valueOf(mehari.equals("virtual")))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(said).contains("true [" + mehari + "] [" + camel + "] 0");
        } finally {
            process.destroyForcibly();
        }
    }
}
