package io.mehari.builder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.mehari.ExchangePattern;
import io.mehari.Predicate;
import io.mehari.builder.model.Node;
import io.mehari.spi.IdempotentRepository;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * Which block an {@code end()} closes, for each step within each kind of block.
 *
 * <p>The facts were read off the models that Camel 4.22.0 makes of {@code
 * from(x).BLOCK.to(in).STEP.to(s).end()...to(mark)} with none to five ends. Each number says how many definitions the
 * mark is in then: the route, a block, a part of a block such as a {@code when}. Steps and blocks with equal facts
 * share a row and a column.
 */
class EndsTest {
    private static final Predicate ALWAYS = exchange -> true;

    private static final Map<String, List<String>> FACTS = Map.of(
            // in a                   route     block     when      doCatch
            "step", List.of("111111", "211111", "311111", "311111"),
            "with options", List.of("111111", "221111", "331111", "333111"),
            "block", List.of("211111", "321111", "431111", "433111"),
            "part", List.of("311111", "421111", "531111", "533111"));

    private interface Text extends UnaryOperator<ProcessorDefinition<?>> {}

    private static Map<String, Text> blocks(int column) {
        Map<String, Text> blocks = new LinkedHashMap<>();
        switch (column) {
            case 0 -> blocks.put("route", d -> d);
            case 1 -> {
                blocks.putAll(innerBlocks());
                blocks.put("onException", d -> ((RouteDefinition) d).onException(Exception.class));
                blocks.put("onCompletion", d -> ((RouteDefinition) d).onCompletion());
            }
            case 2 -> {
                blocks.put("when", d -> d.choice().when(ALWAYS));
                blocks.put(
                        "otherwise", d -> d.choice().when(ALWAYS).to("mock:w").otherwise());
            }
            default -> {
                blocks.put("doCatch", d -> d.doTry().to("mock:t").doCatch(Exception.class));
                blocks.put("doFinally", d -> d.doTry().to("mock:t").doFinally());
            }
        }
        return blocks;
    }

    private static Map<String, Text> innerBlocks() {
        Map<String, Text> blocks = new LinkedHashMap<>();
        blocks.put("filter", d -> d.filter(ALWAYS));
        blocks.put("loop", d -> d.loop(2));
        blocks.put("loopDoWhile", d -> d.loopDoWhile(ALWAYS));
        blocks.put("split", d -> d.split(RouteBuilder.body()));
        blocks.put("multicast", d -> d.multicast());
        blocks.put("pipeline", d -> d.pipeline());
        blocks.put("step", d -> d.step("s"));
        blocks.put(
                "aggregate",
                d -> d.aggregate(RouteBuilder.body(), AggregationStrategies.groupedBody())
                        .completionSize(2));
        blocks.put("idempotentConsumer", d -> d.idempotentConsumer(RouteBuilder.body(), new Nothing()));
        return blocks;
    }

    private static Map<String, Text> steps(String kind) {
        Map<String, Text> steps = new LinkedHashMap<>();
        switch (kind) {
            case "step" -> addPlainSteps(steps);
            case "with options" -> {
                steps.put("delay", d -> d.delay(1));
                steps.put("throttle", d -> d.throttle(1));
                steps.put("threads", d -> d.threads());
                steps.put("wireTap", d -> d.wireTap("mock:x"));
                steps.put("recipientList", d -> d.recipientList(RouteBuilder.body()));
                steps.put("enrich by a value", d -> d.enrich(RouteBuilder.body()));
                steps.put("delay, delay, delay", d -> d.delay(1).delay(2).delay(3));
            }
            case "block" -> steps.putAll(innerBlocks());
            default -> {
                steps.putAll(blocks(2));
                steps.putAll(blocks(3));
                steps.put("choice", d -> d.choice().when(ALWAYS).to("mock:w").when(ALWAYS));
            }
        }
        return steps;
    }

