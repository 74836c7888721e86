package io.mehari.porting;

import io.mehari.porting.Fact.Kind;
import io.mehari.porting.JavaFile.Call;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What in a Java source stops it from moving, and what will behave differently. */
final class Check {
    private static final Set<String> URIS = Set.of(
            "from fromF to toF toD wireTap enrich pollEnrich poll deadLetterChannel endpoint getEndpoint uri sendBody"
                    .split(" "));
    private static final Pattern URI = Pattern.compile("([a-zA-Z][a-zA-Z0-9+.-]*):.*", Pattern.DOTALL);
    private static final Pattern PLACEHOLDER = Pattern.compile("\\$(?:simple)?\\{(?:in\\.)?([a-zA-Z]+)([^}]*)");
    /** Steps whose text is a text of {@code simple}. */
    private static final Set<String> SIMPLE = Set.of("simple", "simpleF", "log", "toD", "wireTap", "throwException");

    /** A placeholder, without its end, that the core reads. */
    private static final Pattern OF_THE_CORE =
            Pattern.compile("\\$\\{(body|headers|id|routeId|exception\\.message|(header|exchangeProperty)\\.[\\w-]+)");
    /** What may be a condition in a text, or calls a bean. */
    private static final Set<String> OF_SIMPLE = Set.of("simple", "simpleF", "bean", "method");

    private static final Set<String> NAMED = Set.of(
            "header setHeader getHeader removeHeader removeHeaders setProperty getProperty removeProperty exchangeProperty"
                    .split(" "));
    private static final String PROPERTY = "`Mehari...`; use the constants of `Exchange`";
    private static final String HEADER =
            PROPERTY + "; as it is, if a component of Camel uses it, with `mehari-components-camel`";
    private static final String KEEP = "Mehari has none: it stays in Camel, behind the bridge";

    private final Api api;
    private final Page page;
    private final JavaFile file;
    private final List<String> original;
    private final Own own;
    private final List<Fact> facts = new ArrayList<>();
    private final List<Stop> stops = new ArrayList<>();
    private final SortedSet<Integer> needPorting = new TreeSet<>();
    private final SortedSet<Integer> needSimple = new TreeSet<>();

    /**
     * @param stops those that are in no route, as in an import
     * @param differences those that are in no route
     * @param needPorting lines that need mehari-porting
     * @param needSimple lines that need mehari-simple
     */
    record Found(
            List<Route> routes,
            List<Stop> stops,
            List<Route.Difference> differences,
            SortedSet<Integer> needPorting,
            SortedSet<Integer> needSimple) {}

    /**
     * What the application itself declares.
     *
     * @param packages those that begin like Camel's
     * @param stopped classes that cannot move as they are
     */
    record Own(Set<String> packages, Set<String> stopped) {}

    private Check(Api api, Page page, List<String> original, List<String> rewritten, Own own) throws IOException {
        this.own = own;
        this.api = api;
        this.page = page;
        this.original = original;
        this.file = new JavaFile(String.join("\n", rewritten), api);
    }

    static Found check(Api api, Page page, List<String> original, List<String> rewritten, Own own) throws IOException {
        Check check = new Check(api, page, original, rewritten, own);
        check.imports();
        check.file.calls.forEach(check::call);
        check.names();
        for (int i = 0; i < rewritten.size(); i++) {
            if (api.needsPorting(rewritten.get(i))) {
                check.needPorting.add(i + 1);
            }
        }
        check.file.texts.forEach(each -> check.facts.add(new Fact(each.line(), Kind.TEXT, each.text())));
        return check.found();
    }

    // ---- what stops

    private void imports() {
        for (var each : file.imports) {
            String name = each.name();
            facts.add(new Fact(each.line(), Kind.TYPE, name.substring(name.lastIndexOf('.') + 1)));
            if (name.startsWith("org.apache.camel.")
                    && own.packages().stream().noneMatch(prefix -> name.startsWith(prefix + "."))) {
                stops.add(missingType(each.line(), name.replace(".*", "")));
            }
        }
    }

    private Stop missingType(int line, String name) {
        String simple = name.substring(name.lastIndexOf('.') + 1);
        Optional<Page.Name> row = page.aboutType(simple);
        if (row.isPresent()) {
            return new Stop(line, name, row.get().here(), false);
        }
        if (name.contains(".model.dataformat.")) {
            return new Stop(
                    line, name, page.aboutMethod("marshal").map(Page.Name::here).orElse(KEEP), false);
        }
        Matcher component = Pattern.compile("org\\.apache\\.camel\\.(component|dataformat|converter)\\.(\\w+).*")
                .matcher(name);
        if (component.matches()) {
            return new Stop(
                    line,
                    name,
                    "a class of Camel's component " + component.group(2)
                            + ": use it beside Mehari, with `camel:` before its URIs",
                    false);
        }
        return page.missing(simple)
                .map(each -> new Stop(line, name, each.here(), true))
                .orElseGet(() -> new Stop(line, name, KEEP, true));
    }

