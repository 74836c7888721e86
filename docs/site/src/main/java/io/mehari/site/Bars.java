package io.mehari.site;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A chart of the report, drawn again with its first part alone and in the width of a phone. */
final class Bars {
    /*
     * The charts say in their description what they show, for those who cannot see them: "part: name value (least..most).
     * name value (least..most). next part: ...".
     */
    private static final Pattern FIRST_PART = Pattern.compile("<desc>([^:<]+): ([^:<]+)");
    private static final Pattern BAR = Pattern.compile("([a-z][\\w.-]*) ([\\d.]+)( [kM])? \\(");

    private record Bar(String name, String value, double size) {}

    private final String title;
    private final String part;
    private final List<Bar> bars;

    private Bars(String title, String part, List<Bar> bars) {
        this.title = title;
        this.part = part;
        this.bars = bars;
    }

    /** Null if the text is not such a chart. */
    static @Nullable Bars of(String svg, String title) {
        Matcher first = FIRST_PART.matcher(svg);
        if (!first.find()) {
            return null;
        }
        List<Bar> bars = new ArrayList<>();
        Matcher bar = BAR.matcher(first.group(2));
        while (bar.find()) {
            String unit = bar.group(3) == null ? "" : bar.group(3);
            double factor = unit.equals(" M") ? 1e6 : unit.equals(" k") ? 1e3 : 1;
            bars.add(new Bar(bar.group(1), bar.group(2) + unit, factor * Double.parseDouble(bar.group(2))));
        }
        return bars.isEmpty() ? null : new Bars(title, first.group(1), bars);
    }

    /** What was measured: the kind of load and the JDK. */
    String part() {
        return part;
    }

    String html() {
        double longest = bars.stream().mapToDouble(Bar::size).max().orElse(1);
        StringBuilder html = new StringBuilder("<table class=\"bars\">\n<caption>");
        html.append(Html.escape(title)).append("</caption>\n<tbody>\n");
        for (Bar bar : bars) {
            html.append("<tr><th scope=\"row\">")
                    .append(Html.escape(bar.name))
                    .append("</th><td><span style=\"width: ");
            html.append(String.format(Locale.ROOT, "%.1f", 100 * bar.size / longest))
                    .append("%\"></span></td><td>");
            html.append(Html.escape(bar.value)).append("</td></tr>\n");
        }
        return html.append("</tbody>\n</table>\n").toString();
    }
}
