package io.mehari.docs;

import io.mehari.Description;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Draws the routes of a context from what they say about themselves, each from left to right. */
final class RoutePicture {
    private static final double GAP = 30;
    private static final Set<String> ENDPOINTS =
            Set.of("to", "toD", "wireTap", "recipientList", "enrich", "pollEnrich");
    private static final Set<String> WAYS = Set.of("when", "otherwise", "doCatch", "doFinally");
    private static final Set<String> AFTER =
            Set.of("onException", "onCompletion", "deadLetterChannel", "defaultErrorHandler", "noErrorHandler");
    /** What happens to the message at a step, where its name does not say it. */
    private static final Map<String, String> MEANING = Map.of(
            "split", "each part",
            "multicast", "a copy to each",
            "recipientList", "a copy to each that the message names",
            "wireTap", "a copy, on another thread",
            "aggregate", "one message for each group",
            "delay", "no thread waits",
            "throttle", "no thread waits",
            "threads", "another thread from here",
            "idempotentConsumer", "once for each key",
            "loop", "again");

    /** Draws at that left edge, around that middle. */
    private interface Place {
        void draw(double x, double middle);
    }

    private record Part(double width, double height, Place place) {}

    private final Sheet sheet = new Sheet();

    static void check(String name, Description context) throws IOException {
        RoutePicture picture = new RoutePicture();
        double y = 0;
        for (Description route : context.parts()) {
            y = picture.route(route, y) + GAP;
        }
        picture.sheet.check(name, "The route of the sample: " + name);
    }

    /** Where its drawing ends. */
    private double route(Description route, double y) {
        List<Description> steps = new ArrayList<>(route.parts());
        steps.removeIf(each -> AFTER.contains(each.kind()));
        List<Part> line = new ArrayList<>(List.of(leaf("end", "from", shortened(String.valueOf(route.uri())))));
        steps.forEach(each -> line.add(part(each)));
        Part main = sequence(line);
        main.place.draw(0, y + main.height / 2);
        double end = y + main.height;
        for (Description each : route.parts()) {
            if (AFTER.contains(each.kind())) {
                Part clause = clause(each);
                sheet.arrow(
                        "later",
                        20,
                        y + main.height / 2 + 25,
                        20,
                        end + 14 + clause.height / 2,
                        50,
                        end + 14 + clause.height / 2);
                clause.place.draw(50, end + 14 + clause.height / 2);
                end += 14 + clause.height;
            }
        }
        return end;
    }

    private Part clause(Description clause) {
        String name = clause.name().replace(".class", "");
        Object redeliveries = clause.facts().getOrDefault("redeliveries", 0);
        String then = Map.of("0", "").getOrDefault(redeliveries.toString(), "redeliveries: " + redeliveries);
        String uri = String.join(", then ", texts(then, clause.uri() == null ? "" : shortened(clause.uri())));
        if (clause.parts().isEmpty()) {
            return leaf("bad", name, uri);
        }
        return block("bad", name + (uri.isEmpty() ? "" : ", " + uri), sequence(parts(clause)));
    }

    private List<Part> parts(Description of) {
        return of.parts().stream().map(this::part).toList();
    }

    private Part part(Description step) {
        String kind = step.kind();
        boolean ways = step.parts().stream().anyMatch(each -> WAYS.contains(each.kind()));
        if (ways) {
            List<Part> inside = new ArrayList<>();
            List<Description> first = new ArrayList<>(step.parts());
            first.removeIf(each -> WAYS.contains(each.kind()));
            if (!first.isEmpty()) {
                inside.add(sequence(first.stream().map(this::part).toList()));
            }
            step.parts().stream().filter(each -> WAYS.contains(each.kind())).forEach(each -> inside.add(way(each)));
            return block("block", kind, kind.equals("choice") ? fork(inside) : stack(inside));
        }
        if (step.parts().isEmpty()) {
            String uri = step.uri() == null ? "" : shortened(step.uri());
            String meaning = MEANING.getOrDefault(kind, "");
            String what = uri.isEmpty() ? detail(step) : uri;
            return leaf(ENDPOINTS.contains(kind) ? "end" : "step", kind, what, meaning);
        }
        String title = String.join(": ", texts(kind, detail(step), MEANING.getOrDefault(kind, "")));
        return block("block", title, kind.equals("multicast") ? fork(parts(step)) : sequence(parts(step)));
    }