    private static void addPlainSteps(Map<String, Text> steps) {
        steps.put("process", d -> d.process(exchange -> {}));
        steps.put("bean", d -> d.bean("registered"));
        steps.put("to", d -> d.to("mock:x"));
        steps.put("to with a pattern", d -> d.to(ExchangePattern.InOnly, "mock:x"));
        steps.put("setBody", d -> d.setBody(RouteBuilder.body()));
        steps.put("transform", d -> d.transform(RouteBuilder.body()));
        steps.put("setHeader", d -> d.setHeader("a", RouteBuilder.body()));
        steps.put("setProperty", d -> d.setProperty("a", RouteBuilder.body()));
        steps.put("removeHeader", d -> d.removeHeader("a"));
        steps.put("removeHeaders", d -> d.removeHeaders("a"));
        steps.put("removeProperty", d -> d.removeProperty("a"));
        steps.put("id", d -> d.to("mock:x").id("x"));
        steps.put("toF", d -> d.toF("mock:%s", "x"));
        steps.put("removeProperties", d -> d.removeProperties("a"));
        steps.put("convertBodyTo", d -> d.convertBodyTo(String.class));
        steps.put("log", d -> d.log("a"));
        steps.put("setExchangePattern", d -> d.setExchangePattern(ExchangePattern.InOnly));
        steps.put("throwException", d -> d.throwException(new IllegalStateException()));
        steps.put("rollback", d -> d.rollback("a"));
        steps.put("markRollbackOnly", d -> d.markRollbackOnly());
        steps.put("stop", d -> d.stop());
        steps.put("validate", d -> d.validate(ALWAYS));
        steps.put("toD", d -> d.toD("mock:x"));
        steps.put("enrich", d -> d.enrich("mock:x"));
        steps.put("enrich with a strategy", d -> d.enrich("mock:x", AggregationStrategies.useLatest()));
        steps.put("pollEnrich", d -> d.pollEnrich("mock:x"));
        steps.put("process by a name", d -> d.process("x"));
        steps.put("pollEnrich with a time", d -> d.pollEnrich("mock:x", 1));
    }

    @Test
    void anEndClosesTheBlockThatItClosesInCamel() {
        List<String> differences = new ArrayList<>();
        FACTS.forEach((kind, row) -> {
            for (int column = 0; column < row.size(); column++) {
                String fact = row.get(column);
                blocks(column)
                        .forEach((block, open) -> steps(kind).forEach((step, add) -> {
                            String depths = depths(open, add);
                            if (!depths.equals(fact)) {
                                differences.add(step + " in " + block + ": " + depths + ", in Camel " + fact);
                            }
                        }));
            }
        });
        assertThat(differences).isEmpty();
    }

    @Test
    void anEndWithinADoCatchClosesOneBlockAfterTheOther() {
        Text filterInACatch =
                d -> d.doTry().to("mock:t").doCatch(Exception.class).filter(ALWAYS);
        assertThat(depths(filterInACatch, d -> d.filter(ALWAYS))).isEqualTo("543311");
        Text delaysInACatch =
                d -> d.doTry().to("mock:t").doCatch(Exception.class).delay(1).delay(1);
        assertThat(depths(delaysInACatch, d -> d.delay(1))).isEqualTo("333111");
    }

    /** A doTry must have a catch, so that its ends cannot be tried like those of other blocks; facts as above. */
    @Test
    void anEndWithinADoTryStaysThere() {
        Map<String, String> facts = Map.of("step", "2", "with options", "22", "block", "32", "part", "42");
        facts.forEach((kind, fact) -> steps(kind).forEach((name, step) -> {
            StringBuilder depths = new StringBuilder();
            for (int ends = 0; ends < fact.length(); ends++) {
                int times = ends;
                depths.append(depthTried(d -> {
                    ProcessorDefinition<?> at = step.apply(d.to("mock:in")).to("mock:s");
                    for (int i = 0; i < times; i++) {
                        at = at.end();
                    }
                    return at;
                }));
            }
            assertThat(depths.toString()).as(name).isEqualTo(fact);
        }));
    }

    @Test
    void endChoiceAndEndDoTryGoBackToTheWayAndThePartThatTheyStandIn() {
        Text when = d -> d.choice().when(ALWAYS);
        assertThat(depth(d -> when.apply(d).filter(ALWAYS).to("mock:s").endChoice()))
                .isEqualTo(3);
        assertThat(depth(d -> when.apply(d).delay(1).delay(2).endChoice())).isEqualTo(3);
        assertThat(depth(d -> when.apply(d).toD("mock:s").endChoice())).isEqualTo(3);
        assertThat(depth(d -> when.apply(when.apply(d)).to("mock:s").endChoice()))
                .isEqualTo(5);
        assertThat(depth(d -> when.apply(when.apply(d)).to("mock:s").end().endChoice()))
                .isEqualTo(3);
        Text caught = d -> d.doTry().to("mock:s").doCatch(Exception.class);
        assertThat(depthTried(d -> d.filter(ALWAYS).to("mock:s").endDoTry())).isEqualTo(2);
        assertThat(depth(d -> caught.apply(d).filter(ALWAYS).to("mock:s").end().endDoTry()))
                .isEqualTo(3);
        assertThat(depthTried(d -> caught.apply(d).to("mock:s").end().endDoTry()))
                .isEqualTo(2);
    }

