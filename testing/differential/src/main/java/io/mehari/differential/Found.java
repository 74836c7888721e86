package io.mehari.differential;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The outcomes of one case on Camel and on Mehari. */
record Found(Plan plan, Outcome camel, Outcome mehari) {
    private static final int MOST_LINES = 30;
    private static final Pattern EXCEPTION = Pattern.compile("\\b[A-Z]\\w*(Exception|Error)\\b|TypeConversion|^hangs");

    static Found of(Plan plan, Outcome camel, Outcome mehari) {
        return plan.isConcurrent() ? new Found(plan, camel.sorted(), mehari.sorted()) : new Found(plan, camel, mehari);
    }

    /** Whether the outcomes differ. If both refuse the routes, the error messages may differ. */
    boolean differs() {
        return !(isRefused(camel) && isRefused(mehari)) && !camel.equals(mehari);
    }

    /** Whether messages arrive at other endpoints, or not as often, though no side refuses the routes. */
    boolean arrivesElsewhere() {
        return !isRefused(camel) && !isRefused(mehari) && !visits(camel).equals(visits(mehari));
    }

    /** How often messages arrive at each mock. Camel's names of mocks may be percent-encoded. */
    private static Map<String, Integer> visits(Outcome outcome) {
        Map<String, Integer> visits = new TreeMap<>();
        outcome.arrivals().forEach((mock, list) -> visits.merge(decoded(mock), list.size(), Integer::sum));
        return visits;
    }

    private static String decoded(String mock) {
        return URLDecoder.decode(mock, StandardCharsets.UTF_8);
    }

    /**
     * Whether an exception tells of it: each sender gets one on both sides, or only one side has one that is seen.
     * It is seen if a sender gets it, if it goes to the dead letter channel, or if the other side has none of that
     * type.
     */
    boolean showsExceptions() {
        return (camel.results().stream().allMatch(Found::isFailure)
                        && mehari.results().stream().allMatch(Found::isFailure))
                || !exceptionsSeen(camel).equals(exceptionsSeen(mehari))
                || !typesOfExceptions(camel).equals(typesOfExceptions(mehari));
    }

    private static boolean isFailure(String result) {
        return !failed(result).isEmpty() || result.startsWith("throws ") || result.equals("hangs");
    }

    private static List<String> exceptionsSeen(Outcome outcome) {
        List<String> seen = new ArrayList<>();
        outcome.results().stream().filter(Found::isFailure).forEach(each -> seen.add("sender " + exceptions(each)));
        outcome.arrivals().getOrDefault("dead", List.of()).forEach(each -> seen.add("dead " + exceptions(each)));
        Collections.sort(seen);
        return seen;
    }

    private static Set<String> typesOfExceptions(Outcome outcome) {
        return outcome.lines().stream()
                .flatMap(each -> exceptions(each).stream())
                .collect(Collectors.toSet());
    }

    /** The exceptions that a line names, and {@code hangs}. */
    private static List<String> exceptions(String line) {
        return EXCEPTION.matcher(line).results().map(MatchResult::group).toList();
    }

    /**
     * Whether the other case differs in the same way: the same sides refuse the routes, with the same error messages.
     */
    boolean isAlike(Found other) {
        return refusal(camel).equals(refusal(other.camel)) && refusal(mehari).equals(refusal(other.mehari));
    }

    /** The error message of a refusal, without details of the case. */
    private static String refusal(Outcome outcome) {
        return outcome.refused().replaceAll("(route)?\\d+|->.*|\".*", "");
    }

    private static boolean isRefused(Outcome outcome) {
        return !outcome.refused().isEmpty();
    }

    boolean isInAnotherOrder() {
        return differs() && camel.sorted().equals(mehari.sorted());
    }

    /** The same outcomes without the parts of lines that match the pattern. */
    Found without(String pattern) {
        Pattern compiled = Pattern.compile(pattern);
        return of(plan, camel.without(compiled), mehari.without(compiled));
    }

