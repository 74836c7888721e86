package io.mehari.report;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/*
 * The Content-Security-Policy of the page lets it load nothing and run only its own script; it has the hashes of the
 * script and the style sheet. So it is safe to view a result from an unknown source.
 */
/** Writes a result as one HTML page, which needs no other file and no network. */
public final class HtmlReport {
    private final Result result;
    private final Html html = new Html();

    private HtmlReport(Result result) {
        this.result = result;
    }

    /** The whole page. */
    public static String of(Result result) {
        return new HtmlReport(result).page();
    }

    private String page() {
        String style = Svg.resource("report.css") + Svg.resource("chart.css");
        String script = Svg.resource("pairs.js") + Svg.resource("report.js");
        html.raw("<!doctype html>\n").open("html", "lang", "en").open("head");
        html.single("meta", "charset", "utf-8");
        html.single(
                "meta",
                "http-equiv",
                "Content-Security-Policy",
                "content",
                "default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; style-src '" + hash(style)
                        + "'; script-src '" + hash(script) + "'");
        html.single("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
        html.single("meta", "name", "color-scheme", "content", "light dark");
        html.single("link", "rel", "icon", "href", "data:,");
        html.element("title", result.title());
        html.open("style").raw(style).close();
        html.close();
        html.open("body");
        header();
        html.open("main");
        sections();
        compare();
        raw();
        html.close();
        html.open("script", "type", "application/json", "id", "result")
                .raw(result.toJson().replace("<", "\\u003c"))
                .close();
        html.open("script").raw(script).close();
        html.close().close();
        return html.toString();
    }

    private void header() {
        html.open("header");
        html.element("h1", result.title());
        html.open("dl", "class", "facts");
        Machine machine = result.machine();
        fact("Machine", machine.cpu() + ", " + machine.cores() + " cores, " + machine.memory() + ", " + machine.os());
        for (Jdk jdk : result.jdks()) {
            html.open("div").element("dt", "JDK " + jdk.name());
            html.open("dd").text(jdk.version() + ", " + jdk.vendor() + "; flags:");
            // Written in pieces, so that the browser does not break a line after a hyphen.
            for (String flag : jdk.flags().split(" ", -1)) {
                html.text(" ").element("span", flag, "class", "flag");
            }
            html.close().close();
        }
        fact("Commit", result.commit());
        fact("Date", result.date().toString().replace("T", " ").replace("Z", " UTC"));
        html.open("div").element("dt", "Command");
        html.open("dd").element("code", result.command()).close().close();
        html.close();
        if (!result.notes().isEmpty()) {
            html.open("ul", "class", "notes");
            result.notes().forEach(note -> html.element("li", note));
            html.close();
        }
        summary();
        navigation();
        html.close();
    }

    private void fact(String name, String text) {
        html.open("div").element("dt", name).element("dd", text).close();
    }

    private void summary() {
        List<Standing> standings = result.rows().stream()
                .map(row -> Standing.of(row, result.rows()))
                .toList();
        if (standings.stream().allMatch(standing -> standing.finding().word.isEmpty())) {
            return; // no subject to compare with
        }
        html.open("ul", "class", "tally", "aria-label", "Mehari against each of the others");
        tally(standings, Standing.Finding.AHEAD, "▲");
        tally(standings, Standing.Finding.LOST, "▼");
        tally(standings, Standing.Finding.EVEN, "≈");
        tally(standings, Standing.Finding.FEW, "·");
        html.close();
        verdicts(standings);
        if (standings.stream().noneMatch(standing -> standing.finding() == Standing.Finding.LOST)) {
            return;
        }
        html.open("details", "class", "losses").element("summary", "Where Mehari lost");
        html.open("ul");
        for (int i = 0; i < standings.size(); i++) {
            if (standings.get(i).finding() == Standing.Finding.LOST) {
                Row row = result.rows().get(i);
                html.element(
                        "li",
                        row.group() + ", JDK " + row.jdk() + ", " + row.metric() + ": "
                                + standings.get(i).say() + " to " + row.subject());
            }
        }
        html.close().close();
    }

    /** Explains why some figures are called ahead or lost, and others are not. */
    private void verdicts(List<Standing> standings) {
        boolean few = standings.stream().anyMatch(standing -> standing.finding() == Standing.Finding.FEW);
        boolean more =
                standings.stream().anyMatch(standing -> standing.finding().isVerdict());
        String verdict =
                "Ahead or lost: in samples taken in turn, from five pairs on with 95 % confidence; with three or"
                        + " four, in every pair and by more than the pairs differ from each other. ";
        String none = "One sample or two show a ratio, and not how far it may be off.";
        html.element("p", (more ? verdict : "") + (few ? none : ""), "class", "verdicts");
    }

    private void tally(List<Standing> standings, Standing.Finding finding, String mark) {
        long count = standings.stream()
                .filter(standing -> standing.finding() == finding)
                .count();
        if (count == 0) {
            return;
        }
        html.open("li", "class", finding.name().toLowerCase(Locale.ROOT));
        html.element("strong", mark + " " + count).text(" " + finding.word).close();
    }

    private void navigation() {
        html.open("nav", "aria-label", "On this page");
        for (String scenario : scenarios()) {
            html.element("a", scenario, "href", "#" + Scenario.file("s", scenario));
        }
        html.element("a", "compare", "href", "#compare").element("a", "JSON", "href", "#json");
        html.close();
    }

    private Set<String> scenarios() {
        Set<String> scenarios = new LinkedHashSet<>();
        result.rows().forEach(row -> scenarios.add(Scenario.of(row.group())));
        result.percentiles().forEach(each -> scenarios.add(Scenario.of(each.group())));
        result.series().forEach(each -> scenarios.add(Scenario.of(each.group())));
        result.objects().forEach(each -> scenarios.add(Scenario.of(each.group())));
        return scenarios;
    }

    private void sections() {
        List<Charts.Picture> pictures = Charts.forPage(result);
        for (String scenario : scenarios()) {
            html.open("section", "id", Scenario.file("s", scenario));
            html.element("h2", scenario);
            html.open("div", "class", "pictures");
            for (Charts.Picture picture : pictures) {
                if (picture.scenario().equals(scenario)) {
                    html.open("figure").raw(picture.svg()).close();
                }
            }
            html.close();
            Tables.rows(html, scenario, result.rows());
            Tables.objects(html, scenario, result.objects());
            html.close();
        }
    }

    private void compare() {
        html.open("section", "id", "compare").element("h2", "Compare with another result");
        html.open("p").element("label", "A second result (a file of JSON): ", "for", "second");
        html.single("input", "type", "file", "id", "second", "accept", ".json,application/json");
        html.close();
        html.element("div", "", "id", "compared-what", "role", "status");
        String colours = new Palette(result).json();
        html.element("div", "", "id", "compared-pictures", "class", "pictures", "data-colours", colours);
        html.open("div", "id", "compared", "class", "scroll").close();
        html.close();
    }

    private void raw() {
        html.open("section", "id", "json").element("h2", "The figures as JSON");
        html.open("details").element("summary", "Show the JSON");
        html.element("pre", "", "id", "raw", "tabindex", "0");
        html.close().close();
    }

    private static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return "sha256-" + Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException everyJdkHasIt) {
            throw new IllegalStateException(everyJdkHasIt);
        }
    }
}
