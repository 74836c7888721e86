package io.mehari.porting;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The program of {@code ./porting}: reads the sources of an application for Apache Camel, says what stops them from
 * moving to Mehari and what will behave differently, and rewrites their names. It needs the JDK alone.
 */
public final class Porting {
    private static final String HELP = """
            ./porting [--check] DIR      can I move? What stops the routes in DIR, and what will behave differently
            ./porting --write DIR        rewrites the names in the Java files in which nothing must stay in Camel
              --all                      lists each place of a difference; with --write, rewrites all files
              --force                    writes although git would not bring the files back
            Exit code: 0 if all routes can move as they are, 1 if not, 2 if there was nothing to do.
            """;

    private static final Pattern PACKAGE = Pattern.compile("(?m)^package (org\\.apache\\.camel[\\w.]*);");
    private static final Pattern ARTIFACT =
            Pattern.compile("(?:<artifactId>|org\\.apache\\.camel(?:\\.springboot)?:)(camel-[a-z0-9-]+)");

    private static final String PORTING =
            "add io.mehari:mehari-porting, which has classes and options that these lines name";
    private static final String SIMPLE =
            "add io.mehari:mehari-simple, which reads the texts and calls the beans of these lines";

    private final Path folder;
    private final boolean all;
    private final PrintStream out;
    private final Api api;
    private final Page page;
    private final Rules rules;

    private Porting(Path root, Path folder, boolean all, PrintStream out) throws IOException {
        this.folder = folder;
        this.all = all;
        this.out = out;
        api = new Api(root);
        page = new Page(root);
        rules = new Rules(root);
    }

    public static void main(String[] arguments) throws Exception {
        System.exit(run(Path.of(System.getProperty("mehari.root", ".")), List.of(arguments), System.out));
    }

    static int run(Path root, List<String> arguments, PrintStream out) throws IOException, InterruptedException {
        List<String> folders = new ArrayList<>(arguments);
        folders.removeAll(List.of("--check", "--write", "--all", "--force"));
        if (folders.size() != 1 || !Files.isDirectory(Path.of(folders.get(0)))) {
            out.print(HELP);
            return 2;
        }
        Path folder = Path.of(folders.get(0));
        Porting porting = new Porting(root, folder, arguments.contains("--all"), out);
        if (!arguments.contains("--write")) {
            return porting.check();
        }
        String refused = arguments.contains("--force") ? "" : notInGit(folder);
        if (!refused.isEmpty()) {
            out.println("Nothing was written: " + refused + " --force writes all the same.");
            return 2;
        }
        return porting.write();
    }

    /** Why git could not bring the files back, if so. */
    private static String notInGit(Path folder) throws IOException, InterruptedException {
        try {
            Process git = new ProcessBuilder("git", "-C", folder.toString(), "status", "--porcelain", "--", ".")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String changed = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return git.waitFor() != 0
                    ? folder + " is not in a git repository."
                    : changed.isEmpty() ? "" : folder + " has changes that are not committed:\n" + changed;
        } catch (IOException e) {
            return "git was not found (" + e.getMessage() + ").";
        }
    }

    // ---- files

    /** A Java file that uses Camel. */
    private record Source(Path file, List<String> lines, Rules.Rewritten rewritten, Check.Found found) {
        boolean stays() {
            return found.stops().stream().anyMatch(Stop::stays)
                    || found.routes().stream()
                            .anyMatch(each -> each.stops().stream().anyMatch(Stop::stays));
        }
    }

