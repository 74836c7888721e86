package step13;

import static org.assertj.core.api.Assertions.assertThat;

import course.Bytes;
import course.Figures;
import course.Layout;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The bytes per message, the layout of the counters, and that all three are FIFO queues. */
class StepTest {
    private static final int CACHE_LINE = 64;
    private static final int CAPACITY = 8;

    static List<Supplier<Handoff>> queues() {
        return List.of(
                () -> new Before(CAPACITY),
                () -> new After(CAPACITY, new Counters.Tight()),
                () -> new After(CAPACITY, new Counters.Padded()));
    }

    // ---- bytes and layout

    @Test
    void figures() {
        Figures.of(StepTest.class)
                .row(
                        "allocated per message",
                        bytes(new Before(CAPACITY)),
                        bytes(new After(CAPACITY, new Counters.Padded())))
                .check();
    }

    @Test
    void figuresOfTheCounters() {
        Figures.ofSecondClaim(StepTest.class, "tight", "padded")
                .row("bytes from tail to head", distance(Counters.Tight.class), distance(Counters.Padded.class))
                .row("size of the counters", Layout.size(Counters.Tight.class), Layout.size(Counters.Padded.class))
                .check();
    }

    private static String bytes(Handoff queue) {
        Object message = "message";
        return Bytes.of(() -> queue.offer(message) ? queue.poll() : "full") + " B";
    }

    private static long distance(Class<?> counters) {
        return offset(counters, "head") - offset(counters, "tail");
    }

    private static long offset(Class<?> type, String name) {
        return Layout.fields(type).stream()
                .filter(field -> field.endsWith(" " + name))
                .mapToLong(field -> Long.parseLong(field.substring(0, field.indexOf(' '))))
                .sum();
    }

    @Test
    void noCacheLineIsSharedWhateverTheAddress() {
        Class<?> padded = Counters.Padded.class;
        long producersLast = offset(padded, "seenHead") + Long.BYTES;
        long consumersLast = offset(padded, "seenTail") + Long.BYTES;
        assertThat(offset(padded, "tail")).isGreaterThanOrEqualTo(CACHE_LINE);
        assertThat(offset(padded, "head") - producersLast).isGreaterThanOrEqualTo(CACHE_LINE);
        assertThat(Layout.size(padded) - consumersLast).isGreaterThanOrEqualTo(CACHE_LINE);
    }

    // ---- all three are queues

    @ParameterizedTest
    @MethodSource("queues")
    void isBoundedAndFirstInFirstOut(Supplier<Handoff> queues) {
        Handoff queue = queues.get();
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < CAPACITY; i++) {
                assertThat(queue.offer(i)).isTrue();
            }
            assertThat(queue.offer("too many")).isFalse();
            for (int i = 0; i < CAPACITY; i++) {
                assertThat(queue.poll()).isEqualTo(i);
            }
            assertThat(queue.poll()).isNull();
        }
    }

    @ParameterizedTest
    @MethodSource("queues")
    @Timeout(value = 20, unit = TimeUnit.SECONDS)
    void oneThreadSendsAndAnotherTakes(Supplier<Handoff> queues) throws InterruptedException {
        int messages = 20_000;
        Handoff queue = queues.get();
        Thread sender = new Thread(() -> {
            for (int i = 0; i < messages; ) {
                if (queue.offer(i)) {
                    i++;
                } else {
                    yieldToTheOther();
                }
            }
        });
        sender.start();
        for (int expected = 0; expected < messages; ) {
            Object message = queue.poll();
            if (message != null) {
                assertThat((int) message).isEqualTo(expected++);
            } else {
                yieldToTheOther();
            }
        }
        sender.join();
    }

    @SuppressWarnings("ThreadPriorityCheck") // only for speed: the caller tries again after the yield
    private static void yieldToTheOther() {
        Thread.yield();
    }

    @Test
    void aSlotIsNullAfterItsMessageWasTaken() {
        After ring = new After(CAPACITY, new Counters.Padded());
        ring.offer("message");
        ring.poll();
        assertThat(ring.holdsNothing()).isTrue();
    }
}
