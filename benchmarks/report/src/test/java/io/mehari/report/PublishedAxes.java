package io.mehari.report;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the axes of a finished chart: the position of each label, and where a curve begins. */
final class PublishedAxes {
    private static final Pattern LABEL =
            Pattern.compile("<text x=\"[-0-9.]+\" y=\"([-0-9.]+)\" class=\"soft end\">([-0-9.]+(?: [kMGTP])?)</text>");
    private static final Pattern CURVE =
            Pattern.compile("<path d=\"M([-0-9.]+) ([-0-9.]+)[^\"]*\" class=\"curve s\\d\"/>");

    private PublishedAxes() {}

    /** The value of a label, and its position in pixels. */
    record Label(double value, double at) {}

    /** The labels of the vertical axis. The baseline of a text is 4 pixels below the middle of its letters. */
    static List<Label> upright(String svg) {
        List<Label> labels = new ArrayList<>();
        Matcher found = LABEL.matcher(svg);
        while (found.find()) {
            labels.add(new Label(parsed(found.group(2)), Double.parseDouble(found.group(1)) - 4));
        }
        return labels;
    }

    /** The distance of the first point of each curve from the top. */
    static List<Double> begins(String svg) {
        List<Double> begins = new ArrayList<>();
        Matcher found = CURVE.matcher(svg);
        while (found.find()) {
            begins.add(Double.parseDouble(found.group(2)));
        }
        return begins;
    }

    /** The value at that height, interpolated between the two labels around it. */
    static double logarithmic(List<Label> ticks, double at) {
        Label first = ticks.get(0);
        Label last = ticks.get(ticks.size() - 1);
        double part = (at - first.at) / (last.at - first.at);
        return first.value * StrictMath.pow(last.value / first.value, part);
    }

    /** Parses a number as {@link Numbers#shown} formats it. */
    static double parsed(String label) {
        int unit = " kMGTP".indexOf(label.charAt(label.length() - 1));
        return unit < 1
                ? Double.parseDouble(label)
                : Double.parseDouble(label.substring(0, label.length() - 2)) * StrictMath.pow(1000, unit);
    }
}
