package io.mehari.porting;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The page about porting, as far as the program reads it: what to write instead of a name, and each difference with
 * what to look for in sources.
 */
final class Page {
    static final String NOT_SEEN = "not in sources";
    /** When the route starts, so that it need not be seen before. */
    static final String REFUSED = "it is refused";

    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final Pattern LINK = Pattern.compile("\\[([^\\]]*)\\]\\([^)]*\\)");
    private static final Pattern BULLET = Pattern.compile("- \\*\\*(.+?)\\.\\*\\* (.*) Look for: (.+)\\.");

    private final List<Name> names = new ArrayList<>();
    private final List<Row> rows = new ArrayList<>();
    private final List<Name> missing = new ArrayList<>();
    /** The first cell of the table that is being read. */
    private String header = "";
    /** What placeholders of {@code simple} may begin with. */
    final Set<String> functions;

    /** A row that says what to write instead of something. */
    record Name(String camel, String here) {
        List<String> codes() {
            return CODE.matcher(camel).results().map(each -> each.group(1)).toList();
        }
    }

    /** A row that says what behaves differently; sets of facts, of which each shows that the row applies. */
    record Row(String what, String camel, String here, String lookFor) {
        String text() {
            return camel.isEmpty()
                    ? what + ": " + here
                    : what + (camel.equals(what) ? "" : ". Camel: " + camel) + ". Here: " + here;
        }

        List<List<String>> triggers() {
            return lookFor.equals(NOT_SEEN) || lookFor.equals(REFUSED)
                    ? List.of()
                    : Arrays.stream(lookFor.split(", (?=`)", -1))
                            .map(each -> CODE.matcher(each)
                                    .results()
                                    .map(code -> code.group(1))
                                    .toList())
                            .toList();
        }
    }

    Page(Path root) throws IOException {
        Path page = root.resolve("docs/guide/porting.md");
        String heading = "";
        for (String line : joined(Files.readAllLines(page))) {
            heading = line.startsWith("## ") ? line.substring(3) : heading;
            header = line.startsWith("|") ? header : "";
            if (line.startsWith("| ") && line.endsWith(" |") && !line.contains("|---")) {
                row(line.substring(2, line.length() - 2).split(" \\| ", -1), heading);
            } else if (heading.equals("Not supported") && line.startsWith("- ")) {
                missing.add(new Name(plain(line.substring(2)), "not supported: " + plain(line.substring(2))));
            } else {
                bullet(line);
            }
        }
        functions = functions(Files.readAllLines(root.resolve("docs/guide/patterns/simple.md")));
    }

    /** The lines, with those of a bullet as one. */
    private static List<String> joined(List<String> lines) {
        List<String> joined = new ArrayList<>();
        boolean bullet = false;
        for (String line : lines) {
            bullet = line.startsWith("- ") || (bullet && line.startsWith("  "));
            if (bullet && !line.startsWith("- ")) {
                joined.set(joined.size() - 1, joined.get(joined.size() - 1) + " " + line.strip());
            } else {
                joined.add(line);
            }
        }
        return joined;
    }

    private void row(String[] cells, String heading) {
        if (header.isEmpty()) {
            header = cells[0];
            return;
        }
        boolean ofCamel = header.equals("Camel");
        String last = cells[cells.length - 1];
        switch (heading) {
            case "Names" -> {
                if (ofCamel) { // not of what is removed
                    names.add(new Name(cells[0], plain(cells[1])));
                }
            }
            case "The names are Camel's; these behave differently" ->
                rows.add(
                        ofCamel
                                ? new Row(plain(cells[0]), plain(cells[0]), plain(cells[1]), last)
                                : new Row(cells[0], plain(cells[1]), plain(cells[2]), last));
            case "Kafka and JMS" -> {
                names.add(new Name(cells[0], plain(cells[1])));
                rows.add(new Row(plain(cells[0]), plain(cells[0]), plain(cells[1]), last));
            }
            default -> {}
        }
    }

    private void bullet(String line) {
        Matcher bullet = BULLET.matcher(line);
        if (bullet.matches()) {
            rows.add(new Row(bullet.group(1), "", plain(bullet.group(2)), bullet.group(3)));
        }
    }

    private static String plain(String text) {
        return LINK.matcher(text).replaceAll("$1");
    }

    private static Set<String> functions(List<String> page) {
        String grammar = String.join("\n", page);
        grammar = grammar.substring(grammar.indexOf("\nvalue "), grammar.indexOf("\ntime "));
        Set<String> functions = new TreeSet<>(Set.of("in"));
        Pattern.compile("\"([a-zA-Z]+)[(:]?\"")
                .matcher(grammar)
                .results()
                .forEach(each -> functions.add(each.group(1)));
        return functions;
    }

    List<Row> rows() {
        return rows;
    }

    List<Name> names() {
        return names;
    }

    // ---- remedies

    /** What to write instead of a method. */
    Optional<Name> aboutMethod(String name) {
        return first(names, "(^|[.(])" + Pattern.quote(name) + "\\(");
    }

    Optional<Name> aboutType(String name) {
        return first(names, "(^|new )@?" + Pattern.quote(name) + "($|[.(])");
    }

    /** About an option, an artifact or a constant. */
    Optional<Name> about(String name) {
        return first(names, "^" + Pattern.quote(name) + "($|=)");
    }

    /** The line that says that it is not supported. */
    Optional<Name> missing(String name) {
        return first(missing, "^" + Pattern.quote(name) + "($|\\()");
    }

    private static Optional<Name> first(List<Name> names, String pattern) {
        Pattern code = Pattern.compile(pattern);
        return names.stream()
                .filter(each ->
                        each.codes().stream().anyMatch(one -> code.matcher(one).find()))
                .findFirst();
    }
}