    /** Whether only parts that match the pattern differ, and each differing line of that outcome has such a part. */
    boolean hasAnother(Outcome one, String pattern) {
        Pattern compiled = Pattern.compile(pattern);
        return differs()
                && !without(pattern).differs()
                && onlyIn(one).stream().allMatch(each -> compiled.matcher(each).find());
    }

    /**
     * Whether both have a part that matches the pattern for the same arrival, but with different content. Always false
     * for concurrent cases, because there it is unknown which arrivals correspond.
     */
    boolean contradicts(String pattern) {
        return !plan.isConcurrent()
                && camel.arrivals().entrySet().stream()
                        .anyMatch(each -> contradict(
                                Pattern.compile(pattern),
                                each.getValue(),
                                mehari.arrivals().getOrDefault(each.getKey(), List.of())));
    }

    private static boolean contradict(Pattern pattern, List<String> ones, List<String> others) {
        for (int i = 0; i < Math.min(ones.size(), others.size()); i++) {
            Matcher one = pattern.matcher(ones.get(i));
            Matcher other = pattern.matcher(others.get(i));
            if (one.find() && other.find() && !one.group().equals(other.group())) {
                return true;
            }
        }
        return false;
    }

    /** Whether the only difference is that steps or arrivals that both have occur more often on Mehari. */
    boolean repeatsHere() {
        return happens(Found::repeats) && sendersGetTheSame();
    }

    /** Whether the only difference is that more steps ran or more messages arrived on Mehari. */
    boolean doesMoreHere() {
        return happens(Found::adds) && sendersGetTheSame();
    }

    boolean sendersGetTheSame() {
        return camel.results().equals(mehari.results());
    }

    /**
     * Whether the only difference is that some messages fail on Camel, so that more steps ran or more messages arrived
     * on Mehari.
     */
    boolean failsInCamelAlone() {
        List<String> ofCamel = onlyIn(camel).stream()
                .filter(each -> each.startsWith("result "))
                .toList();
        return happens(Found::adds)
                && camel.results().size() == mehari.results().size()
                && !ofCamel.isEmpty()
                && ofCamel.stream().noneMatch(each -> failed(each).isEmpty());
    }

    /** Whether each message whose result differs has no body, and fails on Camel alone. */
    boolean failsWithoutBodyInCamelAlone() {
        return !sendersGetTheSame()
                && resultsDifferBy((i, one, other) -> one.startsWith("null ")
                        && !failed(one).isEmpty()
                        && failed(other).isEmpty());
    }

    /** Whether the only difference is that fewer steps ran or fewer messages arrived on Mehari. */
    boolean doesLessHere() {
        return new Found(plan, /* camel= */ mehari, /* mehari= */ camel).doesMoreHere();
    }

    /** Whether each message whose result differs fails on Mehari alone. */
    boolean failsHereAlone() {
        return !sendersGetTheSame()
                && resultsDifferBy((i, one, other) ->
                        failed(one).isEmpty() && !failed(other).isEmpty());
    }

    /** Whether Camel alone refuses to convert a number with spaces around it. */
    boolean refusesSpacesInCamel() {
        return onlyIn(camel).stream()
                        .anyMatch(each -> each.matches("result \\d+: ( +\\d+ *|\\d+ +) \\{.* failed TypeConversion"))
                && onlyIn(mehari).stream().noneMatch(each -> each.contains("TypeConversion"));
    }

    /** Whether a line of one of the sides has such a part. */
    boolean has(String pattern) {
        Pattern compiled = Pattern.compile(pattern);
        return Stream.concat(camel.lines().stream(), mehari.lines().stream())
                .anyMatch(each -> compiled.matcher(each).find());
    }

    /** Whether only the order differs, and what depends on it. */
    boolean happensAsOften() {
        return happens((some, others) -> some.size() == others.size());
    }

    private boolean happens(BiPredicate<List<String>, List<String>> alike) {
        return differs()
                && camel.refused().equals(mehari.refused())
                && alike.test(camel.journal(), mehari.journal())
                && mehari.arrivals().keySet().containsAll(camel.arrivals().keySet())
                && mehari.arrivals().entrySet().stream()
                        .allMatch(each ->
                                alike.test(camel.arrivals().getOrDefault(each.getKey(), List.of()), each.getValue()));
    }

