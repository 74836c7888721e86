package course;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** What each step asks of an exchange: of the reader's own, and of those of the course, its {@code Rung}s. */
public final class Checks<E> {
    /*
     * The checks call only the methods of Stage, and do not know how an exchange is made. The limit of its cost is what
     * the course's exchange costs after the same step, measured in the same JVM. What a step asks must also be true
     * after all later steps.
     */

    /** The exercises of steps 13 and 14, through which exchanges pass. */
    public record Exercises(IntFunction<step13.Exercise> ring, Function<Consumer<String>, step14.Exercise> mailbox) {}

    private record Check(int step, String asked, IntConsumer test) {}

    private static final int COPY = 2;
    private static final int COPIES_SHARE = 9;
    private static final Map<Class<?>, List<Cost>> LIMITS = new HashMap<>();

    private final Stage<E> stage;
    private final Cost[] costs = new Cost[COPY + 1];
    private final List<Check> checks = new ArrayList<>();

    public Checks(Stage<E> stage, Exercises exercises) {
        this.stage = stage;
        Behaviour<E> its = new Behaviour<>(stage);
        ask(1, "a copy has the body, headers, properties and facts of its original", its::aCopyHasTheSame);
        ask(1, "a write to an exchange does not show in its copy, nor the other way round", its::aWriteShowsInOne);
        ask(1, "each completion runs once, the last one first, and not for a copy", its::completionsRunOnce);
        askCost(1, "no more is made than in the naive exchange");
        askCost(2, "numbers, times and booleans are no objects");
        askCost(3, "the exchange, its message and its extension are one object");
        ask(4, "all 67 facts can be read and written, and an index of 0 is an index", its::allFactsAreKept);
        ask(4, "splitIndex() makes no object", its::theSplitIndexIsNoObject);
        askCost(4, "a message without facts has no room for them");
        ask(5, "reading an absent header or property makes no object", its::readingMakesNothing);
        ask(5, "an exchange keeps its id", its::theIdIsKept);
        askCost(5, "maps and ids are made when they are first needed");
        ask(6, "finding a header in another case makes no object", its::anotherCaseMakesNothing);
        askCost(6, "the headers are in a hash table of your own");
        ask(
                7,
                "A to Z equal a to z in the names of headers, and no other characters are equal",
                its::onlyAToZAreFolded);
        ask(8, "thousands of headers of one hash take not much more work than others", its::theWorkIsBounded);
        askCost(8, "the defence adds at most a boolean to the table");
        ask(9, "exchanges and their copies answer as maps do that are copied at once", () -> its.answersAsMapsDo(20));
        askCost(COPIES_SHARE, "a copy that is only read shares the storage of its original");
        ask(
                10,
                "exchanges with a hundred headers and properties answer as maps do, too",
                () -> its.answersAsMapsDo(100));
        askCost(10, "a few headers or properties are in one array");
        ask(11, "done() makes no object if there is no completion", its::doneMakesNothing);
        askCost(11, "the unit of work is made when it is first needed");
        ask(12, "the exchange has no interface, and its classes have no cast to one", its::nothingIsCastToAnInterface);
        ask(
                13,
                "copies pass through the ring of step13/Exercise.java, once it is solved",
                () -> its.passThrough(exercises.ring()));
        ask(
                14,
                "exchanges pass through step14/Exercise.java, once it is solved",
                () -> its.passBetween(exercises.mailbox()));
        ask(15, "three kinds of processors read an exchange and make no object", its::threeKindsReadIt);
        ask(16, "after reset() an exchange is as a new one", its::aResetLeavesNothing);
        ask(16, "reset() leaves the copies as they were", its::aResetLeavesTheCopies);
    }

    private void ask(int step, String asked, Runnable test) {
        checks.add(new Check(step, asked, last -> test.run()));
    }

    private void askCost(int step, String because) {
        String asked = "a message costs no more than the course's, where " + because;
        checks.add(new Check(step, asked, last -> costsAreWithin(step, last)));
    }

    /** Runs the checks of the steps up to this one, in order; the first that fails ends it. */
    public void run(int last) {
        for (Check check : checks) {
            if (check.step <= last) {
                run(check, last);
            }
        }
    }

    private static void run(Check check, int last) {
        try {
            check.test.accept(last);
        } catch (AssertionError | RuntimeException failed) {
            String said = failed instanceof AssertionError ? String.valueOf(failed.getMessage()) : failed.toString();
            throw new AssertionError("Step " + check.step + " asks: " + check.asked + ".\n" + said.strip(), failed);
        }
    }

    /** Before copies share anything, they may be made in different ways, and only their content is checked. */
    private void costsAreWithin(int step, int last) {
        for (int message = 0; message <= COPY; message++) {
            if (message < COPY || step >= COPIES_SHARE) {
                assertThat(cost(message).allocated())
                        .as("bytes of a message: %s", Ladder.MESSAGES.get(message))
                        .isLessThanOrEqualTo(limit(message, step, last));
            }
        }
    }

    /** A later step may add something that costs more. */
    private static long limit(int message, int step, int last) {
        return IntStream.rangeClosed(step, last)
                .mapToLong(each -> limits(each).get(message).allocated())
                .max()
                .orElseThrow();
    }

    private Cost cost(int message) {
        if (costs[message] == null) {
            costs[message] = Ladder.cost(stage, message);
        }
        return costs[message];
    }

    private static List<Cost> limits(int step) {
        Stage<?> stage = Ladder.after(step);
        return LIMITS.computeIfAbsent(stage.getClass(), any -> Ladder.costs(stage));
    }

    /** Writes what the messages cost, beside those of the course after this step, for {@code ./course} to print. */
    public void writeCosts(String name, int step) {
        Figures figures = Figures.compared(name, "yours", "the course's, step " + step);
        for (int message = 0; message <= COPY; message++) {
            figures.row(
                    Ladder.MESSAGES.get(message),
                    costOrNone(message),
                    limits(step).get(message));
        }
        figures.write();
    }

    private Object costOrNone(int message) {
        try {
            return cost(message);
        } catch (AssertionError | RuntimeException failed) {
            return "fails";
        }
    }
}
