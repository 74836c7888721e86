package io.mehari.docs;

import static io.mehari.builder.RouteBuilder.body;
import static io.mehari.builder.RouteBuilder.constant;
import static io.mehari.builder.RouteBuilder.header;
import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Exchange;
import io.mehari.impl.DefaultRoutingContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page about the code names every package, and tells how many frames stand on the stack. */
class CodePageTest {
    private static final Path ROOT = Path.of("..");
    private final Map<String, Long> frames = new ConcurrentHashMap<>();

    private static String page() throws IOException {
        return Files.readString(ROOT.resolve("docs/code.md"));
    }

    @Test
    void everyPackageIsOnThePage() throws IOException {
        TreeSet<String> packages = new TreeSet<>();
        for (String module : HouseSize.MODULES) {
            Path sources = ROOT.resolve(module).resolve("src/main/java");
            try (Stream<Path> files = Files.walk(sources)) {
                files.filter(each -> each.toString().endsWith(".java"))
                        .map(each -> sources.relativize(each).getParent())
                        .filter(each -> each != null)
                        .forEach(each -> packages.add(each.toString().replace('/', '.')));
            }
        }
        packages.remove("io.mehari.collect.slots"); // what the maps are made of
        assertThat(packages).isNotEmpty();
        String page = page();
        assertThat(packages).allSatisfy(each -> assertThat(page).contains("| `" + each + "` |"));
    }

    private void count(String what) {
        frames.put(
                what,
                Arrays.stream(new Throwable().getStackTrace())
                        .map(StackTraceElement::getClassName)
                        .filter(each -> each.startsWith("io.mehari.") && !each.startsWith("io.mehari.docs."))
                        .count());
    }

    @Test
    void theFramesAreAsManyAsThePageSays() throws Exception {
        CountDownLatch queued = new CountDownLatch(1);
        try (var context = new DefaultRoutingContext()) {
            context.addRoutes(r -> {
                r.from("direct:a").process(exchange -> count("A send to `direct:`"));
                r.from("direct:split").split(body()).to("direct:choice");
                r.from("direct:choice")
                        .choice()
                        .when(header("none").isNull())
                        .process(exchange -> count("Split, then `direct:`, then choice"));
                r.from("direct:queue").to("seda:queue");
                r.from("seda:queue").process(exchange -> {
                    count("Through `seda:`");
                    queued.countDown();
                });
                r.from("direct:fails")
                        .onException(IllegalStateException.class)
                        .handled(true)
                        .process(exchange -> count("A failure with an `onException`"))
                        .end()
                        .process(CodePageTest::fail);
                r.from("direct:group")
                        .aggregate(constant(1), (old, added) -> added)
                        .completionSize(1)
                        .process(exchange -> count("A group that is complete"));
            });
            context.start();
            var template = context.createProducerTemplate();
            template.sendBody("direct:a", 1);
            template.sendBody("direct:split", List.of(1));
            template.sendBody("direct:queue", 1);
            template.sendBody("direct:fails", 1);
            template.sendBody("direct:group", 1);
            assertThat(queued.await(20, TimeUnit.SECONDS)).isTrue();
        }
        String page = page();
        assertThat(frames).hasSize(5);
        frames.forEach(
                (what, count) -> assertThat(page).containsPattern("\\*\\*" + what + "\\*\\* \\(" + count + " frames"));
    }

    private static void fail(Exchange exchange) {
        throw new IllegalStateException("on purpose");
    }
}
