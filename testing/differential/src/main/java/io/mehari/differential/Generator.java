package io.mehari.differential;

import io.mehari.proofs.Draw;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * Generates random cases: up to four routes that call each other, clauses for failures and completions, messages, and
 * steps that fail. The same seed always gives the same case.
 */
final class Generator extends Draw {
    /*
     * Steps call only later routes, so that no route calls itself. A case is concurrent if its text has one of the
     * words in Plan.isConcurrent. Then no step may depend on how often it ran, and failures depend on the body.
     *
     * Intended differences that cannot be recognized by the outcome (KnownDifference.example) are not generated.
     *
     * What applications use often is drawn often, and everything else still is: the page about conformance has the
     * weights beside the counts in public routes. With "even", each kind is drawn as often as any other.
     */
    private static final List<Class<? extends Exception>> THROWN =
            List.of(IllegalStateException.class, IllegalArgumentException.class, IOException.class);
    private static final List<Class<? extends Throwable>> FAILURES =
            List.of(IllegalStateException.class, IllegalArgumentException.class, IOException.class, LinkageError.class);
    private static final List<Class<? extends Throwable>> CAUGHT = List.of(
            Error.class,
            IllegalStateException.class,
            IllegalArgumentException.class,
            IOException.class,
            RuntimeException.class,
            Exception.class,
            Throwable.class);
    private static final int[] CAUGHT_WEIGHTS = {4, 20, 20, 15, 6, 30, 5};
    /** In the order of the cases of {@link #step}. */
    private static final int[] STEPS = {24, 16, 14, 10, 2, 2, 3, 16, 4, 2, 5, 8, 4, 3, 3, 2, 4, 2};
    /** In the order of the cases of {@link #nested}. */
    private static final int[] BLOCKS = {18, 26, 22, 8, 7, 4, 5, 10};

    private static final int SLASHES = 5;
    private static final String MOCK = "mock:" + Chain.MARK;
    private static final String DIRECT = "direct:" + Chain.MARK;
    private static final String SEDA = "seda:" + Chain.MARK;
    private static final List<String> ROUTES = List.of("a", "b", "c", "q");
    /** Longer than any case runs. */
    private static final int NEVER = 600_000;

    private final Interpreter compiler;
    private final boolean even;
    private final boolean concurrent;
    /**
     * Whether several messages of one sender may be in flight at the same time. Then no step depends on their order.
     */
    private final boolean forks;

    private final boolean large;
    private final List<String> steps = new ArrayList<>();
    private int mocks;
    /** Whether the steps of a failure clause are being generated. */
    private boolean handler;

    /** Whether a clause or an error handler handles failures. */
    private boolean handles;
    /** Whether a completion of the builder runs for each message. */
    private boolean completes;
    /** Whether the steps of a completion are being generated. In Camel, a reply from a queue may never come there. */
    private boolean completing;
    /** Whether the part that is being generated must not fail. */
    private boolean calm;

    /** Whether messages are rolled back. Then only doTry handles failures. */
    private final boolean rollsBack;

    private int counters;
    private int tries;
    /** The number of the route that is being generated. */
    private int route;

    /** Whether routes have texts of {@code simple}, keys of several types, streams, or predicates about failures. */
    private final boolean texts;

    private final SimpleText simple;

    private Generator(Random random, Interpreter compiler, boolean even) {
        super(random);
        this.compiler = compiler;
        this.even = even;
        simple = new SimpleText(random, even);
        texts = chance(50);
        concurrent = chance(25);
        forks = concurrent && chance(70);
        large = chance(10);
        rollsBack = often(5, 15);
    }

    /** Generates the case with that number for that seed, for the builder of the interpreter. */
    static Plan make(long seed, long number, Interpreter compiler, boolean even) {
        return new Generator(new Random((seed << 32 | number) * 0x9E3779B97F4A7C15L), compiler, even).plan();
    }

    /** True as often as the first number says, in percent, or the second one if all kinds are drawn alike. */
    private boolean often(int percent, int ifEven) {
        return chance(even ? ifEven : percent);
    }

    /** One of several kinds. */
    private int kind(int... weights) {
        return even ? below(weights.length) : weighted(weights);
    }

    private Class<? extends Throwable> caught() {
        return CAUGHT.get(kind(CAUGHT_WEIGHTS));
    }

