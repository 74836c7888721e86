package io.mehari.simulation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A fault that is put into a copy of the sources, to check whether the judges find it.
 *
 * @param breaks what the fault breaks, in a sentence
 * @param wasThere whether Mehari once had this fault or a similar one
 */
record PlantedFault(String name, String breaks, boolean wasThere, List<Change> changes) {
    static final String FOLDER = "testing/simulation/planted";

    private static final Pattern BREAKS = Pattern.compile("(?m)^breaks: (.*)$");
    private static final Pattern CHANGE =
            Pattern.compile("(?ms)^file: ([^\n]*)\n--- old\n(.*?)^--- new\n(.*?)^--- end$");

    /** A replacement of some lines of a source file. */
    record Change(String file, String old, String changed) {}

    static List<PlantedFault> all(Path root) throws IOException {
        List<PlantedFault> all = new ArrayList<>();
        try (Stream<Path> files = Files.list(root.resolve(FOLDER))) {
            for (Path each : files.sorted().toList()) {
                all.add(parse(String.valueOf(each.getFileName()).replace(".txt", ""), Files.readString(each)));
            }
        }
        return all;
    }

    private static PlantedFault parse(String name, String text) {
        List<Change> changes = new ArrayList<>();
        Matcher change = CHANGE.matcher(text);
        while (change.find()) {
            changes.add(new Change(change.group(1), change.group(2), change.group(3)));
        }
        Matcher breaks = BREAKS.matcher(text);
        if (!breaks.find() || changes.isEmpty()) {
            throw new IllegalArgumentException(
                    "Planted fault " + name + " says not what it breaks, or changes nothing");
        }
        return new PlantedFault(name, breaks.group(1), text.contains("\nwas: yes\n"), changes);
    }

    /** The changed sources by their paths. Each old text must occur exactly once. */
    Map<String, String> sources(Path root) throws IOException {
        Map<String, String> sources = new LinkedHashMap<>();
        for (Change each : changes) {
            String before = sources.containsKey(each.file)
                    ? String.valueOf(sources.get(each.file))
                    : Files.readString(root.resolve(each.file));
            int at = before.indexOf(each.old);
            if (at < 0 || before.indexOf(each.old, at + 1) >= 0) {
                throw new IllegalStateException(
                        "Planted fault " + name + ": its old lines are not there exactly once in " + each.file
                                + "; correct " + FOLDER + "/" + name + ".txt");
            }
            sources.put(each.file, before.substring(0, at) + each.changed + before.substring(at + each.old.length()));
        }
        return sources;
    }
}
