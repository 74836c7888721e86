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

/** The cost of an empty map, and why a read must not create one. */
class StepTest {

    private static final Object CONTEXT = new Object();

    private static After.Exchange after() {
        return new After.Exchange(CONTEXT);
    }

    /** Checks if a header is present, as a filter or a log step does. */
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
                .known("a whole message", Cost.of(() -> new Before.Exchange(CONTEXT)), Cost.of(StepTest::after))
                .row("first read of an absent header", added(true), added(false))
                .check();
    }

    /** The first column is the tempting version, since the eager version allocates its map with the message. */
    private static Object added(boolean tempting) {
        long read = tempting ? Bytes.of(StepTest::temptingRead) : Bytes.of(StepTest::afterRead);
        long made = tempting ? Bytes.of(Tempting.Exchange::new) : Bytes.of(StepTest::after);
        return Figures.allocated(read - made);
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
    /** The reader finds no map and pauses before it creates one; meanwhile the writer adds a header. */
    @Test
    void aReaderDiscardsAHeaderOfAnotherThread() throws Exception {
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
    void theFirstWriteCreatesTheMap() {
        After.Exchange exchange = after();
        exchange.setHeader("Content-Type", "text/plain");
        exchange.setProperty("tenant", 7);
        assertThat(exchange.getHeader("content-type")).isEqualTo("text/plain");
        assertThat(exchange.getProperty("tenant")).isEqualTo(7);
    }

    @Test
    void theFirstReadCreatesTheId() {
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
    void theObjectItselfHasTheSameSize() {
        assertThat(Layout.size(After.Exchange.class)).isEqualTo(80);
        assertThat(Layout.size(Before.Exchange.class)).isEqualTo(80);
    }
}