    private Plan plan() {
        List<Chain> statements = new ArrayList<>();
        route = 0;
        if (!rollsBack && often(12, 25)) {
            handles = true;
            statements.add(Chain.of("errorHandler", errorHandler()));
        }
        // clauses of the builder call no route, because they also apply to the routes that they would call
        route = ROUTES.size();
        for (int i = !rollsBack && often(20, 35) ? upTo(2) : 0; i > 0; i--) {
            statements.add(onException(Text.at(compiler)).chain());
        }
        if (often(5, 12)) {
            statements.add(onCompletion(Text.at(compiler)).chain());
            completes = true;
        }
        route = 0;
        int last = ROUTES.size() - 1;
        for (; route <= last; route++) {
            statements.add(route());
        }
        List<Plan.Message> messages = messages();
        return trimmed(new Plan(statements, messages, failures(statements)));
    }

    /** Removes the routes that no other route calls. */
    private static Plan trimmed(Plan plan) {
        List<Chain> kept = new ArrayList<>(plan.statements());
        for (int i = ROUTES.size() - 1; i > 0; i--) {
            String name = Chain.MARK + ROUTES.get(i);
            kept.removeIf(each -> each.calls().get(0).name().equals("from")
                    && each.calls().get(0).arguments().get(0).toString().endsWith(name)
                    && kept.stream()
                            .filter(other -> other != each)
                            .noneMatch(other -> other.raw().matches("(?s).*" + name + "\\b.*")));
        }
        return new Plan(kept, plan.messages(), plan.failures());
    }

    // ---- messages and failures

    private List<Plan.Message> messages() {
        List<Plan.Message> messages = new ArrayList<>();
        for (int i = upTo(texts ? 5 : 3); i > 0; i--) {
            Map<String, Object> headers = new TreeMap<>();
            if (chance(60)) {
                headers.put("h1", texts ? pick("a", "1", 1, 1L, "", "true") : pick("a", "b", "1", "c"));
            }
            if (chance(40)) {
                headers.put("h2", texts ? pick(1, 2L, 10, "10", "3") : pick(1, 2, 10, "3"));
            }
            messages.add(new Plan.Message(texts ? typed() : body(), headers, chance(50)));
        }
        return messages;
    }

    private Object body() {
        return pick("a", "b", "a,b", "a,b,c", "c,b", 7, List.of("a", "b", "c"), "", List.of());
    }

    /** A body of one of several types. */
    private Object typed() {
        return switch (below(6)) {
            case 0 -> pick(1, 1L, "1", "true");
            case 1 -> new Plan.Bytes(pick("a", "1", "a,b"), often(5, 15));
            default -> body();
        };
    }

    /** With an aggregator, no failure depends on order: there, a complete group may come later in Camel. */
    private List<Plan.Failure> failures(List<Chain> statements) {
        boolean anyRun = concurrent
                || statements.stream()
                        .anyMatch(each -> each.calls().stream()
                                .anyMatch(call -> call.name().equals("aggregate")));
        List<Plan.Failure> failures = new ArrayList<>();
        for (String each : steps) {
            if (chance(40)) {
                int run = anyRun || chance(40) ? 0 : upTo(3);
                String body = concurrent || chance(30) ? pick("a", "b", "c", "") : "";
                failures.add(new Plan.Failure(each, run, body, pick(FAILURES)));
            }
        }
        return failures;
    }

    // ---- clauses

    private Chain errorHandler() {
        Text text = Text.at(compiler);
        if (chance(60)) {
            text.add("deadLetterChannel", MOCK + "dead");
            if (chance(25)) {
                text.add("useOriginalMessage");
            }
        } else {
            text.add(pick("defaultErrorHandler", "noErrorHandler"));
        }
        if (chance(40) && text.add("maximumRedeliveries", below(3))) {
            text.add("redeliveryDelay", 0);
        }
        return text.chain();
    }

    private Text onException(Text text) {
        handles = true;
        text.add("onException", (Object) caught());
        if (often(10, 25)) {
            text.add("onWhen", failurePredicate());
        }
        if (chance(60)) {
            boolean asks = texts && chance(30);
            text.add(
                    kind(4, 1) == 0 ? "handled" : "continued",
                    asks ? Chain.of("when", failurePredicate()) : chance(80));
        }
        if (chance(30)) {
            boolean counts = often(90, 75);
            Chain most = texts ? Chain.of("retries", 2, failurePredicate()) : Chain.of("retries", 2);
            text.add(counts ? "maximumRedeliveries" : "retryWhile", counts ? below(3) : most);
            text.add("redeliveryDelay", 0);
        }
        if (chance(15)) {
            text.add("useOriginalMessage");
        }
        if (chance(70)) {
            handler = true;
            block(text, 1, 2);
            handler = false;
        } else if (text.calls.size() == 1) {
            text.add("handled", true); // an empty one is refused
        }
        return text;
    }

