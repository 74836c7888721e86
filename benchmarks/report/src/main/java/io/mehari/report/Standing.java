package io.mehari.report;

import java.util.List;
import java.util.Optional;

/**
 * The comparison of Mehari with the subject of a row, in the same scenario, on the same JDK, with the same metric.
 *
 * @param finding the finding from samples taken in turn; if they cannot be paired, whether the two ranges overlap
 * @param ratio how many times better Mehari's figure is; NaN if a ratio has no meaning
 * @param samples the number of samples of the subject that has fewer
 */
record Standing(Finding finding, double ratio, int samples) {
    private static final int LEAST_SAMPLES = 3;

    enum Finding {
        /** The row is Mehari's own. */
        OWN(""),
        /** Mehari was not measured in this scenario. */
        ALONE(""),
        AHEAD("ahead"),
        LOST("lost"),
        EVEN("no difference shown"),
        /** The ratio is shown, without a verdict. */
        FEW("measured once or twice: a ratio, no verdict");

        final String word;

        Finding(String word) {
            this.word = word;
        }

        boolean isVerdict() {
            return this == AHEAD || this == LOST || this == EVEN;
        }
    }

    static Standing of(Row row, List<Row> all) {
        if (Palette.own(row.subject())) {
            return new Standing(Finding.OWN, Double.NaN, 0);
        }
        Optional<Row> ours = own(row, all);
        return ours.map(own -> between(own, row)).orElseGet(() -> new Standing(Finding.ALONE, Double.NaN, 0));
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
        double ratio =
                own.value() > 0 && other.value() > 0 ? own.better().ratio(own.value(), other.value()) : Double.NaN;
        int samples = Math.min(own.samples().size(), other.samples().size());
        return new Standing(samples < LEAST_SAMPLES ? Finding.FEW : finding(own, other), ratio, samples);
    }

    private static Finding finding(Row own, Row other) {
        if (own.samples().size() == other.samples().size()) {
            return switch (Verdict.of(own.better(), own.samples(), other.samples())
                    .finding()) {
                case FIRST -> Finding.AHEAD;
                case SECOND -> Finding.LOST;
                case NO_DIFFERENCE_SHOWN, TOO_FEW_SAMPLES -> Finding.EVEN;
            };
        }
        if (new Interval(own.low(), own.high()).overlaps(new Interval(other.low(), other.high()))) {
            return Finding.EVEN;
        }
        boolean better = own.better() == Better.MORE ? own.value() > other.value() : own.value() < other.value();
        return better ? Finding.AHEAD : Finding.LOST;
    }

    /** The text, with a symbol for readers who cannot see colours: {@code ▲ ahead 20.9x}. */
    String say() {
        return switch (finding) {
            case OWN, ALONE -> "";
            case AHEAD -> "▲ ahead" + times(ratio);
            case LOST -> "▼ lost" + times(1 / ratio);
            case EVEN -> "≈ no difference shown";
            case FEW ->
                (times(ratio) + (samples < 2 ? ", one sample" : ", " + samples + " samples"))
                        .replaceFirst("^[, ]+", "");
        };
    }

    private static String times(double ratio) {
        return Double.isNaN(ratio) ? "" : " " + Numbers.ratio(ratio);
    }
}
