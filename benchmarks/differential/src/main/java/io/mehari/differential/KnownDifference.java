package io.mehari.differential;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An intended difference, which is listed on the page about porting. It is recognized in one of two ways. By its
 * pattern: a case has only listed differences if nothing differs after the matching parts are removed from all lines.
 * Or by the outcome as a whole. A difference that cannot be recognized is not generated at random; it has an example
 * that is run each time.
 *
 * @param name a short name
 * @param camel what Camel does
 * @param here what Mehari does, and why
 * @param pattern a regular expression for its trace in a line
 * @param whole whether an outcome as a whole shows this difference
 * @param example a case that must differ; null if random cases show it
 */
record KnownDifference(
        String name,
        String camel,
        String here,
        String pattern,
        Predicate<Found> whole,
        @Nullable Plan example) {
    private static final String NOTHING = "(?!)";
    /** The caught exception with its causes, in a line, and in a line without commas and brackets. */
    private static final String CAUGHT = "ExceptionCaught=[^,} ]*( < [^,} ]*)*";

    private static final String SPLIT_SIZE = "SplitSize=Integer:\\d+";
    private static final String LOOP_INDEX = "LoopIndex=Integer:\\d+";
    private static final String PROPERTY = "(Split|Multicast|Loop|Aggregated)\\w+=[^,} ]*|q\\d=[^,} ]*";
    private static final Chain FAILS = Chain.of("failure", IllegalStateException.class);

    /** All intended differences, in the order of the table. */
    static final List<KnownDifference> ALL = List.of(
            refusedByCamel(
                    "a block without steps",
                    "`filter`, `split`, `loop`, `aggregate`, `onCompletion` and others without a step in them are refused",
                    "they are accepted; no route that Camel accepts changes",
                    "IllegalArgumentException: Definition has no children on .*|NullPointerException: .*popBlock.*"),
            refusedByCamel(
                    "`endDoTry()` in a `doCatch`",
                    "after a block in it, a `ClassCastException`",
                    "ends the `doTry`, as it does after other steps",
                    "ClassCastException: .*Definition cannot be cast to class .*TryDefinition .*"),
            refusedByCamel(
                    "`endChoice()` in a `doTry`",
                    "refused: `end()` must come first",
                    "ends the branch, and the blocks that are open in it",
                    "IllegalArgumentException: Cannot endChoice\\(\\) to find current/parent choice DSL.*"),
            refusedByMehari(
                    "a lone `doTry`",
                    "`doTry` without `doCatch` and `doFinally` is accepted, and does nothing",
                    "refused, because a clause is missing",
                    "IllegalStateException: doTry\\(\\) has neither .*"),
            byExample(
                    "`useOriginal()` in `aggregate`",
                    "there is no original: the message fails",
                    "the original is the first message of the group",
                    from("a")
                            .then("aggregate", Chain.of("constant", true), Chain.of("original"))
                            .then("completionSize", 1)
                            .then("to", "mock:@m")),
            refusedByMehari(
                    "`when` after `otherwise`",
                    "accepted, and never evaluated",
                    "refused",
                    "IllegalStateException: when\\(.*otherwise.*"),
            refusedByMehari(
                    "`doCatch` after `doFinally`",
                    "accepted, as if it stood before",
                    "refused: it must stand before, in the order in which the blocks run",
                    "IllegalStateException: doCatch\\(.*doFinally.*"),
            byExample(
                            "nothing to aggregate",
                            "a `NullPointerException`, for example of `pollEnrich` with `useOriginal()`, and of `tokenize`"
                                    + " without a body",
                            "the message continues as it was",
                            from("a")
                                    .then("pollEnrich", Plan.POLLED, 0, Chain.of("original"))
                                    .then("to", "mock:@m"))
                    .or(found ->
                            found.plan().uses("tokenize") && (failsWithNullInCamel(found) || found.doesMoreHere())),
            whole(
                    "the order of a complete group",
                    "within a block such as `doTry`, its steps run after later steps of the message that completed it",
                    "they run first, on the thread of that message",
                    found -> found.plan().uses("aggregate")
                            && (found.isInAnotherOrder() || (found.plan().dependsOnOrder() && found.happensAsOften()))),
            byExample(
                            "`doTry` in the steps of an `onException`, or in a route that they call",
                            "a failure that is caught there replaces the one that the clause handles",
                            "the message fails with the failure that the clause handles",
                            from("a")
                                    .then("onException", Exception.class)
                                    .then("doTry")
                                    .then("throwException", Chain.of("failure", IOException.class))
                                    .then("doCatch", IOException.class)
                                    .then("to", "mock:@caught")
                                    .then("end")
                                    .then("end")
                                    .then("throwException", FAILS))
                    .or(found -> found.plan().clauseMayCall("doTry") && found.differsInFailuresAlone()),
            byExample(
                    "a part that fails in the steps of an `onException`",
                    "another clause of the route may handle it, and then decides about the message, too",
                    "the steps fail: no clause handles failures in the steps of clauses",
                    Chain.of("onException", Throwable.class).then("handled", true),
                    Chain.of("onException", IllegalStateException.class)
                            .then("split", Chain.of("constant", "x"), Chain.of("latest"))
                            .then("throwException", Chain.of("failure", IOException.class)),
                    from("a").then("throwException", FAILS)),
            byExample(
                    "a part that fails and `groupedBody()`, `string()`",
                    "a failure of the first part is kept, those of other parts are lost",
                    "a failure of any part fails the whole",
                    from("a")
                            .then("recipientList", Chain.of("constant", "mock:@m,direct:@b"))
                            .then("aggregationStrategy", Chain.of("grouped")),
                    from("b").then("throwException", FAILS)),
            byExample(
                    "`continued(true)` with `stopOnException()` among its steps",
                    "if an error handler has handled the failure of a part, the route ends",
                    "the route continues",
                    Chain.of("errorHandler", Chain.of("deadLetterChannel", "mock:@dead")),
                    from("a")
                            .then("onException", Exception.class)
                            .then("continued", true)
                            .then("multicast")
                            .then("stopOnException")
                            .then("to", "direct:@b")
                            .then("end")
                            .then("end")
                            .then("throwException", FAILS)
                            .then("to", "mock:@after"),
                    from("b").then("throwException", FAILS)),
            byExample(
                    "a request to a `seda:` queue",
                    "after `stop()` or `markRollbackOnly()` in the route of the queue, or a failure that was handled there,"
                            + " the route of the sender ends, too",
                    "the reply is a message like any other: the route of the sender continues",
                    from("a").then("to", "seda:@q").then("to", "mock:@m"),
                    Chain.of("from", "seda:@q").then("stop")),
            whole(
                    "the number of redeliveries",
                    "each step continues the count of the previous one, because the counter is a header",
                    "each step counts from 0",
                    found -> found.plan().uses("(maximumRedeliveries|retryWhile)")
                            && (found.repeatsHere()
                                    || found.without(CAUGHT).repeatsHere()
                                    || found.failsInCamelAlone())),
            of(
                    "an `Error` after which a redelivery succeeds",
                    "the property `EXCEPTION_CAUGHT` stays",
                    "it is removed, as after an exception",
                    "ExceptionCaught=ExecutionException < LinkageError\\(p\\d+\\)"),
            byExample(
                    "a string that is not a number in `isGreaterThan` and `isLessThan`",
                    "a string and a number are compared as strings: `x` is greater than 2",
                    "it is neither greater nor less than a number",
                    from("a")
                            .then("setHeader", "h1", Chain.of("constant", "x"))
                            .then("filter", Chain.of("header", "h1").then("isGreaterThan", 2))
                            .then("to", "mock:@m")
                            .then("end")),
            byExample(
                    "`shareUnitOfWork()` and an error handler",
                    "the failure of each part is handled by itself; with a dead letter channel, the whole is a dead"
                            + " letter, too",
                    "the failure of a part fails the whole, and is handled once, because they are one unit of work",
                    Chain.of("errorHandler", Chain.of("deadLetterChannel", "mock:@dead")),
                    from("a")
                            .then("split", Chain.of("constant", "x,y"))
                            .then("shareUnitOfWork")
                            .then("throwException", FAILS)
                            .then("end")),
            byExample(
                            "`shareUnitOfWork()` and a queue",
                            "a part that is sent to a queue takes an `onCompletion` of the builder with it, although the whole continues",
                            "the whole keeps it, and the message in the queue has one of its own",
                            Chain.of("onCompletion").then("process", Chain.of("step", "p1")),
                            from("a")
                                    .then("recipientList", Chain.of("constant", "seda:@q?waitForTaskToComplete=Never"))
                                    .then("shareUnitOfWork"),
                            Chain.of("from", "seda:@q").then("to", "mock:@x"))
                    .or(found -> found.plan().uses("shareUnitOfWork")
                            && found.plan().uses("onCompletion")
                            && (found.doesMoreHere() || (found.sendersGetTheSame() && found.happensAsOften()))),
            byExample(
                    "a failure that no `doCatch` catches",
                    "the error handler of the route does not see it, unless the `doTry` is in another block",
                    "it goes to the error handler; so does a failure in `doCatch` or `doFinally`, or of a group in the `doTry`",
                    Chain.of("errorHandler", Chain.of("deadLetterChannel", "mock:@dead")),
                    from("a")
                            .then("doTry")
                            .then("throwException", FAILS)
                            .then("doCatch", IOException.class)
                            .then("to", "mock:@m")
                            .then("end")),
            byExample(
                            "parts in a `doTry`, after another `doTry` in it",
                            "their failures go to the error handler, and to no `doCatch`",
                            "they go to the `doCatch`, as without the other `doTry`",
                            Chain.of("errorHandler", Chain.of("deadLetterChannel", "mock:@dead")),
                            from("a")
                                    .then("doTry")
                                    .then("doTry")
                                    .then("to", "mock:@m")
                                    .then("endDoTry")
                                    .then("doCatch", IllegalArgumentException.class)
                                    .then("to", "mock:@n")
                                    .then("end")
                                    .then("split", Chain.of("constant", "x,y"))
                                    .then("throwException", FAILS)
                                    .then("endDoTry")
                                    .then("doCatch", Throwable.class)
                                    .then("to", "mock:@c")
                                    .then("end"))
                    .or(found -> found.plan().usesTwice("doTry")
                            && found.plan().uses("(split|multicast|recipientList)")
                            && found.onlyIn(found.camel()).stream().anyMatch(each -> each.startsWith("dead "))),
            byExample(
                    "a failure after one that a `doCatch` has caught",
                    "if the first one came from a called route, no `onException`, dead letter channel or redelivery applies to"
                            + " the second one",
                    "it is handled like any other failure",
                    Chain.of("onException", IllegalArgumentException.class).then("handled", true),
                    from("a")
                            .then("doTry")
                            .then("to", "direct:@b")
                            .then("doCatch", IllegalStateException.class)
                            .then("to", "mock:@m")
                            .then("end")
                            .then("throwException", Chain.of("failure", IllegalArgumentException.class)),
                    from("b").then("throwException", FAILS)),
            byExample(
                    "`doFinally` and `rollback`",
                    "only its first step runs, even after `markRollbackOnly()`",
                    "all its steps run after `rollback`, and none after `markRollbackOnly()`, as after `stop()`",
                    from("a")
                            .then("doTry")
                            .then("rollback", "back")
                            .then("doFinally")
                            .then("to", "mock:@first")
                            .then("to", "mock:@second")
                            .then("end")),
            byExample(
                    "`loop` with `copy()`",
                    "each iteration begins with body, headers and properties as they were before the loop",
                    "each iteration begins with body and headers as they were; properties belong to the exchange, and stay",
                    from("a")
                            .then("loop", 2)
                            .then("copy")
                            .then("to", "mock:@m")
                            .then("setProperty", "q1", Chain.of("body"))
                            .then("end")),
            byExample(
                    "`onWhen` after a second `doCatch`",
                    "it applies to every `doCatch` before it, even to those of an inner `doTry`",
                    "it applies to the `doCatch` that it follows",
                    from("a")
                            .then("doTry")
                            .then("throwException", FAILS)
                            .then("doCatch", IllegalStateException.class)
                            .then("to", "mock:@first")
                            .then("doCatch", Exception.class)
                            .then("onWhen", Chain.of("body").then("isNull"))
                            .then("to", "mock:@second")
                            .then("end")),
            byExample(
                    "`rollback` and `onException`",
                    "only the first step of the clause runs",
                    "all its steps run",
                    from("a")
                            .then("onException", Exception.class)
                            .then("to", "mock:@first")
                            .then("to", "mock:@second")
                            .then("end")
                            .then("rollback", "back")),
            byExample(
                    "a failing `onCompletion` with `modeBeforeConsumer()`, after another failure",
                    "the `onException` clauses of the route do not see its failure",
                    "they do",
                    Chain.of("onException", Exception.class).then("to", "mock:@m"),
                    from("a")
                            .then("onCompletion")
                            .then("modeBeforeConsumer")
                            .then("throwException", FAILS)
                            .then("end")
                            .then("throwException", FAILS)),
            byExample(
                            "`modeBeforeConsumer()` after a strategy, or a reply from a queue, with which the route ends",
                            "for a request, its steps see the message as it was before that, and their result is the reply",
                            "they see the message as it is",
                            Chain.of("onCompletion")
                                    .then("modeBeforeConsumer")
                                    .then("setBody", Chain.of("body").then("append", "s")),
                            from("a")
                                    .then("split", Chain.of("constant", "x,y"), Chain.of("join"))
                                    .then("to", "mock:@m"))
                    .or(found -> found.plan().uses("modeBeforeConsumer")
                            && (found.plan().uses("(split|multicast|recipientList)")
                                    || found.plan().text().contains("seda:"))
                            && found.differsInRepliesAlone()),
            byExample(
                    "an `onCompletion` of a builder, and `enrich`",
                    "it also runs for the copy that `enrich` sends",
                    "it runs once for the message",
                    Chain.of("onCompletion").then("to", "mock:@m"),
                    from("a").then("enrich", "direct:@b"),
                    from("b").then("to", "mock:@asked")),
            byExample(
                    "an `onCompletion` of a builder, and a queue whose route has one of its own",
                    "that of the builder does not run for a message that moves into the queue",
                    "it runs when the message is done",
                    Chain.of("onCompletion").then("to", "mock:@m"),
                    from("a").then("to", "seda:@q?waitForTaskToComplete=Never"),
                    Chain.of("from", "seda:@q")
                            .then("onCompletion")
                            .then("to", "mock:@n")
                            .then("end")
                            .then("to", "mock:@o")),
            byExample(
                            "a mark for rollback in one part, and a failure of a later one",
                            "the message fails without the mark; it is that of the later part",
                            "it is that of the part with the mark, and keeps it: a rollback that was asked for is not forgotten",
                            from("a").then("multicast").then("to", "direct:@b").then("to", "direct:@c"),
                            from("b").then("markRollbackOnly"),
                            from("c").then("throwException", FAILS))
                    .or(found -> found.plan().uses("markRollbackOnly") && found.marksForRollbackHere()),
            byExample(
                            "an `onCompletion` of a message that `pollEnrich` takes from a queue",
                            "it does not run if the strategy of `pollEnrich` throws",
                            "it runs when the message is done",
                            from("a")
                                    .then("onCompletion")
                                    .then("to", "mock:@m")
                                    .then("end")
                                    .then("to", Plan.POLLED + "?waitForTaskToComplete=Never")
                                    .then("pollEnrich", Plan.POLLED, 0, Chain.of("failing")))
                    .or(found -> found.plan().uses("onCompletion")
                            && found.plan().uses("pollEnrich")
                            && found.doesMoreHere()),
            byExample(
                    "`idempotentConsumer` and a failure that was caught",
                    "if a `doCatch` has caught it from a called route, the key is not kept; from a step, it is",
                    "it is kept, because the message has not failed",
                    from("a").then("loop", 2).then("to", "direct:@b").then("end"),
                    from("b")
                            .then("idempotentConsumer", Chain.of("body"), Chain.of("repository"))
                            .then("completionEager", true)
                            .then("doTry")
                            .then("to", "direct:@c")
                            .then("doCatch", Exception.class)
                            .then("to", "mock:@m")
                            .then("end"),
                    from("c").then("throwException", FAILS)),
            byExample(
                    "an `onCompletion` of a route that is called twice",
                    "it runs twice when the message is done, with the same message",
                    "it runs once for the message, however often that has passed through the route",
                    from("a").then("loop", 2).then("to", "direct:@b").then("end"),
                    from("b")
                            .then("onCompletion")
                            .then("to", "mock:@m")
                            .then("end")
                            .then("to", "mock:@n")),
            byExample(
                    "`completionPredicate` with `groupedBody()` and `string()`",
                    "it gets the first message of the group",
                    "it gets the list or the string so far, as with other strategies",
                    from("a")
                            .then("aggregate", Chain.of("constant", true), Chain.of("grouped"))
                            .then("completionPredicate", Chain.of("body").then("isEqualTo", "a"))
                            .then("to", "mock:@m")),
            byExample(
                            "characters in `toD` that a URI may not have",
                            "`mock:[]` is the endpoint `mock:%5B%5D`",
                            "the name is taken literally: it is `mock:[]`",
                            from("a")
                                    .then("setBody", Chain.of("constant", "[]"))
                                    .then("toD", "mock:@${body}"))
                    .or(Found::hasEncodedNamesInCamel),
            byExample(
                    "`string()` and a first body that is null",
                    "the string begins with the delimiter",
                    "a null is left out",
                    from("a")
                            .then("split", Chain.of("constant", "x,y"), Chain.of("string"))
                            .then("filter", Chain.of("body").then("isEqualTo", "x"))
                            .then("setBody", Chain.of("header", "h1"))
                            .then("end")
                            .then("end")),
            whole(
                    "`EXCEPTION_CAUGHT` in an `onCompletion`",
                    "it is the failure that an error handler or a `doCatch` has seen last, if any",
                    "it is the failure of the message, if it has failed",
                    found -> found.plan().uses("onCompletion") && found.hasAnother(found.mehari(), CAUGHT)),
            whole(
                    "`EXCEPTION_CAUGHT` after `split`, `multicast`, `recipientList` and `enrich`",
                    "the message has the failure of a part, even if it was handled",
                    "only the part has it, except with `useOriginal()`",
                    found -> found.plan().uses("(split|multicast|recipientList|enrich|pollEnrich)")
                            && found.hasAnother(found.camel(), CAUGHT)),
            byExample(
                    "a strategy that throws",
                    "no error handler sees the failure, unless it is that of a split",
                    "it goes to the error handler of the route",
                    Chain.of("onException", Exception.class).then("handled", true),
                    from("a")
                            .then("multicast", Chain.of("failing"))
                            .then("to", "mock:@m")
                            .then("to", "mock:@n")
                            .then("end")),
            of(
                    "size of a split",
                    "each part has the number of parts",
                    "parts of collections, arrays and strings have it; of iterators and streams only the last part,"
                            + " because parts are created one by one",
                    SPLIT_SIZE),
            of(
                    "index of a loop",
                    "the index of the last iteration stays when the loop has ended",
                    "it is removed when the loop has ended",
                    LOOP_INDEX),
            byExample(
                    "a property without a value",
                    "setting a property to null removes it",
                    "it is present and null, like a header",
                    from("a")
                            .then("setProperty", "q1", Chain.of("header", "h1"))
                            .then("to", "mock:@m")),
            of(
                    "`append` to a body that is null",
                    "appends to the string `null`",
                    "appends to an empty string",
                    "null(?=[st])"),
            byExample(
                    "a grouped body as a string",
                    "`List<Exchange>(2 elements)`, whatever is in it",
                    "the elements of the list: `[a, b]`",
                    from("a")
                            .then("split", Chain.of("constant", "x,y"), Chain.of("groupedBody"))
                            .then("to", "mock:@m")
                            .then("end")
                            .then("convertBodyTo", String.class)),
            of(
                    "failures of `aggregate`",
                    "a key that is null and a strategy that throws give a `CamelExchangeException`",
                    "they give an `InvalidCorrelationKeyException` and an `AggregationFailedException`",
                    "(InvalidCorrelationKey|AggregationFailed|Exchange)(?=Exception)"),
            byExample(
                            "properties of the message that `pollEnrich` received",
                            "without a strategy, they replace those of the current message",
                            "the current message keeps its own; only body and headers are taken over",
                            from("a")
                                    .then("split", Chain.of("constant", "x,y"))
                                    .then("to", Plan.POLLED + "?waitForTaskToComplete=Never")
                                    .then("end")
                                    .then("pollEnrich", Plan.POLLED, 0)
                                    .then("to", "mock:@m"))
                    .or(found -> found.plan().text().contains("pollEnrich(\"seda:polled\", 0)")
                            && found.differs()
                            && !found.without(PROPERTY).differs()),
            byExample(
                    "grouping with `enrich`",
                    "`groupedBody`, `groupedExchange` and `string` leave the message as it was; the reply is lost",
                    "they make a list or a string of the message and the reply",
                    from("a").then("enrich", "mock:@m", Chain.of("groupedBody"))));

    private static Chain from(String route) {
        return Chain.of("from", "direct:" + Chain.MARK + route);
    }

    private static KnownDifference byExample(String name, String camel, String here, Chain... example) {
        Plan.Message message = new Plan.Message("a", Map.of(), true);
        return new KnownDifference(
                name, camel, here, NOTHING, found -> false, new Plan(List.of(example), List.of(message), List.of()));
    }

    /** Adds a check of the outcome to a difference with an example. */
    private KnownDifference or(Predicate<Found> outcome) {
        return new KnownDifference(name, camel, here, pattern, outcome, example);
    }

    /** A difference that is recognized by its outcome. */
    private static KnownDifference whole(String name, String camel, String here, Predicate<Found> whole) {
        return new KnownDifference(name, camel, here, NOTHING, whole, null);
    }

    private static KnownDifference refusedByCamel(String name, String camel, String here, String message) {
        return whole(
                name,
                camel,
                here,
                found -> found.camel().refused().matches(message)
                        && found.mehari().refused().isEmpty());
    }

    private static KnownDifference refusedByMehari(String name, String camel, String here, String message) {
        return whole(
                name,
                camel,
                here,
                found -> found.mehari().refused().matches(message)
                        && found.camel().refused().isEmpty());
    }

    private static KnownDifference of(String name, String camel, String here, String pattern) {
        return new KnownDifference(name, camel, here, pattern, found -> false, null);
    }

    /** The first known difference that explains the case. */
    static Optional<KnownDifference> of(Found found) {
        Found plain = found.without(ALL.stream().map(KnownDifference::pattern).collect(Collectors.joining("|")));
        for (KnownDifference each : ALL) {
            if (each.whole.test(found) || each.whole.test(plain)) {
                return Optional.of(each);
            }
        }
        if (plain.differs()
                || (!found.plan().usesTwice("split") && found.contradicts(SPLIT_SIZE))
                || (!found.plan().usesTwice("loop(DoWhile)?") && found.contradicts(LOOP_INDEX))) {
            return Optional.empty();
        }
        List<String> different = new ArrayList<>(found.onlyIn(found.camel()));
        different.addAll(found.onlyIn(found.mehari()));
        return ALL.stream()
                .filter(each -> different.stream().anyMatch(line -> line.matches(".*" + each.pattern + ".*")))
                .findFirst();
    }

    private static boolean failsWithNullInCamel(Found found) {
        return found.onlyIn(found.camel()).stream().anyMatch(KnownDifference::saysNull)
                && found.onlyIn(found.mehari()).stream().noneMatch(KnownDifference::saysNull);
    }

    private static boolean saysNull(String line) {
        return line.contains("NullPointerException");
    }
}
