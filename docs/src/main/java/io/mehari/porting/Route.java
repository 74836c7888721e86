package io.mehari.porting;

import java.util.List;

/**
 * A route: its lines, and what was found in them.
 *
 * @param around whether something stops the rest of its file, which has to be compiled with it
 * @param elsewhere whether nothing in it is Mehari's
 */
record Route(
        int first,
        int last,
        String from,
        List<Stop> stops,
        List<Difference> differences,
        boolean around,
        boolean elsewhere) {
    enum Verdict {
        AS_IT_IS,
        WITH_CHANGES,
        STAYS
    }

    /** A row of the page that applies, with the lines at which. */
    record Difference(Page.Row row, int line) {}

    Verdict verdict() {
        if (elsewhere || stops.stream().anyMatch(Stop::stays)) {
            return Verdict.STAYS;
        }
        return stops.isEmpty() && !around ? Verdict.AS_IT_IS : Verdict.WITH_CHANGES;
    }
}