    @Test
    void everyStepThatThereIsHasAFactHere() {
        Set<String> known = new TreeSet<>(Set.of("end", "endChoice", "endDoTry", "choice", "doTry"));
        known.addAll(Set.of("onException", "onCompletion")); // clauses of a route, see blocks(1)
        known.addAll(Set.of("marshal", "unmarshal")); // a process(..) each
        FACTS.keySet().forEach(kind -> known.addAll(steps(kind).keySet()));
        Set<String> all = new TreeSet<>();
        for (Method each : ProcessorDefinition.class.getDeclaredMethods()) {
            if (Modifier.isPublic(each.getModifiers())) {
                all.add(each.getName());
            }
        }
        assertThat(known).containsAll(all);
    }

    @Test
    void aRouteEndsAsOftenAsItLikes() {
        assertThatCode(() -> new RouteDefinition("direct:a", null).end().end().to("mock:x"))
                .doesNotThrowAnyException();
    }

    // ---- where the mark is

    private static int depth(Text text) {
        return depthAfter(text, 0);
    }

    private static String depths(Text block, Text step) {
        StringBuilder depths = new StringBuilder();
        for (int ends = 0; ends < 6; ends++) {
            depths.append(
                    depthAfter(d -> step.apply(block.apply(d).to("mock:in")).to("mock:s"), ends));
        }
        return depths.toString();
    }

    /** The same within a doTry, which gets its catch when everything is said. */
    private static int depthTried(Text text) {
        RouteDefinition route = new RouteDefinition("direct:a", null);
        TryDefinition tried = route.doTry();
        text.apply(tried).to("mock:mark");
        tried.doCatch(Exception.class).to("mock:caught");
        route.inherit(null, List.of(), List.of());
        return depth(route.model().steps(), 1);
    }

    private static int depthAfter(Text text, int ends) {
        RouteDefinition route = new RouteDefinition("direct:a", null);
        ProcessorDefinition<?> at = text.apply(route);
        for (int i = 0; i < ends; i++) {
            at = at.end();
        }
        at.to("mock:mark");
        route.inherit(null, List.of(), List.of());
        List<List<Node>> blocks = new ArrayList<>();
        route.model().failurePolicy().clauses().forEach(clause -> blocks.add(clause.steps()));
        route.model().completions().forEach(each -> blocks.add(each.steps()));
        int depth = depth(route.model().steps(), 1);
        for (List<Node> block : blocks) {
            depth = Math.max(depth, depth(block, 2));
        }
        return depth;
    }

    /** How many definitions the mark is in; 0 where it is not in these steps. */
    private static int depth(List<Node> steps, int here) {
        int depth = 0;
        for (Node each : steps) {
            if (each instanceof Node.To to && "mock:mark".equals(to.uri())) {
                return here;
            }
            if (each instanceof Node.Choice choice) {
                for (Node.When when : choice.whens()) {
                    depth = Math.max(depth, depth(when.steps(), here + 2));
                }
                depth = Math.max(depth, depth(choice.otherwise(), here + 2));
            } else if (each instanceof Node.Try tried) {
                depth = Math.max(depth, depth(tried.steps(), here + 1));
                for (Node.Catch handler : tried.catches()) {
                    depth = Math.max(depth, depth(handler.steps(), here + 2));
                }
                depth = Math.max(depth, depth(tried.finallySteps(), here + 2));
            } else {
                depth = Math.max(depth, depth(stepsOf(each), here + 1));
            }
        }
        return depth;
    }

    private static List<Node> stepsOf(Node node) {
        if (node instanceof Node.Filter filter) {
            return filter.steps();
        } else if (node instanceof Node.Loop loop) {
            return loop.steps();
        } else if (node instanceof Node.Split split) {
            return split.steps();
        } else if (node instanceof Node.Multicast multicast) {
            return multicast.steps();
        } else if (node instanceof Node.Aggregate aggregate) {
            return aggregate.steps();
        } else if (node instanceof Node.Idempotent idempotent) {
            return idempotent.steps();
        } else if (node instanceof Node.Pipeline pipeline) {
            return pipeline.steps();
        } else if (node instanceof Node.Named named) {
            return stepsOf(named.node());
        }
        return List.of();
    }

    private static final class Nothing implements IdempotentRepository {
        @Override
        public boolean add(String key) {
            return true;
        }

        @Override
        public boolean contains(String key) {
            return false;
        }

        @Override
        public boolean remove(String key) {
            return false;
        }

        @Override
        public boolean confirm(String key) {
            return true;
        }
    }
}