    private Part way(Description way) {
        String title = way.kind().equals("when") ? detail(way) : String.join(" ", texts(way.kind(), detail(way)));
        Part steps = sequence(parts(way));
        double width = Math.max(steps.width, Sheet.width(title));
        return new Part(width, steps.height + 36, (x, middle) -> {
            sheet.text("soft left", x, middle - steps.height / 2 - 6, title);
            steps.place.draw(x, middle);
        });
    }

    private static String detail(Description of) {
        StringBuilder detail = new StringBuilder();
        of.facts().forEach((name, value) -> {
            boolean plain = Set.of("of", "if", "types").contains(name);
            detail.append(detail.isEmpty() ? "" : ", ")
                    .append(plain ? "" : name + " ")
                    .append(value);
        });
        return detail.toString()
                .replace("a condition in code", "condition")
                .replace(".class", "")
                .replaceAll("(?:[a-z]+\\.)+(?:\\w+\\$)?(?=[A-Z])", "");
    }

    private static String shortened(String uri) {
        return uri.length() > 40 ? uri.replaceFirst("\\?.*", "?...") : uri;
    }

    private static List<String> texts(String... all) {
        return List.of(all).stream().filter(each -> !each.isEmpty()).toList();
    }

    private Part leaf(String kind, String... all) {
        String[] lines = texts(all).toArray(String[]::new);
        double width =
                24 + List.of(lines).stream().mapToDouble(Sheet::width).max().orElse(0);
        double height = 18 + 16 * lines.length;
        return new Part(width, height, (x, middle) -> {
            sheet.box(kind, x, middle - height / 2, width, height);
            sheet.lines(x + width / 2, middle, lines);
        });
    }

    private Part block(String kind, String title, Part inside) {
        double width = Math.max(inside.width, Sheet.width(title) + 8) + 28;
        double height = inside.height + 56;
        return new Part(width, height, (x, middle) -> {
            sheet.box(kind, x, middle - height / 2, width, height);
            sheet.text("name left", x + 12, middle - height / 2 + 18, title);
            double left = x + (width - inside.width) / 2;
            inside.place.draw(left, middle);
            if (title.startsWith("loop")) {
                double below = middle + inside.height / 2 + 12;
                double to = left + inside.width - 14;
                sheet.arrow("line", to, below - 12, to, below, left + 14, below, left + 14, below - 11);
            }
        });
    }

    private Part sequence(List<Part> parts) {
        double width = parts.stream().mapToDouble(Part::width).sum() + GAP * Math.max(0, parts.size() - 1);
        double height = parts.stream().mapToDouble(Part::height).max().orElse(0);
        return new Part(width, height, (left, middle) -> {
            double x = left;
            for (Part each : parts) {
                if (x > left) {
                    sheet.arrow("line", x, middle, x + GAP, middle);
                    x += GAP;
                }
                each.place.draw(x, middle);
                x += each.width;
            }
        });
    }

    private Part stack(List<Part> parts) {
        double width = parts.stream().mapToDouble(Part::width).max().orElse(0);
        double height = parts.stream().mapToDouble(Part::height).sum() + 12 * (parts.size() - 1);
        return new Part(width, height, (x, middle) -> {
            double y = middle - height / 2;
            for (Part each : parts) {
                each.place.draw(x, y + each.height / 2);
                y += each.height + 12;
            }
        });
    }

    /** One above the other, with an arrow to each. */
    private Part fork(List<Part> parts) {
        Part stacked = stack(parts);
        return new Part(stacked.width + GAP, stacked.height, (x, middle) -> {
            double y = middle - stacked.height / 2;
            for (Part each : parts) {
                sheet.arrow(
                        "line", x - 6, middle, x + 8, middle, x + 8, y + each.height / 2, x + GAP, y + each.height / 2);
                y += each.height + 12;
            }
            stacked.place.draw(x + GAP, middle);
        });
    }
}
