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
 * @param name its name in the table of that page, which says what Camel does, what Mehari does, and why
 * @param pattern a regular expression for its trace in a line
 * @param whole whether an outcome as a whole shows this difference
 * @param example a case that must differ; null if random cases show it
 * @param ofStreams whether it is one only if the case with texts in place of streams does not differ
 */
record KnownDifference(
        String name,
        String pattern,
        Predicate<Found> whole,
        @Nullable Plan example,
        boolean ofStreams) {
    private static final String NOTHING = "(?!)";
    /** The caught exception with its causes, in a line, and in a line without commas and brackets. */
    private static final String CAUGHT = "ExceptionCaught=[^,} ]*( < [^,} ]*)*";

    private static final String SPLIT_SIZE = "SplitSize=Integer:\\d+";
    private static final String PROPERTY = "(Split|Multicast|Loop|Aggregated|Duplicate)\\w+=[^,} ]*|q\\d=[^,} ]*";
    /** The body of a result, which its sender reads when the exchange has ended. */
    private static final String STREAM = "stream that cannot be read.*|stream:.*";

    /** Exceptions that are checked in Camel and not in Mehari. */
    private static final String UNCHECKED =
            "(PredicateValidation|[a-z]+Exchange|\\bExchange)Exception" + "|TypeConversion";

    private static final String REFUSED_VALUE = "ResolveEndpointFailedException";

    private static final Chain FAILS = Chain.of("failure", IllegalStateException.class);

    /** All intended differences, in the order of the table. */
    static final List<KnownDifference> ALL = List.of(
            refusedByCamel(
                    "a block without steps",
                    "IllegalArgumentException: Definition has no children on .*|NullPointerException: .*popBlock.*"),
            refusedByCamel(
                    "`endDoTry()` in a `doCatch`",
                    "ClassCastException: .*Definition cannot be cast to class .*TryDefinition .*"),
            refusedByCamel(
                    "`endChoice()` in a `doTry`",
                    "IllegalArgumentException: Cannot endChoice\\(\\) to find current/parent choice DSL.*"),
            refusedByMehari("a lone `doTry`", "IllegalStateException: doTry\\(\\) has neither .*"),
            byExample(
                    "`useOriginal()` in `aggregate`",
                    from("a")
                            .then("aggregate", Chain.of("constant", true), Chain.of("original"))
                            .then("completionSize", 1)
                            .then("to", "mock:@m")),
            refusedByMehari("`when` after `otherwise`", "IllegalStateException: when\\(.*otherwise.*"),
            refusedByMehari("`onCompletion` in a block", "IllegalStateException: onCompletion\\(\\) is in a block.*"),
            refusedByMehari("`doCatch` after `doFinally`", "IllegalStateException: doCatch\\(.*doFinally.*"),
            byExample(
                            "nothing to aggregate",
                            from("a")
                                    .then("pollEnrich", Plan.POLLED, 0, Chain.of("original"))
                                    .then("to", "mock:@m"))
                    .or(found -> found.plan().uses("tokenize")
                            && (failsWithNullInCamel(found)
                                    || found.doesMoreHere()
                                    || found.failsWithoutBodyInCamelAlone())),
            whole(
                    "the order of a complete group",
                    found -> found.plan().uses("aggregate")
                            && (found.isInAnotherOrder() || (found.plan().dependsOnOrder() && found.happensAsOften()))),
            byExample(
                            "`doTry` in the steps of an `onException`, or in a route that they call",
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
                    Chain.of("onException", Throwable.class).then("handled", true),
                    Chain.of("onException", IllegalStateException.class)
                            .then("split", Chain.of("constant", "x"), Chain.of("latest"))
                            .then("throwException", Chain.of("failure", IOException.class)),
                    from("a").then("throwException", FAILS)),
            byExample(
                            "a failure that is handled in a route that the steps of an `onException` call",
                            Chain.of("errorHandler", Chain.of("deadLetterChannel", "mock:@dead")),
                            from("a")
                                    .then("onException", IOException.class)
                                    .then("to", "direct:@b")
                                    .then("end")
                                    .then("throwException", Chain.of("failure", IOException.class)),
                            from("b").then("throwException", FAILS))
                    .or(found -> found.plan().clauseMayCall("from") && found.failsHereAlone()),
            byExample(
                    "a part that fails and `groupedBody()`, `string()`",
                    from("a")
                            .then("recipientList", Chain.of("constant", "mock:@m,direct:@b"))
                            .then("aggregationStrategy", Chain.of("grouped")),
                    from("b").then("throwException", FAILS)),
            whole(
                    "the number of redeliveries",
                    found -> found.plan().uses("(maximumRedeliveries|retryWhile)")
                            && (found.repeatsHere()
                                    || found.without(CAUGHT).repeatsHere()
                                    || found.failsInCamelAlone())),
            of(
                    "an `Error` after which a redelivery succeeds",
                    "ExceptionCaught=ExecutionException < LinkageError\\(p\\d+\\)"),
            withSeveral(
                            "a duplicate that fails, with `skipDuplicate(false)`",
                            List.of("a", "b", "a"),
                            from("a")
                                    .then("idempotentConsumer", Chain.of("constant", "key"), Chain.of("repository"))
                                    .then("skipDuplicate", false)
                                    .then("to", "mock:@m")
                                    .then("filter", Chain.of("body").then("isEqualTo", "b"))
                                    .then("throwException", FAILS))
                    .or(found -> found.plan().uses("skipDuplicate")
                            && found.differs()
                            && !found.without("DuplicateMessage=[^,} ]*").differs()),
            byExample(
                    "a token at the beginning of a text",
                    from("a")
                            .then("setBody", Chain.of("constant", ",a"))
                            .then("split", Chain.of("body").then("tokenize", ","))
                            .then("to", "mock:@m")),
            byExample(
                    "a number with a fraction as a whole number",
                    from("a")
                            .then("setBody", Chain.of("constant", 3.7))
                            .then("convertBodyTo", Integer.class)
                            .then("to", "mock:@m")),
            withBody(
                            "spaces around a number in a conversion",
                            "10 ",
                            from("a").then("convertBodyTo", Integer.class).then("to", "mock:@m"))
                    .or(Found::refusesSpacesInCamel),
            byExample(
                    "values without a common order in `isGreaterThan` and `isLessThan`",
                    from("a")
                            .then("setHeader", "h1", Chain.of("constant", "x"))
                            .then("filter", Chain.of("header", "h1").then("isGreaterThan", 2))
                            .then("to", "mock:@m")
                            .then("end")),
            byExample(
                    "a fraction in a comparison",
                    from("a")
                            .then("setHeader", "h1", Chain.of("constant", 2.5))
                            .then("filter", Chain.of("header", "h1").then("isGreaterThan", 2))
                            .then("to", "mock:@m")
                            .then("end")),
            byExample(
                    "null in `isLessThan`",
                    from("a")
                            .then(
                                    "filter",
                                    Chain.of("header", "h1").then("isLessThan", Chain.of("simple", "${header.h2}")))
                            .then("to", "mock:@m")
                            .then("end")),
            byExample(
                    "an element of another type in `contains`",
                    from("a")
                            .then("setBody", Chain.of("constant", List.of(1)))
                            .then("filter", Chain.of("body").then("contains", "1"))
                            .then("to", "mock:@m")
                            .then("end")),
            byExample(
                    "`in` with a value of another type",
                    from("a")
                            .then("setBody", Chain.of("constant", true))
                            .then("setHeader", "h1", Chain.of("constant", 1))
                            .then("filter", Chain.of("simple", "${body} in ${header.h1}"))
                            .then("to", "mock:@m")
                            .then("end")),
            byExample(
                    "`in(...)` with `header(...)`, `body()` or `simple(...)`",
                    from("a")
                            .then("setHeader", "h1", Chain.of("constant", "x"))
                            .then("setHeader", "h2", Chain.of("constant", "y"))
                            .then("filter", Chain.of("header", "h1").then("in", Chain.of("header", "h2")))
                            .then("to", "mock:@m")
                            .then("end")),
            byExample(
                    "an element that is not there",
                    from("a")
                            .then("setBody", Chain.of("constant", List.of()))
                            .then("setHeader", "h1", Chain.of("simple", "${body[0]}"))),
            byExample(
                    "`.size` of a string, and `.length` of a list",
                    from("a").then("setHeader", "h1", Chain.of("simple", "${body.size}"))),
            byExample(
                    "a constant by `type:`",
                    from("a").then("setBody", Chain.of("simple", "${type:java.lang.Byte.SIZE}"))),
            byExample(
                    "`simple` as a `Boolean`, and null",
                    from("a").then("setBody", Chain.of("simple", "${header.h1}", Boolean.class))),
            byExample(
                    "a number as a `Boolean`",
                    from("a")
                            .then("setHeader", "h1", Chain.of("constant", 1L))
                            .then("filter", Chain.of("header", "h1").then("isEqualTo", true))
                            .then("to", "mock:@m")
                            .then("end")),
            byExample(
                    "a `Boolean` and a string that is none",
                    from("a")
                            .then("setBody", Chain.of("constant", false))
                            .then("filter", Chain.of("body").then("isEqualTo", "a"))
                            .then("to", "mock:@m")
                            .then("end")),
            byExample(
                    "a number and a string with spaces around it",
                    from("a")
                            .then("setHeader", "h1", Chain.of("simple", "7\\n"))
                            .then("filter", Chain.of("header", "h1").then("isEqualTo", 7))
                            .then("to", "mock:@m")
                            .then("end")),
            whole(
                    "`${exception.message}` and an `Error`",
                    found -> found.plan().asksForMessages()
                            && found.plan().failures().stream()
                                    .anyMatch(each -> Error.class.isAssignableFrom(each.type()))),
            byStream(
                            "a stream that is read twice in one step",
                            from("a")
                                    .then("setHeader", "h1", Chain.of("simple", "${bodyAs(String)} ${bodyAs(String)}")))
                    .ofStreams(found -> found.plan().uses("(join|simple)")),
            byStream(
                            "a stream in a comparison with a number",
                            from("a")
                                    .then("filter", Chain.of("body").then("isEqualTo", 1))
                                    .then("to", "mock:@m")
                                    .then("end"))
                    .ofStreams(found -> found.plan().uses("(isEqualTo|isNotEqualTo|simple)")),
            byStream("a stream as a number", from("a").then("convertBodyTo", Integer.class))
                    .ofStreams(found -> found.plan().text().matches("(?s).*(Integer|Long)\\.class.*")),
            byExample(
                            "a list as an array of bytes",
                            from("a")
                                    .then("setBody", Chain.of("constant", List.of(1)))
                                    .then("convertBodyTo", byte[].class))
                    .or(found -> found.plan().text().contains("byte[].class")
                            && (found.doesMoreHere()
                                    || found.onlyIn(found.camel()).stream()
                                            .anyMatch(each -> each.contains("TypeConversion")))),
            byStream(
                            "the stream of a message that has failed, or was sent one way",
                            from("a").then("throwException", FAILS))
                    .or(found -> found.differs() && !found.without(STREAM).differs()),
            byExample(
                    "a number and `in` with other texts",
                    from("a")
                            .then("setHeader", "h1", Chain.of("constant", 1))
                            .then("filter", Chain.of("simple", "${header.h1} in 'a,1'"))
                            .then("to", "mock:@m")
                            .then("end")),
            byExample(
                    "`shareUnitOfWork()` and an error handler",
                    Chain.of("errorHandler", Chain.of("deadLetterChannel", "mock:@dead")),
                    from("a")
                            .then("split", Chain.of("constant", "x,y"))
                            .then("shareUnitOfWork")
                            .then("throwException", FAILS)
                            .then("end")),
            byExample(
                            "`shareUnitOfWork()`, a queue and an `onCompletion`",
                            Chain.of("onCompletion").then("process", Chain.of("step", "p1")),
                            from("a")
                                    .then("recipientList", Chain.of("constant", "seda:@q?waitForTaskToComplete=Never"))
                                    .then("shareUnitOfWork"),
                            Chain.of("from", "seda:@q").then("to", "mock:@x"))
                    .or(found -> found.plan().uses("shareUnitOfWork")
                            && found.plan().uses("onCompletion")
                            && found.sendersGetTheSame()),
            byExample(
                    "a failure that no `doCatch` catches",
                    Chain.of("errorHandler", Chain.of("deadLetterChannel", "mock:@dead")),
                    from("a")
                            .then("doTry")
                            .then("throwException", FAILS)
                            .then("doCatch", IOException.class)
                            .then("to", "mock:@m")
                            .then("end")),
            byExample(
                            "parts in a `doTry`, after another `doTry` in it",
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
                            && found.onlyIn(found.camel()).stream()
                                    .anyMatch(each -> each.contains(" {ExceptionCaught="))),
            byExample(
                    "a failure after one that a `doCatch` has caught",
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
                    from("a")
                            .then("doTry")
                            .then("rollback", "back")
                            .then("doFinally")
                            .then("to", "mock:@first")
                            .then("to", "mock:@second")
                            .then("end")),
            byExample(
                    "`loop` with `copy()`",
                    from("a")
                            .then("loop", 2)
                            .then("copy")
                            .then("to", "mock:@m")
                            .then("setProperty", "q1", Chain.of("body"))
                            .then("end")),
            byExample(
                    "`onWhen` after a second `doCatch`",
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
                    from("a")
                            .then("onException", Exception.class)
                            .then("to", "mock:@first")
                            .then("to", "mock:@second")
                            .then("end")
                            .then("rollback", "back")),
            byExample(
                            "`onWhen` of an `onCompletion` after a strategy, or a reply from a queue, for a request",
                            Chain.of("onCompletion")
                                    .then("onWhen", Chain.of("body").then("isEqualTo", "a"))
                                    .then("to", "mock:@m"),
                            from("a")
                                    .then("split", Chain.of("constant", "x,y"), Chain.of("join"))
                                    .then("to", "mock:@n"))
                    .or(found -> found.plan().uses("onCompletion")
                            && found.plan().uses("onWhen")
                            && (found.plan().uses("(split|multicast|recipientList)")
                                    || found.plan().text().contains("seda:"))
                            && found.doesLessHere()),
            byExample(
                    "an `onCompletion` of a builder, and `enrich`",
                    Chain.of("onCompletion").then("to", "mock:@m"),
                    from("a").then("enrich", "direct:@b"),
                    from("b").then("to", "mock:@asked")),
            byExample(
                    "an `onCompletion` of a builder, and a queue whose route has one of its own",
                    Chain.of("onCompletion").then("to", "mock:@m"),
                    from("a").then("to", "seda:@q?waitForTaskToComplete=Never"),
                    Chain.of("from", "seda:@q")
                            .then("onCompletion")
                            .then("to", "mock:@n")
                            .then("end")
                            .then("to", "mock:@o")),
            byExample(
                            "a mark for rollback in one part, and a failure of a later one",
                            from("a").then("multicast").then("to", "direct:@b").then("to", "direct:@c"),
                            from("b").then("markRollbackOnly"),
                            from("c").then("throwException", FAILS))
                    .or(found -> found.plan().uses("markRollbackOnly") && found.marksForRollbackHere()),
            byExample(
                            "an `onCompletion` of a message that `pollEnrich` takes from a queue",
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
                    "an `onCompletion` of a route that is called twice",
                    from("a").then("loop", 2).then("to", "direct:@b").then("end"),
                    from("b")
                            .then("onCompletion")
                            .then("to", "mock:@m")
                            .then("end")
                            .then("to", "mock:@n")),
            byExample(
                    "`completionPredicate` with `groupedBody()` and `string()`",
                    from("a")
                            .then("aggregate", Chain.of("constant", true), Chain.of("groupedBody"))
                            .then("completionPredicate", Chain.of("body").then("isEqualTo", "a"))
                            .then("to", "mock:@m")),
            withBody(
                            "a placeholder in a URI, such as `toD(\"http:host/${header.id}\")`",
                            "a,b",
                            from("a").then("toD", "mock:@m${body}"))
                    .or(found -> found.plan().text().contains("toD(\"mock:${header.h1}\")")
                            && found.onlyIn(found.mehari()).stream().anyMatch(each -> each.contains(REFUSED_VALUE))
                            && found.onlyIn(found.camel()).stream().noneMatch(each -> each.contains(REFUSED_VALUE))),
            withBody(
                    "a URI that is a header, a property, the body or a single placeholder",
                    "mock:x",
                    from("a").then("toD", "${body}")),
            withBody(
                    "a placeholder as `RAW(${header.x})` or as the name of an option",
                    "true",
                    from("a").then("toD", "mock:@m?log=RAW(${body})")),
            byExample(
                            "characters in `toD` that a URI may not have",
                            from("a")
                                    .then("setBody", Chain.of("constant", "[]"))
                                    .then("toD", "mock:@${body}"))
                    .or(Found::hasEncodedNamesInCamel),
            byExample(
                    "`string()` and a first body that is null",
                    from("a")
                            .then("split", Chain.of("constant", "x,y"), Chain.of("string"))
                            .then("filter", Chain.of("body").then("isEqualTo", "x"))
                            .then("setBody", Chain.of("header", "h1"))
                            .then("end")
                            .then("end")),
            whole(
                    "`EXCEPTION_CAUGHT` in an `onCompletion`",
                    found -> found.plan().uses("onCompletion") && found.hasAnother(found.mehari(), CAUGHT)),
            whole(
                    "`EXCEPTION_CAUGHT` after `split`, `multicast`, `recipientList` and `enrich`",
                    found -> found.plan().uses("(split|multicast|recipientList|enrich|pollEnrich)")
                            && found.hasAnother(found.camel(), CAUGHT)),
            byExample(
                    "a strategy that throws",
                    Chain.of("onException", Exception.class).then("handled", true),
                    from("a")
                            .then("multicast", Chain.of("failing"))
                            .then("to", "mock:@m")
                            .then("to", "mock:@n")
                            .then("end")),
            of("size of a split", SPLIT_SIZE),
            byExample(
                    "a property without a value",
                    from("a")
                            .then("setProperty", "q1", Chain.of("header", "h1"))
                            .then("to", "mock:@m")),
            byExample(
                            "a failure of `validate`, `aggregate` or a conversion, and `RuntimeException`",
                            from("a")
                                    .then("doTry")
                                    .then("validate", Chain.of("body").then("isEqualTo", "b"))
                                    .then("doCatch", RuntimeException.class)
                                    .then("to", "mock:@m"))
                    .or(found -> found.plan().text().contains("RuntimeException")
                            && (found.plan().uses("(validate|convertBodyTo|aggregate)") || found.has(UNCHECKED))),
            of("`append` to a body that is null", "null(?=[st])"),
            byExample(
                    "a grouped body as a string",
                    from("a")
                            .then("split", Chain.of("constant", "x,y"), Chain.of("groupedBody"))
                            .then("to", "mock:@m")
                            .then("end")
                            .then("convertBodyTo", String.class)),
            byExample(
                            "properties of the message that `pollEnrich` received",
                            from("a")
                                    .then("split", Chain.of("constant", "x,y"))
                                    .then("to", Plan.POLLED + "?waitForTaskToComplete=Never")
                                    .then("end")
                                    .then("pollEnrich", Plan.POLLED, 0)
                                    .then("to", "mock:@m"))
                    .or(found -> found.plan().text().contains("pollEnrich(\"seda:polled\", 0)")
                            && found.differs()
                            && !found.without(PROPERTY).differs()),
            byExample("grouping with `enrich`", from("a").then("enrich", "mock:@m", Chain.of("groupedBody"))));

    private static Chain from(String route) {
        return Chain.of("from", "direct:" + Chain.MARK + route);
    }

    /** Adds a check of the outcome that needs a stream among the messages, see {@link #ofStreams}. */
    private KnownDifference ofStreams(Predicate<Found> outcome) {
        return new KnownDifference(
                name, pattern, found -> found.plan().hasStreams() && outcome.test(found), example, true);
    }

    private static KnownDifference byExample(String name, Chain... example) {
        return withBody(name, "a", example);
    }

    private static KnownDifference byStream(String name, Chain... example) {
        return withBody(name, new Plan.Bytes("1", true), example);
    }

    private static KnownDifference withBody(String name, Object body, Chain... example) {
        return withSeveral(name, List.of(body), example);
    }

    private static KnownDifference withSeveral(String name, List<Object> bodies, Chain... example) {
        List<Plan.Message> messages = bodies.stream()
                .map(each -> new Plan.Message(each, Map.of(), true))
                .toList();
        return new KnownDifference(
                name, NOTHING, found -> false, new Plan(List.of(example), messages, List.of()), false);
    }

    /** Adds a check of the outcome to a difference with an example. */
    private KnownDifference or(Predicate<Found> outcome) {
        return new KnownDifference(name, pattern, outcome, example, ofStreams);
    }

    /** A difference that is recognized by its outcome. */
    private static KnownDifference whole(String name, Predicate<Found> whole) {
        return new KnownDifference(name, NOTHING, whole, null, false);
    }

    private static KnownDifference refusedByCamel(String name, String message) {
        return whole(
                name,
                found -> found.camel().refused().matches(message)
                        && found.mehari().refused().isEmpty());
    }

    private static KnownDifference refusedByMehari(String name, String message) {
        return whole(
                name,
                found -> found.mehari().refused().matches(message)
                        && found.camel().refused().isEmpty());
    }

    private static KnownDifference of(String name, String pattern) {
        return new KnownDifference(name, pattern, found -> false, null, false);
    }

    /** The first known difference that explains the case. */
    static Optional<KnownDifference> of(Found found) {
        Found plain = found.without(ALL.stream().map(KnownDifference::pattern).collect(Collectors.joining("|")));
        for (KnownDifference each : ALL) {
            if (each.whole.test(found) || each.whole.test(plain)) {
                return Optional.of(each);
            }
        }
        if (plain.differs() || (!found.plan().usesTwice("split") && found.contradicts(SPLIT_SIZE))) {
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
