package io.mehari.impl.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.mehari.Exchange;
import io.mehari.Message;
import io.mehari.impl.AllocatedBytes;
import io.mehari.impl.Clocks;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.spi.ExchangeExtension;
import java.io.File;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jol.datamodel.DataModel;
import org.openjdk.jol.datamodel.Model64;
import org.openjdk.jol.datamodel.Model64_Lilliput;
import org.openjdk.jol.info.ClassLayout;
import org.openjdk.jol.layouters.HotSpotLayouter;

/** E1 and E2: how large the exchange is, and what it is a subclass of. */
class ExchangeLayoutTest {

    /** From this version on the JVM knows compact object headers. */
    private static final int COMPACT_HEADERS = 24;

    @Test
    void e2_chainOfClassesIsLinearAndWithoutInterfaces() {
        List<Class<?>> chain = new ArrayList<>();
        for (Class<?> next = DefaultExchange.class; next != null; next = next.getSuperclass()) {
            assertThat(next.getInterfaces()).as("interfaces of " + next).isEmpty();
            chain.add(0, next);
        }
        assertThat(chain)
                .containsExactly(
                        Object.class,
                        Message.class,
                        Exchange.class,
                        ExchangeExtension.class,
                        AbstractExchange.class,
                        DefaultExchange.class);
        assertThat(chain.size())
                .as("the display of primary superclasses has 8 places")
                .isLessThanOrEqualTo(8);
        assertThat(chain.subList(1, 5))
                .as("one concrete class")
                .allMatch(type -> Modifier.isAbstract(type.getModifiers()));
    }

    @Test
    void e1_sizesOnThisJvm() {
        assertThat(SizesInThisJvm.measured()).endsWith("exchange 80, unit of work 40");
    }

    static Stream<Arguments> models() {
        DataModel usual = new Model64(true, true);
        DataModel compact = new Model64_Lilliput(true, 8, false);
        return Stream.of(
                Arguments.of("usual headers, 17", usual, 17, 80, 40),
                Arguments.of("usual headers, 25", usual, 25, 80, 40),
                Arguments.of("compact headers, 25", compact, 25, 80, 32));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("models")
    void e1_sizesInTheModels(String name, DataModel model, int jdk, long exchange, long work) {
        HotSpotLayouter layouter = new HotSpotLayouter(model, jdk);
        ClassLayout layout = ClassLayout.parseClass(DefaultExchange.class, layouter);
        assertThat(layout.instanceSize()).as(layout.toPrintable()).isEqualTo(exchange);
        assertThat(ClassLayout.parseClass(DefaultUnitOfWork.class, layouter).instanceSize())
                .isEqualTo(work);
    }

    @Test
    void e1_exchangeInAJvmWithCompactHeaders() throws Exception {
        assumeThat(Runtime.version().feature())
                .as("Skipped: JDK %s knows no compact object headers", Runtime.version())
                .isGreaterThanOrEqualTo(COMPACT_HEADERS);
        Process child = new ProcessBuilder(
                        System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                        "-XX:+UnlockExperimentalVMOptions",
                        "-XX:+UseCompactObjectHeaders",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        SizesInThisJvm.class.getName())
                .redirectErrorStream(true)
                .start();
        String said = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        assertThat(child.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(said).isEqualTo("object 8, exchange 80, unit of work 32");
    }

    /** Started in a JVM of its own. An object without fields shows which kind of header that JVM uses. */
    static final class SizesInThisJvm {
        private SizesInThisJvm() {}

        public static void main(String[] arguments) {
            System.out.println(measured());
        }

        static String measured() {
            DefaultRoutingContext context = new DefaultRoutingContext();
            context.getRoutingContextExtension().setClock(Clocks.off());
            Exchanges exchanges = new Exchanges(Origin.of(context));
            AbstractExchange one = new DefaultExchange(context);
            return "object " + AllocatedBytes.perCall(Object::new) + ", exchange "
                    + AllocatedBytes.perCall(() -> exchanges.create(io.mehari.ExchangePattern.InOnly))
                    + ", unit of work " + AllocatedBytes.perCall(() -> new DefaultUnitOfWork(one));
        }
    }
}