    /** Whether the second list contains all lines of the first one. */
    private static boolean adds(List<String> few, List<String> many) {
        List<String> more = new ArrayList<>(many);
        few.forEach(more::remove);
        return more.size() == many.size() - few.size();
    }

    /** Whether the second list is the first one, with some of its lines repeated. */
    private static boolean repeats(List<String> few, List<String> many) {
        return adds(few, many) && new HashSet<>(few).containsAll(many);
    }

    /** Whether messages fail on both, and only their exceptions differ. */
    boolean differsInFailuresAlone() {
        return differsInResultsAlone((i, one, other) -> !failed(one).isEmpty()
                && !failed(other).isEmpty()
                && succeeded(one).equals(succeeded(other)));
    }

    /** Whether the only difference is messages that fail on both but are marked for rollback only on Mehari. */
    boolean marksForRollbackHere() {
        return differs()
                && resultsDifferBy(
                        (i, one, other) -> !failed(one).isEmpty() && other.endsWith(failed(one) + " rollback"))
                && happensAsOften();
    }

    private boolean differsInResultsAlone(Allowed allowed) {
        return differs()
                && resultsDifferBy(allowed)
                && camel.results().size() == mehari.results().size()
                && camel.arrivals().equals(mehari.arrivals())
                && camel.journal().equals(mehari.journal());
    }

    /** Whether each differing result differs in the allowed way. */
    private boolean resultsDifferBy(Allowed allowed) {
        for (int i = 0; i < Math.min(camel.results().size(), mehari.results().size()); i++) {
            String one = camel.results().get(i);
            String other = mehari.results().get(i);
            if (!one.equals(other) && !allowed.test(i, one, other)) {
                return false;
            }
        }
        return true;
    }

    /** Whether the results of one message on Camel and on Mehari may differ in this way. */
    private interface Allowed {
        boolean test(int message, String one, String other);
    }

    private static String succeeded(String result) {
        return result.substring(0, result.length() - failed(result).length());
    }

    private static String failed(String result) {
        int at = result.indexOf(" failed ");
        return at < 0 ? "" : result.substring(at);
    }

    /** Whether the only difference is that names of mocks are percent-encoded in Camel. */
    boolean hasEncodedNamesInCamel() {
        Map<String, List<String>> decoded = new TreeMap<>();
        camel.arrivals().forEach((mock, list) -> decoded.put(decoded(mock), list));
        Outcome plain = new Outcome(camel.refused(), camel.results(), decoded, camel.journal());
        return differs() && !new Found(plan, plain, mehari).differs();
    }

    /** The lines of that outcome that the other one does not have. If order is not compared, neither are numbers. */
    List<String> onlyIn(Outcome one) {
        List<String> others = new ArrayList<>((one == camel ? mehari : camel).lines());
        if (!plan.isConcurrent()) {
            List<String> lines = new ArrayList<>(one.lines());
            others.forEach(lines::remove);
            return lines;
        }
        others.replaceAll(Found::unnumbered);
        return one.lines().stream()
                .filter(line -> !others.remove(unnumbered(line)))
                .toList();
    }

    /** Removes the number of a line. The number of a result stays, because it is the number of the message. */
    private static String unnumbered(String line) {
        return line.startsWith("result ") ? line : line.replaceFirst(" \\d+:", ":");
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(plan.toString()).append('\n');
        List<String> both = new ArrayList<>(camel.lines());
        both.removeAll(onlyIn(camel)); // a line has a name and a number, and exists once
        append(text, "      both  ", both);
        append(text, "     Camel  ", onlyIn(camel));
        append(text, "    Mehari  ", onlyIn(mehari));
        return text.toString();
    }

    private static void append(StringBuilder text, String whose, List<String> lines) {
        lines.stream()
                .limit(MOST_LINES)
                .forEach(each -> text.append(whose).append(each).append('\n'));
        if (lines.size() > MOST_LINES) {
            text.append(whose).append("and ").append(lines.size() - MOST_LINES).append(" more\n");
        }
    }
}
