package io.mehari.differential;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** What came of one case on each of the two. */
record Found(Plan plan, Outcome camel, Outcome mehari) {
    private static final int MOST_LINES = 30;

    static Found of(Plan plan, Outcome camel, Outcome mehari) {
        return plan.isConcurrent() ? new Found(plan, camel.sorted(), mehari.sorted()) : new Found(plan, camel, mehari);
    }

    /** Whether anything differs. Of routes that both refuse, the words need not be the same. */
    boolean differs() {
        return !(isRefused(camel) && isRefused(mehari)) && !camel.equals(mehari);
    }

    /** Whether that one differs in the same way: none, one or both refuse the routes, with the same words. */
    boolean isAlike(Found other) {
        return refusal(camel).equals(refusal(other.camel)) && refusal(mehari).equals(refusal(other.mehari));
    }

    /** Without what is particular to the case. */
    private static String refusal(Outcome outcome) {
        return outcome.refused().replaceAll("(route)?\\d+|->.*|\".*", "");
    }

    private static boolean isRefused(Outcome outcome) {
        return !outcome.refused().isEmpty();
    }

    boolean isInAnotherOrder() {
        return differs() && camel.sorted().equals(mehari.sorted());
    }

    /** The same where no line has what the pattern finds. */
    Found without(String pattern) {
        Pattern compiled = Pattern.compile(pattern);
        return of(plan, camel.without(compiled), mehari.without(compiled));
    }

    /** Whether nothing differs but that lines of that outcome have what the pattern finds, and those of the other have not. */
    boolean hasMore(Outcome one, String pattern) {
        Pattern compiled = Pattern.compile(pattern);
        return differs()
                && !without(pattern).differs()
                && onlyIn(one == camel ? mehari : camel).stream()
                        .noneMatch(each -> compiled.matcher(each).find());
    }

    /** Whether nothing differs but that steps that ran on both ran more often on Mehari, where steps are tried again. */
    boolean hasFewerRunsInCamel() {
        List<String> more = new ArrayList<>(mehari.journal());
        camel.journal().forEach(more::remove);
        return (plan.uses("maximumRedeliveries") || plan.uses("retryWhile"))
                && !more.isEmpty()
                && more.size() == mehari.journal().size() - camel.journal().size()
                && camel.journal().containsAll(more)
                && camel.results().equals(mehari.results())
                && camel.arrivals().equals(mehari.arrivals());
    }

    /** The lines of that outcome which the other one has not. */
    List<String> onlyIn(Outcome one) {
        List<String> lines = new ArrayList<>(one.lines());
        (one == camel ? mehari : camel).lines().forEach(lines::remove);
        return lines;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(plan.toString()).append('\n');
        List<String> both = new ArrayList<>(camel.lines());
        onlyIn(camel).forEach(both::remove);
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
