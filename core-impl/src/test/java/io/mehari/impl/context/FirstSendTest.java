package io.mehari.impl.context;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.ProducerTemplate;
import io.mehari.builder.RouteBuilder;
import io.mehari.impl.DefaultRoutingContext;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Law S4: a class whose static initializer meets a full stack can never be used again. So the first send of a program
 * runs no static initializer of Mehari; the start has run them.
 */
class FirstSendTest {
    private static final String BEGIN = "the first send begins";
    private static final String END = "the first send has ended";

    @ParameterizedTest
    @ValueSource(strings = {"pooled", "new"})
    void s4_theFirstSendRunsNoStaticInitializer(String exchanges) throws Exception {
        List<String> lines = linesOf(Sends.class, exchanges);
        assertThat(lines).contains(BEGIN, END);
        List<String> during = lines.subList(lines.indexOf(BEGIN), lines.indexOf(END));
        assertThat(during)
                .noneMatch(each -> each.contains("Initializing 'io/mehari/") && !each.contains("(no method)"));
    }

    private static List<String> linesOf(Class<?> program, String exchanges) throws Exception {
        Process child = new ProcessBuilder(
                        System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                        "-Xlog:class+init=info:stdout:none",
                        "-cp",
                        StartUpClassesTest.classPath(),
                        program.getName(),
                        exchanges)
                .redirectErrorStream(true)
                .start();
        String said = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(child.exitValue()).as(said).isZero();
        return said.lines().toList();
    }

    /** Sends and requests. */
    static final class Sends {
        private Sends() {}

        public static void main(String[] args) throws Exception {
            try (var context = new DefaultRoutingContext()) {
                if (args[0].equals("pooled")) {
                    context.getRoutingContextExtension().setExchangePool(8, false);
                }
                context.addRoutes(r -> {
                    r.from("direct:a")
                            .filter(RouteBuilder.body().isNotNull())
                            .setHeader("seen", RouteBuilder.constant(true))
                            .to("direct:b");
                    r.from("direct:b").process(exchange -> exchange.setBody("done"));
                });
                context.start();
                ProducerTemplate template = context.createProducerTemplate();
                System.out.println(BEGIN);
                template.sendBody("direct:a", "hello");
                template.requestBody("direct:a", "hello");
                System.out.println(END);
            }
        }
    }
}