    private Text onCompletion(Text text) {
        text.add("onCompletion");
        if (chance(40)) {
            text.add(pick("onCompleteOnly", "onFailureOnly"));
        }
        if (chance(20)) {
            text.add("onWhen", predicate());
        }
        completing = true;
        block(text, 4, 1);
        completing = false;
        return text;
    }

    private Chain route() {
        String name = ROUTES.get(route);
        Text text = Text.at(compiler);
        text.add("from", (name.equals("q") ? "seda" : "direct") + (chance(SLASHES) ? "://" : ":") + Chain.MARK + name);
        if (!rollsBack && often(8, 10)) {
            onException(text).add("end");
        }
        boolean comesOnce = route == 0 || (name.equals("q") && !completes);
        if (comesOnce && often(4, 10)) {
            onCompletion(text).add("end");
        }
        block(text, 1, large ? 5 : route == 0 ? 3 : 2);
        text.add("to", mock());
        return text.chain();
    }

    // ---- steps

    private void block(Text text, int depth, int most) {
        int before = text.calls.size();
        for (int i = upTo(most); i > 0; i--) {
            if (calm) {
                calmStep(text);
            } else if (depth < (large ? 4 : 3) && chance(35)) {
                nested(text, depth + 1);
            } else {
                step(text);
            }
        }
        if (text.calls.size() == before) {
            text.add("to", mock());
        }
    }

    /** Adds a step that cannot fail. */
    private void calmStep(Text text) {
        switch (below(4)) {
            case 0 -> text.add("setBody", value());
            case 1 -> text.add("setHeader", pick("h1", "h3"), value());
            case 2 -> text.add("removeHeaders", pick("*", "h*", "h1"));
            default -> text.add("to", mock());
        }
    }

    private void step(Text text) {
        switch (kind(STEPS)) {
            case 0 -> text.add("process", newStep());
            case 1 -> text.add("to", mock());
            case 2 -> text.add(pick("setBody", "transform"), value());
            case 3 -> {
                String name = pick("h1", "h2", "h3");
                text.add("setHeader", name, name.equals("h2") ? number() : value());
            }
            case 4 -> text.add("removeHeader", pick("h1", "h2"));
            case 5 -> text.add("removeHeaders", pick("*", "h*", "h1"));
            case 6 -> text.add("setProperty", pick("q1", "q2"), present());
            case 7 -> callRoute(text);
            case 8 -> text.add("toD", pick(MOCK + "d", MOCK + "${header.h1}", target()));
            case 9 -> text.add("validate", predicate());
            case 10 -> rare(text);
            case 11 -> text.add("log", texts ? simple.text() : "${body}");
            case 12 -> {
                Class<?> other = pick(String.class, Integer.class, Long.class, byte[].class);
                text.add("convertBodyTo", (Object) (texts ? other : String.class));
            }
            case 13 -> {
                if (!completes && chance(70)) {
                    text.add("enrich", target(), strategy());
                } else {
                    stepIf(completes, text, () -> text.add("enrich", target()));
                }
            }
            case 14 -> {
                if (text.add("delay", 0) && often(90, 0)) {
                    text.add("end");
                }
            }
            case 15 -> {
                if (text.add("throttle", 10_000) && often(90, 0)) {
                    text.add("end");
                }
            }
            case 16 -> {
                if (forks) {
                    text.add("wireTap", target());
                } else if (concurrent) {
                    poll(text);
                }
            }
            default -> {
                if (concurrent && chance(30)) {
                    text.add("threads", 2);
                }
            }
        }
    }

    private void rare(Text text) {
        switch (kind(35, 50, 50, 1)) {
            case 0 -> {
                if (!isInQueue()) {
                    text.add("stop");
                }
            }
            case 1 -> {
                if (!rollsBack) {
                    text.add("throwException", Chain.of("failure", (Object) pick(THROWN)));
                } else if (chance(50)) {
                    text.add("rollback", "back");
                } else if (!isInQueue()) {
                    text.add("markRollbackOnly");
                }
            }
            case 2 -> text.add("throwException", Chain.of("failure", (Object) pick(THROWN)));
            default -> text.add(pick("end", "endChoice", "endDoTry")); // would close a block that it does not belong to
        }
    }

