package io.mehari.porting;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The rules of names.sed: what Mehari names differently, and what says nothing there and is deleted. */
final class Rules {
    private static final String MASK = "apache\0camel";
    private final List<Rule> rules;

    private record Rule(Pattern what, String with, boolean everywhere, boolean line) {}

    /**
     * A line that the rules change. The text after is empty if nothing is left of it.
     *
     * @param deleted what was taken out and not replaced
     */
    record Changed(int line, String before, String after, List<String> deleted) {}

    /** @param lines as many as before: a deleted line is empty */
    record Rewritten(List<String> lines, List<Changed> changes) {}

    Rules(Path root) throws IOException {
        rules = Files.readAllLines(root.resolve("docs/src/main/porting/names.sed")).stream()
                .map(Rules::rule)
                .toList();
    }

    private static Rule rule(String line) {
        String[] parts = line.split("/", -1); // s/what/with/, s/what/with/g or /what/d
        if (parts[0].isEmpty()) {
            return new Rule(Pattern.compile(parts[1]), "", false, true);
        }
        String with = parts[2].replace("&", "$0").replaceAll("\\\\([0-9])", "\\$$1");
        return new Rule(Pattern.compile(parts[1]), with, parts[3].equals("g"), false);
    }

    /**
     * The imports of what Mehari does not have stay as they are: the compiler then names what is missing. So do packages
     * of the application whose names begin like those of Camel.
     */
    Rewritten rewrite(List<String> lines, Api api, Set<String> ownPackages) {
        List<String> after = new ArrayList<>();
        List<Changed> changes = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            List<String> deleted = new ArrayList<>();
            String masked = lines.get(i);
            for (String own : ownPackages) {
                masked = masked.replace(own, own.replace("apache.camel", MASK));
            }
            String rewritten = line(masked, deleted).replace(MASK, "apache.camel");
            if (isMissing(rewritten, api) && deleted.isEmpty()) {
                rewritten = lines.get(i);
            }
            after.add(rewritten);
            if (!rewritten.equals(lines.get(i))) {
                changes.add(new Changed(i + 1, lines.get(i), rewritten, deleted));
            }
        }
        return new Rewritten(after, changes);
    }

    private static boolean isMissing(String line, Api api) {
        Matcher imported = Pattern.compile("\\s*import (static )?(io\\.mehari\\.[\\w.]+?)(\\.\\*)?;.*")
                .matcher(line);
        if (!imported.matches()) {
            return false;
        }
        String name = imported.group(2);
        String owner = name.substring(0, name.lastIndexOf('.'));
        boolean all = imported.group(3) != null;
        return !api.hasType(name)
                && !(all && api.hasPackage(name))
                && !(!all && imported.group(1) != null && api.hasType(owner));
    }

    private String line(String line, List<String> deleted) {
        String text = line;
        for (Rule each : rules) {
            Matcher found = each.what.matcher(text);
            if (!found.find()) {
                continue;
            }
            if (each.line) {
                deleted.add(text.strip());
                return "";
            }
            if (each.with.isEmpty()) {
                found.reset().results().forEach(match -> deleted.add(match.group()));
            }
            text = each.everywhere ? found.replaceAll(each.with) : found.replaceFirst(each.with);
        }
        return text;
    }
}