    private void call(Call call) {
        facts.add(new Fact(call.line(), Kind.METHOD, call.name()));
        boolean afterMissing = call.receivers().equals(api.language()); // as in loadBalance().failover()
        if (!afterMissing
                && api.call(call.receivers(), call.name(), call.literals()).isEmpty()) {
            missingMethod(call);
        } else if (OF_SIMPLE.contains(call.name()) && !call.receivers().isEmpty()) {
            needSimple.add(call.line());
        }
        if (URIS.contains(call.name()) || call.name().matches("(async)?(send|request|receive)[A-Z]?\\w*")) {
            for (var argument : call.arguments()) {
                file.text(argument).ifPresent(text -> uri(file.line(argument), text));
                if (!call.name().equals("to")) {
                    break;
                }
            }
        }
        if (!call.arguments().isEmpty()) {
            Optional<String> first = file.text(call.arguments().get(0));
            if (SIMPLE.contains(call.name())) {
                call.arguments().forEach(each -> file.text(each).ifPresent(text -> simple(file.line(each), text)));
            }
            if (NAMED.contains(call.name())
                    && first.filter(each -> each.startsWith("Camel")).isPresent()) {
                String remedy = call.name().toLowerCase(Locale.ROOT).contains("header") ? HEADER : PROPERTY;
                stops.add(new Stop(call.line(), "\"" + first.get() + "\"", remedy, false));
            }
        }
    }

    private void missingMethod(Call call) {
        String type = call.receivers().size() == 1 ? Api.plain(call.receivers().get(0)) : "a step";
        String what = "`" + call.name() + "(" + (call.arguments().isEmpty() ? "" : "...") + ")` of " + type;
        boolean step = call.receivers().stream().anyMatch(each -> api.hasType("io.mehari.builder." + Api.plain(each)));
        Optional<Page.Name> row = page.aboutMethod(call.name());
        Optional<Page.Name> missing = page.missing(call.name());
        if (call.own() && file.usesTheEndpointLanguage()) {
            row = page.aboutType("EndpointRouteBuilder");
        }
        if (row.isPresent()) {
            stops.add(new Stop(call.line(), what, row.get().here(), false));
        } else if (missing.isPresent()) {
            String lambda = missing.get().here().contains("write a lambda") ? "write a lambda; or " : "";
            stops.add(new Stop(
                    call.line(), what, step ? lambda + KEEP : missing.get().here(), step));
        } else if (call.receivers().stream().anyMatch(each -> api.hasMethod(Api.plain(each), call.name()))) {
            stops.add(new Stop(call.line(), what, "not with these arguments: see its javadoc", false));
        } else {
            String remedy = (type.equals("Main") ? page.about(type) : Optional.<Page.Name>empty())
                    .map(Page.Name::here)
                    .orElse("Mehari has no such method");
            stops.add(new Stop(call.line(), what, step ? KEEP : remedy, step));
        }
    }

    private void uri(int line, String text) {
        Matcher uri = URI.matcher(text.strip());
        if (!uri.matches()) {
            return;
        }
        String scheme = uri.group(1);
        facts.add(new Fact(line, Kind.SCHEME, scheme + ":"));
        if (scheme.equals("bean")) {
            needSimple.add(line);
        }
        if (!api.hasScheme(scheme)) {
            stops.add(new Stop(
                    line,
                    "`" + scheme + ":`",
                    "write `camel:" + scheme + ":...`: Camel's component, beside Mehari",
                    false));
            return;
        }
        int query = text.indexOf('?');
        for (String option :
                query < 0 ? new String[0] : text.substring(query + 1).split("&", -1)) {
            String name = option.replaceFirst("=.*", "").strip();
            if (name.matches("[\\w.]+")) {
                facts.add(new Fact(line, Kind.OPTION, scheme + ":" + name + "="));
                if (api.hasOption(scheme, name)) {
                    continue;
                }
                if (api.isWithoutEffect(scheme, name, option.replaceFirst("^[^=]*=?", ""))) {
                    needPorting.add(line);
                } else {
                    String remedy = api.instead(scheme, name)
                            .or(() -> page.about(name).map(Page.Name::here))
                            .orElse("no such option of `" + scheme + ":`: the exception at the start says what to use");
                    stops.add(new Stop(line, "`" + scheme + ":...?" + name + "`", remedy, false));
                }
            }
        }
    }

