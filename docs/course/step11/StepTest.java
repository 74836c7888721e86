package step11;

import static org.assertj.core.api.Assertions.assertThat;

import course.Bytes;
import course.Cost;
import course.Figures;
import course.Layout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.openjdk.jol.info.GraphLayout;

/** The cost of a unit of work, for exchanges that do not use it and for those that use parts of it. */
class StepTest {

    private static void nothing() {}

    @Test
    void figures() {
        Figures.of(StepTest.class)
                .row("unit of work not used", before(work -> {}), after(work -> {}))
                .row(
                        "one completion",
                        before(work -> work.addCompletion(StepTest::nothing)),
                        after(exchange -> exchange.unitOfWork().addCompletion(StepTest::nothing)))
                .row(
                        "two completions",
                        before(work -> {
                            work.addCompletion(StepTest::nothing);
                            work.addCompletion(StepTest::nothing);
                        }),
                        after(exchange -> {
                            exchange.unitOfWork().addCompletion(StepTest::nothing);
                            exchange.unitOfWork().addCompletion(StepTest::nothing);
                        }))
                .row(
                        "in a route called by another route",
                        before(work -> {
                            work.pushRoute("outer");
                            work.pushRoute("inner");
                        }),
                        after(exchange -> {
                            exchange.unitOfWork().pushRoute("outer");
                            exchange.unitOfWork().pushRoute("inner");
                        }))
                .check();
    }

    private static Cost before(Consumer<Before.UnitOfWork> use) {
        return Cost.of(() -> {
            Before exchange = new Before();
            use.accept(exchange.unitOfWork());
            return exchange;
        });
    }

    private static Cost after(Consumer<After> use) {
        return Cost.of(() -> {
            After exchange = new After();
            use.accept(exchange);
            return exchange;
        });
    }

    @Test
    void anUnusedLockTakesFortyEightBytes() {
        assertThat(GraphLayout.parseInstance(new ReentrantLock()).totalSize()).isEqualTo(48);
        assertThat(Layout.size(After.UnitOfWork.class)).isEqualTo(24);
    }

    @Test
    void queriesAllocateNothing() {
        After exchange = new After();
        assertThat(Bytes.of(() ->
                        exchange.hasUnitOfWork() || exchange.hasCompletion(StepTest::nothing) ? "there is" : null))
                .isZero();
        exchange.done();
        assertThat(exchange.hasUnitOfWork()).isFalse();
    }

    // ---- the behaviour is unchanged

    @Test
    void completionsRunOnceTheLastFirst() {
        for (int count = 0; count < 4; count++) {
            List<Integer> before = new ArrayList<>();
            List<Integer> after = new ArrayList<>();
            Before.UnitOfWork work = new Before().unitOfWork();
            After exchange = new After();
            for (int i = 0; i < count; i++) {
                int number = i;
                work.addCompletion(() -> before.add(number));
                exchange.unitOfWork().addCompletion(() -> after.add(number));
            }
            work.done();
            work.done();
            exchange.done();
            exchange.done();
            assertThat(after).hasSize(count).isEqualTo(before);
        }
    }

    @Test
    void theRouteEnteredLastIsLeftFirst() {
        Before.UnitOfWork before = new Before().unitOfWork();
        After.UnitOfWork after = new After().unitOfWork();
        for (String route : List.of("outer", "middle", "inner")) {
            before.pushRoute(route);
            after.pushRoute(route);
        }
        for (String route : List.of("inner", "middle", "outer")) {
            assertThat(after.popRoute()).isEqualTo(before.popRoute()).isEqualTo(route);
        }
        assertThat(after.popRoute()).isNull();
    }
}