    /** Whether the current route starts from a queue. */
    private boolean isInQueue() {
        return ROUTES.get(Math.min(route, ROUTES.size() - 1)).equals("q");
    }

    /** Adds a step that takes a message from a queue without a consumer, or sends one there. */
    private void poll(Text text) {
        switch (below(4)) {
            case 0 -> text.add("pollEnrich", Plan.POLLED, 0);
            case 1 -> text.add("pollEnrich", Plan.POLLED, 0, Chain.of(pick("join", "latest", "failing")));
            default -> text.add("to", Plan.POLLED + "?waitForTaskToComplete=Never");
        }
    }

    private void callRoute(Text text) {
        text.add("to", target());
    }

    /** A later route, or a mock. */
    private String target() {
        int next = route + upTo(3);
        if (next >= ROUTES.size() || (ROUTES.get(next).equals("q") && (completing || !concurrent))) {
            return mock();
        }
        String name = ROUTES.get(next);
        if (!name.equals("q")) {
            return (chance(SLASHES) ? "direct://" + Chain.MARK : DIRECT) + name;
        }
        return SEDA + name + (forks ? pick("", "?waitForTaskToComplete=Never") : "?waitForTaskToComplete=Always");
    }

    private String mock() {
        return (chance(SLASHES) ? "mock://" + Chain.MARK : MOCK) + "m" + ++mocks;
    }

    private Chain newStep() {
        String name = "p" + (steps.size() + 1);
        steps.add(name);
        return Chain.of("step", name);
    }

    // ---- blocks

    private void nested(Text text, int depth) {
        switch (kind(BLOCKS)) {
            case 0 -> {
                text.add("filter", predicate());
                block(text, depth, 2);
                text.add("end");
            }
            case 1 -> choice(text, depth);
            case 2 -> {
                boolean outside = calm;
                calm |= split(text) || handler; // in Camel, other clauses handle a failing part there
                block(text, depth, 3);
                calm = outside;
                text.add("end");
            }
            case 3 -> {
                text.add("multicast");
                boolean lists = fan(text, parallel(), !handler);
                for (int i = upTo(3); i > 0; i--) {
                    text.add("to", lists || handler ? mock() : target());
                }
                text.add("end");
            }
            case 4 -> {
                boolean lists = chance(15);
                boolean mocks = lists || handler;
                text.add(
                        "recipientList",
                        Chain.of("constant", mocks ? mock() + "," + mock() : target() + "," + target()));
                if (lists) {
                    text.add("aggregationStrategy", listing());
                } else {
                    fan(text, parallel(), false);
                }
                text.add("end");
            }
            case 5 -> loop(text, depth);
            case 6 -> stepIf(handler, text, () -> tried(text, depth));
            default -> stepIf(forks, text, () -> gathering(text, depth));
        }
    }

    private void stepIf(boolean plain, Text text, Runnable otherwise) {
        if (plain) {
            text.add("process", newStep());
        } else {
            otherwise.run();
        }
    }

    private void choice(Text text, int depth) {
        text.add("choice");
        for (int i = upTo(2); i > 0; i--) {
            if (!text.has("when", predicate())) {
                text.add("endChoice");
            }
            text.add("when", predicate());
            block(text, depth, 2);
        }
        if (chance(60)) {
            if (!text.has("otherwise")) {
                text.add("endChoice");
            }
            text.add("otherwise");
            block(text, depth, 2);
        }
        text.add("end");
    }

    /** Adds a split. Returns whether its parts must not fail. */
    private boolean split(Text text) {
        Chain parts = pick(
                Chain.of("body"),
                Chain.of("body").then("tokenize", ","),
                Chain.of("constant", "x,y"),
                Chain.of("header", "h1"));
        boolean lists = chance(15);
        parts = lists ? Chain.of("constant", "x,y") : parts; // so that there is something to list
        boolean parallel = parallel();
        if (lists) {
            text.add("split", parts, listing());
        } else if (chance(40)) {
            text.add("split", parts, parts(parallel));
        } else {
            text.add("split", parts);
        }
        return fan(text, parallel, false) || lists;
    }

    private boolean parallel() {
        return forks && chance(40);
    }