    private void simple(int line, String text) {
        Matcher each = PLACEHOLDER.matcher(text);
        while (each.find()) {
            if (!OF_THE_CORE.matcher(each.group()).matches()) {
                needSimple.add(line);
            }
            boolean arguments = each.group(2).matches("\\.\\w+(\\.\\w+)*\\([^)]+.*")
                    && each.group(1).matches("body|header|headers|exception");
            if (each.group(2).matches("[.:\\[]'?Camel.*")) {
                String remedy = each.group(1).matches("headers?|date") ? HEADER : PROPERTY;
                stops.add(new Stop(line, "`" + each.group() + "}`", remedy, false));
            } else if (!page.functions.contains(each.group(1)) || arguments) {
                stops.add(new Stop(
                        line, "`" + each.group() + "}`", "`simple` has no such value: a lambda, or Camel", false));
            }
        }
    }

    /** Types and constants of Mehari by what the source calls them. */
    private void names() {
        for (var each : file.names) {
            String[] parts = each.text().split("\\.", 2);
            facts.add(new Fact(each.line(), Kind.TYPE, parts[0]));
            facts.add(new Fact(each.line(), Kind.TYPE, each.text()));
            if (own.stopped.contains(parts[0])) {
                stops.add(new Stop(each.line(), "`" + parts[0] + "`", "this class must change or stay itself", false));
            }
            if (parts.length == 2
                    && parts[0].equals("Exchange")
                    && parts[1].equals(parts[1].toUpperCase(Locale.ROOT))
                    && !api.hasField("Exchange", parts[1])) {
                String remedy = page.about(each.text())
                        .map(Page.Name::here)
                        .orElse(
                                "Mehari has no such constant: Camel's name in quotes, if a component of Camel reads it");
                stops.add(new Stop(each.line(), "`" + each.text() + "`", remedy, false));
            }
        }
    }

    // ---- the result

    private Found found() {
        List<Stop> all = stops.stream()
                .distinct()
                .sorted(Comparator.comparingInt(Stop::line))
                .toList();
        List<Stop> outside = all.stream().filter(each -> isOutside(each.line())).toList();
        List<Route> routes = new ArrayList<>();
        Set<Page.Row> seen = new HashSet<>();
        for (var lines : file.routes) {
            List<Stop> inside = all.stream()
                    .filter(each -> isIn(lines, each.line()) || (outside.contains(each) && concerns(each, lines)))
                    .toList();
            List<Route.Difference> differences = differences(lines.first(), lines.last());
            differences.forEach(each -> seen.add(each.row()));
            boolean elsewhere = lines.from().startsWith("rest(") || hasNothingOfMehari(lines);
            routes.add(new Route(
                    lines.first(), lines.last(), lines.from(), inside, differences, !outside.isEmpty(), elsewhere));
        }
        List<Route.Difference> others = differences(1, original.size()).stream()
                .filter(each -> isOutside(each.line()) && !seen.contains(each.row()))
                .toList();
        return new Found(routes, outside, others, needPorting, needSimple);
    }

    private boolean isOutside(int line) {
        return file.routes.stream().noneMatch(each -> isIn(each, line));
    }

    private static boolean isIn(JavaFile.Lines lines, int line) {
        return line >= lines.first() && line <= lines.last();
    }

    /** A stop outside of all routes concerns those that name it; what is in no statement of a route can be moved. */
    private boolean concerns(Stop stop, JavaFile.Lines route) {
        String simple = stop.what().substring(stop.what().lastIndexOf('.') + 1).replaceAll("\\W", "");
        return file.names.stream()
                .anyMatch(each -> isIn(route, each.line())
                        && each.text().split("\\.", 2)[0].equals(simple));
    }

    private boolean hasNothingOfMehari(JavaFile.Lines lines) {
        List<Fact> schemes = facts.stream()
                .filter(each -> each.kind() == Kind.SCHEME && isIn(lines, each.line()))
                .toList();
        return !schemes.isEmpty()
                && schemes.stream().noneMatch(each -> api.hasScheme(each.word().replace(":", "")));
    }

    private List<Route.Difference> differences(int first, int last) {
        List<Fact> here = facts.stream()
                .filter(each -> each.line() >= first && each.line() <= last)
                .toList();
        List<Fact> around = facts.stream()
                .filter(each -> (each.line() >= first && each.line() <= last) || isOutside(each.line()))
                .toList();
        List<Route.Difference> found = new ArrayList<>();
        for (Page.Row row : page.rows()) {
            for (List<String> all : row.triggers()) {
                Optional<Fact> place = here.stream()
                        .filter(each -> Trigger.matches(all.get(0), each))
                        .findFirst();
                if (place.isPresent()
                        && all.stream().allMatch(one -> around.stream().anyMatch(each -> Trigger.matches(one, each)))) {
                    found.add(new Route.Difference(row, place.get().line()));
                    break;
                }
            }
        }
        return found;
    }
}
