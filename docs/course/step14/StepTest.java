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

/** All ways in which one thread falls asleep while another sends: in how many of them nobody wakes it. */
class StepTest {

    /** As {@code LockSupport}: a permit that comes first makes the next sleep end at once. */
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

    // ---- the schedules: t is the next step of who takes, s of who sends

    private static List<String> schedules() {
        List<String> schedules = new ArrayList<>();
        for (String schedule = ""; ; schedule = next(schedule)) {
            if (schedule.length() > 5) {
                return schedules;
            }
            if (schedule.chars().filter(step -> step == 't').count() == 3 && schedule.length() == 5) {
                schedules.add(schedule);
            }
        }
    }

    /** The words of s and t, the short ones first. */
    private static String next(String word) {
        int last = word.lastIndexOf('s');
        return last < 0
                ? "s".repeat(word.length() + 1)
                : word.substring(0, last) + "t" + "s".repeat(word.length() - last - 1);
    }

    /** Those at whose end somebody sleeps beside a message. */
    private static List<String> lost(Function<Sleep, Mailbox> make) {
        List<String> lost = new ArrayList<>();
        for (String schedule : schedules()) {
            Sleep sleep = new Sleep();
            Mailbox box = make.apply(sleep);
            List<Step> taker = new ArrayList<>(box.waitSteps());
            List<Step> sender = new ArrayList<>(box.sendSteps("message"));
            for (int i = 0; i < schedule.length(); i++) {
                List<Step> turn = schedule.charAt(i) == 't' ? taker : sender;
                if (!turn.isEmpty() && !turn.remove(0).run()) {
                    turn.clear();
                }
            }
            if (sleep.asleep && !box.isEmpty()) {
                lost.add(schedule);
            }
        }
        return lost;
    }

    @Test
    void inHowManySchedulesNobodyWakesTheSleeper() {
        List<String> before = lost(StepTest::before);
        List<String> after = lost(StepTest::after);
        Figures.of(StepTest.class)
                .row("schedules of " + schedules().size() + " that lose the wake-up", before.size(), after.size())
                .check();
        assertThat(before).containsExactly("tsstt");
        assertThat(after).isEmpty();
    }

    // ---- the same steps, on two threads

    @Test
    @Timeout(value = 20, unit = TimeUnit.SECONDS)
    void noMessageIsSleptOver() throws InterruptedException {
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
    void whoIsParkedUsesNoProcessor() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        try (Echo echo = new Echo(Echo.Wait.PARK)) {
            echo.ask();
            long id = echo.answering().getId();
            while (echo.answering().getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
            long before = threads.getThreadCpuTime(id);
            long ours = threads.getCurrentThreadCpuTime();
            while (threads.getCurrentThreadCpuTime() - ours < TimeUnit.MILLISECONDS.toNanos(50)) {
                Thread.onSpinWait();
            }
            assertThat(threads.getThreadCpuTime(id) - before).isLessThan(TimeUnit.MILLISECONDS.toNanos(1));
        }
    }
}