    /**
     * Adds options of a fan-out. Returns whether its strategy makes a list or a text of all parts. Then parts must not
     * fail.
     */
    private boolean fan(Text text, boolean parallel, boolean mayList) {
        if (!parallel && often(10, 20)) { // with both, the parts are joined in the order in which they end
            text.add("streaming");
        }
        if (!handler
                && chance(20)
                && !parallel) { // with both, it depends on time which parts have begun when one fails
            text.add("stopOnException");
        }
        if (!handles && often(5, 15)) {
            text.add("shareUnitOfWork");
        }
        if (parallel) {
            text.add("parallelProcessing");
            if (chance(20)) {
                text.add("timeout", NEVER);
            }
        }
        boolean lists = mayList && chance(15);
        if (lists) {
            text.add("aggregationStrategy", listing());
        } else if (chance(20)) {
            text.add("aggregationStrategy", parts(parallel));
        }
        return lists;
    }

    private void loop(Text text, int depth) {
        if (chance(75)) {
            text.add("loop", below(4));
        } else {
            String counter = "n" + ++counters;
            text.add("setProperty", counter, Chain.of("constant", 0));
            text.add("loopDoWhile", Chain.of("exchangeProperty", counter).then("isLessThan", upTo(2)));
            text.add("process", Chain.of("count", counter));
        }
        block(text, depth, 2);
        text.add("end");
    }

    private void tried(Text text, int depth) {
        text.add("doTry");
        int begin = text.calls.size();
        tries++;
        block(text, depth, 3);
        tries--;
        int catches = 0;
        for (int i = often(99, 75) ? upTo(3) : 0; i > 0; i--) {
            if (!text.has("doCatch", IOException.class) && (catches == 0 || chance(5))) {
                text.add("endDoTry");
            }
            if (text.add("doCatch", (Object) caught())) {
                catches++;
            } else {
                break;
            }
            boolean nests =
                    text.calls.stream().skip(begin).anyMatch(each -> each.name().equals("doTry"));
            if (catches == 1 && !nests && chance(20)) {
                text.add("onWhen", failurePredicate());
            }
            caught(text, depth);
        }
        if (handles) {
            if (catches == 0 && !text.has("doCatch", Throwable.class)) {
                text.add("endDoTry");
            }
            if (text.add("doCatch", Throwable.class)) {
                catches++;
                caught(text, depth);
            }
        }
        if (!rollsBack && !handles && chance(40)) {
            if (!text.has("doFinally") && (catches == 0 || chance(5))) {
                text.add("endDoTry");
            }
            if (text.add("doFinally")) {
                dealing(text, depth, 1);
            }
        }
        text.add("end");
    }

    /**
     * Adds the steps after a doCatch and its onWhen. Without the first one, Camel's error handler would see no later
     * failure.
     */
    private void caught(Text text, int depth) {
        text.add("process", Chain.of("forget"));
        dealing(text, depth, 2);
    }

    /** Adds the steps of a doCatch or a doFinally. The error handler handles their failures here, but not in Camel. */
    private void dealing(Text text, int depth, int most) {
        boolean outside = calm;
        calm = handles;
        block(text, depth, most);
        calm = outside;
    }

    private void gathering(Text text, int depth) {
        if (chance(50)) {
            text.add("idempotentConsumer", key(Chain.of("header", "h1"), Chain.of("body")), Chain.of("repository"));
            for (String each : List.of("skipDuplicate", "eager", "removeOnFailure")) {
                if (chance(30)) {
                    text.add(each, chance(50));
                }
            }
        } else {
            boolean asks = chance(33);
            Chain strategy = asks ? Chain.of(pick("join", "latest", "failing")) : joining();
            text.add("aggregate", key(Chain.of("constant", true), Chain.of("header", "h1")), strategy);
            if (asks) {
                text.add("completionPredicate", predicate());
            } else {
                text.add("completionSize", upTo(3));
            }
            if (chance(20)) {
                text.add("eagerCheckCompletion");
            }
            if (chance(20)) {
                text.add(pick("completionTimeout", "completionInterval"), NEVER);
            }
        }
        boolean outside = calm;
        calm |= handles && tries > 0;
        block(text, depth, 2);
        calm = outside;
        text.add("end");
    }

    // ---- values

    private Chain strategy() {
        return Chain.of(pick("join", "join", "latest", "original", "failing"));
    }

