package io.mehari.report;

import io.mehari.engine.Numbers;
import io.mehari.engine.Verdict;
import java.util.List;
import java.util.Optional;

/**
 * The comparison of Mehari with the subject of a row, in the same scenario, on the same JDK, with the same metric.
 *
 * @param word the style of the row: {@code ahead}, {@code lost}, {@code even}, {@code few}, {@code own} or empty
 * @param ratio how many times better Mehari's figure is; NaN if there is nothing to compare
 * @param text for the cell, with a symbol for readers who cannot see colours: {@code ▲ 20.9x}
 */
public record Standing(String word, double ratio, String text) {

    /** The standing of Mehari to the subject of that row. */
    public static Standing of(Row row, List<Row> all) {
        if (Palette.own(row.subject())) {
            return new Standing("own", Double.NaN, "");
        }
        Optional<Row> own = own(row, all);
        return own.map(each -> between(each, row)).orElseGet(() -> new Standing("", Double.NaN, ""));
    }

    /** Mehari as released, if it was measured; otherwise another variant of it. */
    private static Optional<Row> own(Row row, List<Row> all) {
        List<Row> ours = all.stream()
                .filter(other -> Palette.own(other.subject()) && other.comparesWith(row))
                .toList();
        return ours.stream()
                .filter(other -> other.subject().equals("mehari"))
                .findFirst()
                .or(() -> ours.stream().findFirst());
    }

    private static Standing between(Row own, Row other) {
        if (own.samples().isEmpty() || other.samples().isEmpty()) {
            return new Standing("", Double.NaN, "");
        }
        Verdict verdict = Verdict.of(own.better(), own.samples(), other.samples());
        String times = Numbers.ratio(verdict.ratio());
        return switch (verdict.finding()) {
            case FIRST -> new Standing("ahead", verdict.ratio(), "▲ " + times);
            case SECOND -> new Standing("lost", verdict.ratio(), "▼ " + times);
            case NOT_SHOWN ->
                verdict.samples() < Verdict.LEAST_SAMPLES
                        ? new Standing("few", verdict.ratio(), times + ", samples: " + verdict.samples())
                        : new Standing("even", verdict.ratio(), "≈ " + times + ", not shown");
        };
    }
}
