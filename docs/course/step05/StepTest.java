package step05;

import static org.assertj.core.api.Assertions.assertThat;

import course.Bytes;
import course.Cost;
import course.Figures;
import course.Layout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What an empty map costs, and that reading must not make one. */
class StepTest {

    private static final Object CONTEXT = new Object();

    private static After.Exchange after() {
        return new After.Exchange(CONTEXT);
    }

    /** What a log step does, and a filter, and whoever looks whether a header is there. */
    private static Object afterRead() {
        After.Exchange exchange = after();
        return exchange.getHeader("absent") == null ? exchange : null;
    }

    private static Object temptingRead() {
        Tempting.Exchange exchange = new Tempting.Exchange();
        return exchange.getHeader("absent") == null ? exchange : null;
    }

    @Test
    void figures() {
        Figures.of(StepTest.class)
                .row("all of a message", Cost.of(() -> new Before.Exchange(CONTEXT)), Cost.of(StepTest::after))
                .row("the first look for a header that is not there", added(true), added(false))
                .check();
    }

    /** In the first column the tempting form, since the eager one has paid before. */
    private static String added(boolean tempting) {
        long read = tempting ? Bytes.of(StepTest::temptingRead) : Bytes.of(StepTest::afterRead);
        long made = tempting ? Bytes.of(Tempting.Exchange::new) : Bytes.of(StepTest::after);
        return read - made + " B";
    }

    @Test
    void readingWritesNothing() {
        After.Exchange exchange = after();
        assertThat(exchange.getHeader("absent")).isNull();
        assertThat(exchange.getProperty("absent")).isNull();
        assertThat(exchange.headers).isNull();
        assertThat(exchange.properties).isNull();
    }

    // region race
    /** The first thread only reads; it is stopped between seeing that there is no map and making one. */
    @Test
    void aReaderThrowsAwayWhatAnotherThreadHasPut() throws Exception {
        Thread writer = Thread.currentThread();
        CountDownLatch seenNone = new CountDownLatch(1);
        CountDownLatch hasPut = new CountDownLatch(1);
        Tempting.Exchange exchange = new Tempting.Exchange() {
            @Override
            Map<String, Object> newMap() {
                if (Thread.currentThread() != writer) {
                    seenNone.countDown();
                    await(hasPut);
                }
                return super.newMap();
            }
        };
        Thread reader = new Thread(() -> exchange.getHeader("absent"));
        reader.start();
        await(seenNone);
        exchange.headers().put("Trace", 1);
        hasPut.countDown();
        reader.join();

        assertThat(exchange.getHeader("Trace")).isNull();
    }
    // endregion

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }

    @Test
    void theFirstWriteMakesTheMap() {
        After.Exchange exchange = after();
        exchange.setHeader("Content-Type", "text/plain");
        exchange.setProperty("tenant", 7);
        assertThat(exchange.getHeader("content-type")).isEqualTo("text/plain");
        assertThat(exchange.getProperty("tenant")).isEqualTo(7);
    }

    @Test
    void theIdIsMadeByItsFirstReadAndStays() {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            After.Exchange exchange = after();
            String id = exchange.id();
            assertThat(exchange.id()).isSameAs(id);
            ids.add(id);
        }
        assertThat(ids).doesNotHaveDuplicates();
    }

    @Test
    void theObjectItselfIsAsLargeAsBefore() {
        assertThat(Layout.size(After.Exchange.class)).isEqualTo(80);
        assertThat(Layout.size(Before.Exchange.class)).isEqualTo(80);
    }
}
