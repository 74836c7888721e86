package io.mehari.report;

import java.util.List;
import java.util.Optional;

/**
 * How Mehari stands against the subject of a row, in the same scenario, on the same JDK, by the same metric.
 *
 * @param finding what samples taken in turn show or, where they cannot be paired, whether the two intervals part
 * @param ratio how many times better Mehari is; NaN where that has no meaning
 * @param single whether one of the two was measured but once, so that nobody knows how far it may be off
 */
record Standing(Finding finding, double ratio, boolean single) {

    enum Finding {
        /** The row is Mehari's own. */
        OWN(""),
        /** Mehari was not measured there. */
        ALONE(""),
        AHEAD("ahead"),
        LOST("lost"),
        EVEN("no difference shown");

        final String word;

        Finding(String word) {
            this.word = word;
        }
    }

    static Standing of(Row row, List<Row> all) {
        if (Palette.own(row.subject())) {
            return new Standing(Finding.OWN, Double.NaN, false);
        }
        Optional<Row> ours = own(row, all);
        return ours.map(own -> between(own, row)).orElseGet(() -> new Standing(Finding.ALONE, Double.NaN, false));
    }

    /** Mehari as shipped, if it was measured; else another form of it. */
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
        if (own.samples().size() == other.samples().size() && own.samples().size() > 1) {
            Verdict verdict = Verdict.of(own.better(), own.samples(), other.samples());
            return new Standing(
                    switch (verdict.finding()) {
                        case FIRST -> Finding.AHEAD;
                        case SECOND -> Finding.LOST;
                        case NO_DIFFERENCE_SHOWN, TOO_FEW_SAMPLES -> Finding.EVEN;
                    },
                    ratio,
                    false);
        }
        if (new Interval(own.low(), own.high()).overlaps(new Interval(other.low(), other.high()))) {
            return new Standing(Finding.EVEN, ratio, false);
        }
        boolean single = own.samples().size() < 2 || other.samples().size() < 2;
        boolean better = own.better() == Better.MORE ? own.value() > other.value() : own.value() < other.value();
        return new Standing(better ? Finding.AHEAD : Finding.LOST, ratio, single);
    }

    /** With a mark for those who see no colours: {@code ▲ ahead 20.9x}. */
    String say() {
        return switch (finding) {
            case OWN, ALONE -> "";
            case AHEAD -> "▲ ahead" + times(ratio) + (single ? ", one sample" : "");
            case LOST -> "▼ lost" + times(1 / ratio) + (single ? ", one sample" : "");
            case EVEN -> "≈ no difference shown";
        };
    }

    private static String times(double ratio) {
        return Double.isNaN(ratio) ? "" : " " + Numbers.ratio(ratio);
    }
}
