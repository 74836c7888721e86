package step14;

import static org.assertj.core.api.Assertions.assertThat;

import course.Figures;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import step14.Mailbox.Step;

/** Tries all interleavings of a thread that waits and one that sends, and counts those that lose the wake-up. */
class StepTest {

    /** Like {@code LockSupport}: after an unpark the next park returns immediately. */
    private static final class Sleep {
        private boolean permit;
        private boolean asleep;

        void park() {
            asleep = !permit;
            permit = false;
        }

        void unpark() {
            permit = !asleep;
            asleep = false;
        }
    }

    private static Mailbox before(Sleep sleep) {
        return new Before() {
            @Override
            void park() {
                sleep.park();
            }

            @Override
            void unpark(Thread waiter) {
                sleep.unpark();
            }
        };
    }

    private static Mailbox after(Sleep sleep) {
        return new After() {
            @Override
            void park() {
                sleep.park();
            }

            @Override
            void unpark(Thread waiter) {
                sleep.unpark();
            }
        };
    }

    // ---- the interleavings: t is the next step of take, s the next step of send

    private static List<String> interleavings() {
        List<String> interleavings = new ArrayList<>();
        for (String interleaving = ""; ; interleaving = next(interleaving)) {
            if (interleaving.length() > 5) {
                return interleavings;
            }
            if (interleaving.chars().filter(step -> step == 't').count() == 3 && interleaving.length() == 5) {
                interleavings.add(interleaving);
            }
        }
    }

    /** Enumerates all strings of s and t, short ones first. */
    private static String next(String word) {
        int last = word.lastIndexOf('s');
        return last < 0
                ? "s".repeat(word.length() + 1)
                : word.substring(0, last) + "t" + "s".repeat(word.length() - last - 1);
    }

    /** The interleavings after which the consumer sleeps although there is a message. */
    private static List<String> lost(Function<Sleep, Mailbox> make) {
        List<String> lost = new ArrayList<>();
        for (String interleaving : interleavings()) {
            Sleep sleep = new Sleep();
            Mailbox box = make.apply(sleep);
            List<Step> taker = new ArrayList<>(box.waitSteps());
            List<Step> sender = new ArrayList<>(box.sendSteps("message"));
            for (int i = 0; i < interleaving.length(); i++) {
                List<Step> turn = interleaving.charAt(i) == 't' ? taker : sender;
                if (!turn.isEmpty() && !turn.remove(0).run()) {
                    turn.clear();
                }
            }
            if (sleep.asleep && !box.isEmpty()) {
                lost.add(interleaving);
            }
        }
        return lost;
    }

    @Test
    void figures() {
        List<String> before = lost(StepTest::before);
        List<String> after = lost(StepTest::after);
        String lost = "interleavings of " + interleavings().size() + " that lose the wake-up";
        Figures.of(StepTest.class).row(lost, before.size(), after.size()).check();
        assertThat(before).containsExactly("tsstt");
        assertThat(after).isEmpty();
    }

    // ---- the same steps, on two threads

    @Test
    @Timeout(value = 20, unit = TimeUnit.SECONDS)
    void everyMessageArrives() throws InterruptedException {
        int messages = 5_000;
        After there = new After();
        After back = new After();
        Thread echo = new Thread(() -> {
            for (int i = 0; i < messages; i++) {
                back.send(there.take());
            }
        });
        echo.setDaemon(true); // or a lost wake-up would keep this JVM alive
        echo.start();
        for (int i = 0; i < messages; i++) {
            there.send(i);
            assertThat(back.take()).isEqualTo(i);
        }
        echo.join();
    }

    // ---- ways to wait

    @ParameterizedTest
    @EnumSource
    @Timeout(value = 20, unit = TimeUnit.SECONDS)
    void everyWayToWaitGetsAllAnswers(Echo.Wait wait) {
        try (Echo echo = new Echo(wait)) {
            for (int i = 1; i <= 100; i++) {
                assertThat(echo.ask()).isEqualTo(i);
            }
        }
    }

    @Test
    @Timeout(value = 20, unit = TimeUnit.SECONDS)
    void figuresOfTheWaiting() {
        Figures.ofSecondClaim(StepTest.class, "spinning", "parking")
                .row("processor time of a thread that waits", spent(Echo.Wait.SPIN), spent(Echo.Wait.PARK))
                .check();
    }

    /** What the answering thread spends while this one uses fifty milliseconds, or until it has spent as much. */
    private static String spent(Echo.Wait wait) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long fifty = TimeUnit.MILLISECONDS.toNanos(50);
        try (Echo echo = new Echo(wait)) {
            echo.ask();
            long id = echo.answering().getId();
            while (wait == Echo.Wait.PARK && echo.answering().getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
            long before = threads.getThreadCpuTime(id);
            long ours = threads.getCurrentThreadCpuTime();
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
            while (threads.getCurrentThreadCpuTime() - ours < fifty
                    || (wait == Echo.Wait.SPIN
                            && threads.getThreadCpuTime(id) - before < fifty
                            && System.nanoTime() < deadline)) {
                Thread.onSpinWait();
            }
            long spent = threads.getThreadCpuTime(id) - before;
            return spent >= fifty ? "all it gets" : spent < fifty / 50 ? "none" : spent + " ns of " + fifty;
        }
    }
}
