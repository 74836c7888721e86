package io.mehari.subjects.run;

import io.mehari.engine.Names;
import io.mehari.subjects.Contender;
import io.mehari.subjects.Scenario;
import io.mehari.subjects.Task;
import java.util.ArrayList;
import java.util.List;

/**
 * One row of figures for each subject: a benchmark with its parameters.
 *
 * @param group the group of its results
 * @param benchmark the class and method
 * @param parameters besides the subject, as {@code name=value}
 * @param subjects the ids of the subjects that can be measured, the one first with which the others are compared
 */
record Case(String group, String benchmark, List<String> parameters, List<String> subjects) {
    static final List<String> NAMES =
            List.of("compare throughput create copy header property life watching type-checks bridge".split(" ", -1));

    private static final List<String> SHAPES = List.of("1-1", "1-2", "2-1", "2-3", "1-4", "4-1", "1-8", "5-6", "9-9");
    private static final List<String> COMPARED =
            List.of("direct/plain", "direct/stores", "split-choice", "router/mixed", "aggregator/mixed", "fan-out");
    private static final List<String> EXCHANGES = List.of("mehari", "camel-4.20.0", "camel-4.22.0");
    private static final List<String> MEHARI = List.of("mehari");
    private static final List<String> BRIDGE = List.of(Contender.BRIDGE, "camel-4.22.0");

    /** The cases of a measurement; the scenarios are for those that send messages. */
    static List<Case> of(String name, List<String> scenarios) {
        return switch (Names.find("measurement", name, NAMES, each -> each)) {
            case "compare" -> messages(scenarios.isEmpty() ? COMPARED : scenarios);
            case "throughput" -> messages(scenarios.isEmpty() ? queues() : scenarios);
            case "create" -> create();
            case "copy" -> each("Copy", "", EXCHANGES, List.of("readOnly", "oneHeaderWritten"), List.of());
            case "header" -> header();
            case "property" ->
                each(
                        "Property",
                        "properties",
                        EXCHANGES,
                        List.of("present", "absent"),
                        List.of("1", "4", "8", "16", "64"));
            case "life" -> life();
            case "bridge" -> bridge();
            case "watching" ->
                each(
                        "Watching",
                        "watching",
                        MEHARI,
                        List.of("send"),
                        List.of("none jmx removed notifier empty empty-timed flight-recorder-off history redelivery"
                                .split(" ", -1)));
            default ->
                each(
                        "TypeChecks",
                        "",
                        MEHARI,
                        List.of("interfaces", "classes", "interfacesOnTwoThreads", "classesOnTwoThreads"),
                        List.of());
        };
    }

    private static List<String> queues() {
        List<String> all = new ArrayList<>();
        for (Task task : List.of(Task.SEDA, Task.DISRUPTOR)) {
            SHAPES.forEach(shape -> all.add(task.id() + "/" + shape));
        }
        return all;
    }

    private static List<Case> messages(List<String> scenarios) {
        List<Case> all = new ArrayList<>();
        for (String each : scenarios) {
            List<Scenario> chosen = each.equals("all")
                    ? List.of(Task.values()).stream()
                            .flatMap(task -> task.scenarios().stream())
                            .toList()
                    : each.contains("/")
                            ? List.of(Scenario.of(each))
                            : Names.find("scenario", each, List.of(Task.values()), Task::id)
                                    .scenarios();
            chosen.forEach(scenario -> all.add(message(scenario)));
        }
        return all;
    }

    private static Case message(Scenario scenario) {
        return new Case(
                scenario.id(),
                scenario.task() == Task.REQUEST ? "Messages.request" : "Messages.send",
                List.of("scenario=" + scenario.id()),
                Contender.ALL.stream()
                        .filter(each -> each.does(scenario))
                        .map(Contender::id)
                        .toList());
    }

    private static List<Case> create() {
        List<String> withFloor = new ArrayList<>(EXCHANGES);
        withFloor.add(Contender.FLOOR);
        List<Case> all = new ArrayList<>(each("Create", "", withFloor, List.of("withBody"), List.of()));
        List<String> others = List.of(
                "withFirstHeader",
                "withFiveHeadersTwoProperties",
                "withCompletion",
                "withFiveHeaders",
                "withFiveHeadersOfNewNames");
        all.addAll(each("Create", "", EXCHANGES, others, List.of()));
        return all;
    }

    private static List<Case> header() {
        List<String> methods = List.of(
                "sameSpelling",
                "otherSpelling",
                "absent",
                "setExisting",
                "newNameSameSpelling",
                "newNameOtherSpelling",
                "newNameAbsent");
        List<Case> all = new ArrayList<>(each("Header", "headers", EXCHANGES, methods, List.of("1", "5", "20", "100")));
        all.addAll(each("Header", "headers", EXCHANGES, List.of("newName"), List.of("1")));
        return all;
    }

    private static List<Case> life() {
        List<Case> all = new ArrayList<>();
        for (String factory : List.of("prototype", "pooled", "pooled-checked")) {
            for (String clock : List.of("coarse", "precise", "off")) {
                all.add(new Case(
                        "Life.createAndRelease/" + clock + ", " + factory,
                        "LifeBenchmark.createAndRelease",
                        List.of("factory=" + factory, "clock=" + clock),
                        MEHARI));
            }
        }
        return all;
    }

    private static List<Case> bridge() {
        List<Case> all = new ArrayList<>();
        List<String> headers = List.of("0", "5", "20");
        all.addAll(each("Bridge", "headers", BRIDGE, List.of("toDirect", "fromCamel"), headers));
        all.addAll(each("Bridge", "headers", BRIDGE.subList(0, 1), List.of("toCamel"), headers));
        for (String roots : List.of("0", "200")) {
            for (String parts : List.of("1", "10", "1000")) {
                all.add(new Case(
                        "Bridge.split/parts=" + parts + ", roots=" + roots,
                        "BridgeBenchmark.split",
                        List.of("parts=" + parts, "roots=" + roots),
                        BRIDGE));
            }
        }
        return all;
    }

    private static List<Case> each(
            String name, String parameter, List<String> subjects, List<String> methods, List<String> values) {
        List<Case> all = new ArrayList<>();
        for (String method : methods) {
            String group = name + "." + method;
            String benchmark = name + "Benchmark." + method;
            if (values.isEmpty()) {
                all.add(new Case(group, benchmark, List.of(), subjects));
            }
            for (String value : values) {
                String shown = value.matches("\\d+") ? parameter + "=" + value : value;
                all.add(new Case(group + "/" + shown, benchmark, List.of(parameter + "=" + value), subjects));
            }
        }
        return all;
    }

    boolean sendsMessages() {
        return benchmark.startsWith("Messages.");
    }

    /** Whether its figures depend on how near two processors are. */
    boolean onTwoThreads() {
        return sendsMessages() && Scenario.of(group).task().hasQueue();
    }

    /** The arguments of a run: the benchmark, the seconds and the parameters. */
    List<String> arguments(String subject, double seconds) {
        boolean floor = subject.equals(Contender.FLOOR) && !sendsMessages();
        List<String> all =
                new ArrayList<>(List.of(floor ? "CreateBenchmark.floor" : benchmark, String.valueOf(seconds)));
        all.addAll(parameters);
        if (subjects.size() > 1) {
            all.add("subject=" + subject);
        }
        return all;
    }
}