    /** In parallel, no strategy fails, because it would depend on time which parts have begun by then. */
    private Chain parts(boolean parallel) {
        return handles || parallel ? Chain.of(pick("join", "latest", "original")) : strategy();
    }

    private Chain listing() {
        return Chain.of(pick("grouped", "string"));
    }

    private Chain joining() {
        return Chain.of(pick("join", "join", "latest", "grouped", "string", "failing"));
    }

    private Chain value() {
        if (texts && chance(40)) {
            return simpleValue();
        }
        return switch (kind(8, 6, 1, 3, 1, 4, 3)) {
            case 0 -> Chain.of("constant", pick("x", "y,z"));
            case 1 -> Chain.of("constant", below(3));
            case 2 -> Chain.of("body").then("append", pick("s", "t"));
            case 3 -> Chain.of("header", "h1");
            case 4 -> Chain.of("exchangeProperty", "q1");
            case 5 -> Chain.of("simple", "${body}${header.h1}");
            default -> Chain.of("body");
        };
    }

    private Chain simpleValue() {
        return switch (below(6)) {
            case 0, 1 -> Chain.of("simple", simple.value(), pick(String.class, Integer.class));
            default -> Chain.of("simple", simple.text());
        };
    }

    /** A key of messages of several types. */
    private Chain key(Chain... plain) {
        return texts && often(25, 50) ? Chain.of("simple", simple.value()) : pick(plain);
    }

    private Chain failurePredicate() {
        if (!texts || chance(20)) {
            return predicate();
        }
        return chance(25)
                ? Chain.of("exceptionMessage").then("contains", pick("p1", "p2"))
                : Chain.of("simple", simple.failure());
    }

    /** An expression that is not null if the body is not null. */
    private Chain present() {
        return switch (kind(4, 4, 1)) {
            case 0 -> Chain.of("constant", "x");
            case 1 -> Chain.of("constant", 2);
            default -> Chain.of("body").then("append", "s");
        };
    }

    private Chain number() {
        return Chain.of("constant", pick(1, 2, 10, "3"));
    }

    private Chain predicate() {
        if (texts && chance(50)) {
            return chance(20) ? comparison() : Chain.of("simple", simple.condition());
        }
        return switch (below(7)) {
            case 0 -> Chain.of("header", "h1").then("isEqualTo", pick("a", "b"));
            case 1 -> Chain.of("header", "h2").then(pick("isGreaterThan", "isLessThan"), 2);
            case 2 -> Chain.of("header", pick("h1", "h3")).then(pick("isNull", "isNotNull"));
            case 3 -> Chain.of("body").then("isEqualTo", pick("a", "b", 7));
            case 4 -> Chain.of("body").then("startsWith", "a");
            case 5 -> Chain.of("exchangeProperty", "q1").then("isNull");
            default -> Chain.of("body").then("contains", pick("a", "b"));
        };
    }

    /** A comparison in the route language, of values of several types. */
    private Chain comparison() {
        if (chance(30)) {
            String operator = pick("isGreaterThan", "isGreaterThanOrEqualTo", "isLessThan", "isLessThanOrEqualTo");
            return Chain.of("header", "h2").then(operator, pick("2", 2, 2L, 1, "10"));
        }
        if (chance(30)) {
            return pick(Chain.of("header", "h1"), Chain.of("body")).then("contains", pick("1", "true", 1));
        }
        Object other = pick("1", 1, 1L, "true", Chain.of("simple", simple.value()));
        Chain value = pick(Chain.of("header", "h1"), Chain.of("header", "h2"), Chain.of("body"));
        return value.then(pick("isEqualTo", "isNotEqualTo"), other);
    }

    /** A chain under construction. Calls that do not compile are not added. */
    private static final class Text {
        private final Interpreter compiler;
        private final List<Chain.Call> calls = new ArrayList<>();
        private Class<?> type;

        private Text(Interpreter compiler) {
            this.compiler = compiler;
            this.type = compiler.builder();
        }

        static Text at(Interpreter compiler) {
            return new Text(compiler);
        }

        boolean has(String name, Object... arguments) {
            return compiler.type(type, Chain.call(name, arguments)) != null;
        }

        boolean add(String name, Object... arguments) {
            Chain.Call call = Chain.call(name, arguments);
            Class<?> next = compiler.type(type, call);
            if (next == null) {
                return false;
            }
            calls.add(call);
            type = next;
            return true;
        }

        Chain chain() {
            return new Chain(calls);
        }
    }
}
