package io.mehari.lab;

import io.mehari.lab.Finding.Verdict;
import io.mehari.report.Statistics;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The result of a run in a few sentences: what decreased, what increased, and for how many operations no difference is
 * shown.
 */
final class Claim {
    private Claim() {}

    static String of(Request request, List<Finding> findings) {
        return request.noChange() ? ofNoChange(findings) : of(findings);
    }

    /**
     * Without a change, no operation should show a difference. If one does, that is noise, and shows how much noise a
     * run has.
     */
    private static String ofNoChange(List<Finding> findings) {
        List<String> shown = findings.stream()
                .filter(each -> each.bytes() != Verdict.NOT_SHOWN || each.times() != Verdict.NOT_SHOWN)
                .map(Finding::operation)
                .toList();
        return "Nothing was changed: \"after\" is the framework as it is. "
                + (shown.isEmpty()
                        ? "No operation shows a difference, in bytes or in time, as it must be."
                        : "**" + shown.size() + " of " + findings.size()
                                + " operations show a difference, which is noise: " + String.join(", ", shown) + ".** "
                                + of(findings));
    }

    private static String of(List<Finding> findings) {
        long fewer = count(findings, Verdict.LESS, true);
        long more = count(findings, Verdict.MORE, true);
        long faster = count(findings, Verdict.LESS, false);
        long slower = count(findings, Verdict.MORE, false);
        int all = findings.size();
        return "Bytes: fewer in " + fewer + " of " + all + " operations" + most(findings, Verdict.LESS) + ", more in "
                + more + most(findings, Verdict.MORE) + ". Time: shorter in " + faster + ", longer in " + slower
                + ", not shown in " + (all - faster - slower) + ".";
    }

    private static long count(List<Finding> findings, Verdict verdict, boolean bytes) {
        return findings.stream()
                .filter(each -> (bytes ? each.bytes() : each.times()) == verdict)
                .count();
    }

    /** The operation whose bytes differ most. */
    private static String most(List<Finding> findings, Verdict verdict) {
        Optional<Finding> most = findings.stream()
                .filter(each -> each.bytes() == verdict)
                .max(Comparator.comparingDouble(each -> Math.abs(change(each))));
        return most.map(each -> String.format(
                        Locale.ROOT,
                        " (most: %s, %.0f to %.0f B)",
                        each.operation(),
                        Statistics.median(each.bytesBefore()),
                        Statistics.median(each.bytesAfter())))
                .orElse("");
    }

    /** A sentence that names the operations that are worse after the change; empty if there are none. */
    static String worse(List<Finding> findings) {
        List<String> worse = findings.stream()
                .filter(Finding::isWorse)
                .map(each -> each.operation() + " (" + worse(each) + ")")
                .toList();
        return worse.isEmpty() ? "" : "Worse than before: " + String.join("; ", worse) + ".";
    }

    private static String worse(Finding finding) {
        List<String> worse = new ArrayList<>();
        if (finding.bytes() == Verdict.MORE) {
            worse.add("more bytes: " + Finding.shown(finding.bytesBefore()) + " before, "
                    + Finding.shown(finding.bytesAfter()) + " after");
        }
        if (finding.times() == Verdict.MORE) {
            worse.add("slower: time after / before " + MarkdownReport.ratio(finding.time()));
        }
        return String.join(", ", worse);
    }

    /** By how many bytes the cost of a message has increased. */
    static double change(Finding finding) {
        return Statistics.median(finding.bytesAfter()) - Statistics.median(finding.bytesBefore());
    }
}