    private List<Path> files(String pattern) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(each -> each.getFileName().toString().matches(pattern))
                    .filter(each -> !folder.relativize(each).toString().matches("(.*/)?(target|build|\\.\\w+)/.*"))
                    .filter(Files::isRegularFile)
                    .sorted()
                    .toList();
        }
    }

    private List<Source> sources() throws IOException {
        Map<Path, String> texts = new TreeMap<>();
        Set<String> own = new TreeSet<>();
        for (Path file : files(".*\\.java")) {
            String text = read(file);
            if (text.contains("org.apache.camel")) {
                texts.put(file, text);
                Matcher name = PACKAGE.matcher(text);
                if (name.find() && !api.hasPackage(name.group(1).replace("org.apache.camel", "io.mehari"))) {
                    own.add(name.group(1));
                }
            }
        }
        List<Source> alone = sources(texts, new Check.Own(own, Set.of()));
        Set<String> stopped = new TreeSet<>();
        alone.stream()
                .filter(each ->
                        each.found.routes().isEmpty() && !each.found.stops().isEmpty())
                .forEach(each -> stopped.add(each.file.getFileName().toString().replace(".java", "")));
        return stopped.isEmpty() ? alone : sources(texts, new Check.Own(own, stopped));
    }

    private List<Source> sources(Map<Path, String> texts, Check.Own own) throws IOException {
        List<Source> sources = new ArrayList<>();
        for (var each : texts.entrySet()) {
            List<String> lines = List.of(each.getValue().split("\r?\n", -1));
            Rules.Rewritten rewritten = rules.rewrite(lines, api, own.packages());
            Check.Found found = Check.check(api, page, lines, rewritten.lines(), own);
            sources.add(new Source(each.getKey(), lines, rewritten, found));
        }
        return sources;
    }

    private String read(Path file) throws IOException {
        try {
            return Files.readString(file);
        } catch (MalformedInputException e) {
            out.println(file + ": left out, because it is not UTF-8");
            return "";
        }
    }

    // ---- check

    private int check() throws IOException {
        List<Source> sources = sources();
        List<Foreign> foreign = foreign();
        if (sources.isEmpty() && foreign.isEmpty()) {
            out.println("No file in " + folder + " uses org.apache.camel.");
            return 2;
        }
        stops(sources, foreign);
        dependencies(sources);
        differences(sources);
        staying(sources);
        return verdict(sources, foreign);
    }

    private void stops(List<Source> sources, List<Foreign> foreign) {
        out.println("WHAT STOPS THEM");
        Map<String, List<String>> places = new LinkedHashMap<>();
        for (Source source : sources) {
            Stream.concat(
                            source.found.stops().stream(),
                            source.found.routes().stream().flatMap(each -> each.stops().stream()))
                    .distinct()
                    .sorted(Comparator.comparingInt(Stop::line))
                    .forEach(each -> put(places, each.what() + ": " + each.remedy(), source.file, each.line()));
        }
        for (Foreign each : foreign) {
            String what =
                    "routes in " + each.language + ": only Java is read: they stay in Camel, or are written in Java";
            put(places, what, each.file, each.line);
        }
        print(places);
    }

    private void dependencies(List<Source> sources) throws IOException {
        out.println("DEPENDENCIES");
        Map<String, List<String>> places = new LinkedHashMap<>();
        for (Path file : files("pom\\.xml|build\\.gradle(\\.kts)?")) {
            List<String> lines = read(file).lines().toList();
            for (int i = 0; i < lines.size(); i++) {
                int line = i + 1;
                Matcher name = ARTIFACT.matcher(lines.get(i));
                if (name.find()) {
                    String artifact = name.group(1);
                    page.about(artifact.replaceFirst("(?<!boot)-starter$", ""))
                            .ifPresent(each -> put(places, artifact + ": " + each.here(), file, line));
                }
            }
        }
        for (Source source : sources) {
            source.found.needPorting().forEach(line -> put(places, PORTING, source.file, line));
            source.found.needSimple().forEach(line -> put(places, SIMPLE, source.file, line));
        }
        print(places);
    }

    private void differences(List<Source> sources) {
        out.println("WHAT WILL BEHAVE DIFFERENTLY");
        Map<String, List<String>> places = new TreeMap<>();
        for (Source source : sources) {
            Stream.concat(
                            source.found.differences().stream(),
                            source.found.routes().stream().flatMap(each -> each.differences().stream()))
                    .forEach(each -> put(places, each.row().text(), source.file, each.line()));
        }
        print(places);
    }

    private static void put(Map<String, List<String>> places, String what, Path file, int line) {
        places.computeIfAbsent(what, each -> new ArrayList<>()).add(file + ":" + line);
    }

    private void print(Map<String, List<String>> places) {
        places.forEach((what, where) -> {
            out.println("  " + what);
            int shown = all ? where.size() : Math.min(5, where.size());
            where.subList(0, shown).forEach(each -> out.println("      " + each));
            if (shown < where.size()) {
                out.println("      and " + (where.size() - shown) + " more (--all)");
            }
        });
    }

    private void staying(List<Source> sources) {
        out.println("WHAT CAN STAY IN CAMEL");
        for (Source source : sources) {
            for (Route route : source.found.routes()) {
                if (route.verdict() == Route.Verdict.STAYS) {
                    String why = route.elsewhere()
                            ? "all of its endpoints are Camel's"
                            : route.stops().stream()
                                    .filter(Stop::stays)
                                    .findFirst()
                                    .map(Stop::what)
                                    .orElse("");
                    out.println("  " + source.file + ":" + route.first() + ": " + route.from() + ": " + why + "; "
                            + bridge(route.from()));
                }
            }
        }
    }

    private static String bridge(String from) {
        return from.matches("from\\((direct|seda|disruptor):.*")
                ? "a route of Mehari calls it by `to(\"camel:" + from.replaceAll("from\\(|\\?.*|\\)$", "") + "\")`"
                : "it sends to a route of Mehari by `to(\"mehari:direct:NAME\")`";
    }

    private int verdict(List<Source> sources, List<Foreign> foreign) {
        List<Route> routes =
                sources.stream().flatMap(each -> each.found.routes().stream()).toList();
        long same = count(routes, Route.Verdict.AS_IT_IS);
        long differing = routes.stream()
                .filter(each -> each.verdict() == Route.Verdict.AS_IT_IS
                        && !each.differences().isEmpty())
                .count();
        long changed = count(routes, Route.Verdict.WITH_CHANGES);
        long stay = count(routes, Route.Verdict.STAYS)
                + foreign.stream().mapToInt(Foreign::routes).sum();
        long other = sources.stream()
                .filter(each -> each.found.routes().isEmpty())
                .filter(each -> !each.found.stops().isEmpty())
                .count();
        out.println("VERDICT");
        out.printf(
                "  %d of %d routes can move as they are; of these, %d may behave differently%n",
                same, same + changed + stay, differing);
        out.printf("  %d can move with the changes above; %d files without routes need changes, too%n", changed, other);
        out.printf("  %d should stay in Camel%n", stay);
        return changed + stay + other == 0 ? 0 : 1;
    }

    private static long count(List<Route> routes, Route.Verdict verdict) {
        return routes.stream().filter(each -> each.verdict() == verdict).count();
    }

    // ---- routes that are not in Java

    private record Foreign(Path file, int line, int routes, String language) {}

    private List<Foreign> foreign() throws IOException {
        List<Foreign> found = new ArrayList<>();
        for (Path file : files(".*\\.(xml|ya?ml|kts?|groovy)")) {
            String text = read(file);
            String name = file.getFileName().toString();
            String language = name.endsWith("xml")
                    ? "XML"
                    : name.endsWith("ml") ? "YAML" : name.contains(".kt") ? "Kotlin" : "Groovy";
            String begin = switch (language) {
                case "XML" -> text.contains("camel") ? "<(\\w+:)?from\\s" : "(?!)";
                case "YAML" -> "^ *(- )?from: *$";
                default -> text.contains("org.apache.camel") ? "\\bfrom\\(\"" : "(?!)";
            };
            var place = Pattern.compile(begin, Pattern.MULTILINE).matcher(text);
            int routes = 0;
            int line = 0;
            while (place.find()) {
                line = routes++ == 0
                        ? 1
                                + (int) text.substring(0, place.start())
                                        .chars()
                                        .filter(c -> c == '\n')
                                        .count()
                        : line;
            }
            if (routes > 0) {
                found.add(new Foreign(file, line, routes, language));
            }
        }
        return found;
    }

    // ---- write

    private int write() throws IOException {
        int written = 0;
        boolean needsPorting = false;
        boolean needsSimple = false;
        for (Source source : sources()) {
            if (source.stays() && !all) {
                out.println(source.file
                        + ": left as it is, because something in it should stay in Camel (--check says what)");
                continue;
            }
            if (source.rewritten.changes().isEmpty()) {
                continue;
            }
            for (Rules.Changed each : source.rewritten.changes()) {
                each.deleted().forEach(text -> out.println(source.file + ":" + each.line() + ": deleted " + text));
                out.println(source.file + ":" + each.line() + ":\n  - "
                        + each.before().strip() + "\n  + " + each.after().strip());
            }
            replace(source);
            written++;
            needsPorting |= !source.found.needPorting().isEmpty();
            needsSimple |= !source.found.needSimple().isEmpty();
        }
        if (needsPorting) {
            out.println("Add the dependency io.mehari:mehari-porting: --check lists what needs it");
        }
        if (needsSimple) {
            out.println("Add the dependency io.mehari:mehari-simple: --check lists what needs it");
        }
        out.println(
                written + " files were rewritten. Compile them with Mehari; what to change by hand: ./porting --check");
        return written > 0 ? 0 : 2;
    }

    /** Deleted lines are gone; line ends stay as they were. */
    private static void replace(Source source) {
        try {
            String end = Files.readString(source.file).contains("\r\n") ? "\r\n" : "\n";
            List<String> lines = new ArrayList<>();
            for (int i = 0; i < source.lines.size(); i++) {
                String after = source.rewritten.lines().get(i);
                if (!after.isBlank() || source.lines.get(i).isBlank()) {
                    lines.add(after);
                }
            }
            Files.writeString(source.file, String.join(end, lines));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
