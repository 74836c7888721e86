package step05;

import static org.assertj.core.api.Assertions.assertThat;

import course.Bytes;
import course.Cost;
import course.Figures;
import course.Layout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
    /** Two readers at once, each stopped where the other one may run. */
    @Test
    void twoReadersOfTheTemptingFormMayGetTwoMaps() {
        Tempting.Exchange exchange = new Tempting.Exchange();
        boolean firstSawNone = exchange.headers == null;
        Map<String, Object> ofTheSecond = exchange.headers();
        exchange.headers = null; // the first one goes on with what it saw: its write comes last
        Map<String, Object> ofTheFirst = exchange.headers();

        ofTheSecond.put("Trace", 1);
        assertThat(firstSawNone).isTrue();
        assertThat(ofTheFirst).isEmpty();
        assertThat(exchange.getHeader("Trace")).as("lost").isNull();
    }
    // endregion

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
