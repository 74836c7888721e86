package io.mehari.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A chart of the objects of a message: one bar for each subject, with one piece for each class. */
final class ObjectChart {
    private static final int TOP = 58;
    private static final int STEP = 42;
    private static final int BAR = 16;
    private static final int ROOM = Svg.WIDTH - 2 * Svg.MARGIN;
    private static final int LONGEST = 30;
    /** Narrower pieces would be invisible, and are drawn as one piece. */
    private static final double NARROWEST = 2;

    private final Palette palette;
    private final List<ObjectRow> rows;
    private final Svg svg = new Svg();
    private final List<String> said = new ArrayList<>();

    ObjectChart(Palette palette, List<ObjectRow> rows) {
        this.palette = palette;
        this.rows = rows;
    }

    String draw(String title, String jdk, boolean ownStyle) {
        Map<String, List<ObjectRow>> subjects = new LinkedHashMap<>();
        for (ObjectRow row : rows) {
            subjects.computeIfAbsent(row.subject(), none -> new ArrayList<>()).add(row);
        }
        double most =
                subjects.values().stream().mapToDouble(ObjectChart::bytes).max().orElse(1);
        Scale scale = Scale.linear(most);
        int y = TOP;
        for (Map.Entry<String, List<ObjectRow>> subject : subjects.entrySet()) {
            bar(subject.getKey(), subject.getValue(), scale, y);
            y += STEP;
        }
        String subtitle = jdk + "; less is better; each piece is a class";
        return svg.finished(
                y + 4, new Svg.Heading(title, "bytes a message", subtitle), String.join(" ", said), ownStyle);
    }

    private void bar(String subject, List<ObjectRow> types, Scale scale, int y) {
        double objects = types.stream().mapToDouble(ObjectRow::objects).sum();
        String figures =
                Numbers.bytes(bytes(types)) + " in " + Numbers.shown(objects) + (objects == 1 ? " object" : " objects");
        said.add(subject + ": " + figures + ".");
        svg.text(Svg.MARGIN, y + 12, Palette.own(subject) ? "own" : "soft", Svg.shortened(subject, LONGEST));
        svg.text(Svg.WIDTH - Svg.MARGIN, y + 12, Palette.own(subject) ? "own end" : "end", figures);
        double x = Svg.MARGIN;
        double rest = 0;
        List<ObjectRow> sorted = types.stream()
                .sorted(Comparator.comparingDouble(ObjectRow::bytes).reversed().thenComparing(ObjectRow::type))
                .toList();
        for (ObjectRow type : sorted) {
            double width = scale.at(type.bytes()) * ROOM;
            if (width < NARROWEST) {
                rest += width;
                continue;
            }
            String tip = type.type() + ": " + Numbers.bytes(type.bytes()) + ", " + Numbers.shown(type.objects());
            svg.rect(x, y + 18, width, BAR, "segment c" + palette.of(subject), tip);
            x += width;
        }
        if (rest > 0) {
            svg.rect(x, y + 18, rest, BAR, "c" + palette.of(subject), "smaller ones");
        }
    }

    private static double bytes(List<ObjectRow> types) {
        return types.stream().mapToDouble(ObjectRow::bytes).sum();
    }
}
