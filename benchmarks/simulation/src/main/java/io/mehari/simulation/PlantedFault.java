package io.mehari.simulation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A fault that is put into a copy of the sources, to check whether the judges find it.
 *
 * @param breaks what the fault breaks, in a sentence
 * @param wasThere whether Mehari once had this fault or a similar one
 */
record PlantedFault(String name, String breaks, boolean wasThere, List<Change> changes) {
    static final String FOLDER = "benchmarks/simulation/planted";

    /** A replacement of some lines of a source file. */
    record Change(String file, String old, String changed) {}

    static List<PlantedFault> all(Path root) throws IOException {
        try (Stream<Path> files = Files.list(root.resolve(FOLDER))) {
            return files.sorted().map(PlantedFault::read).toList();
        }
    }

    private static PlantedFault read(Path file) {
        try {
            String name = String.valueOf(file.getFileName()).replace(".txt", "");
            return parse(name, Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static PlantedFault parse(String name, String text) {
        Map<String, String> facts = new LinkedHashMap<>();
        List<Change> changes = new ArrayList<>();
        StringBuilder old = new StringBuilder();
        StringBuilder changed = new StringBuilder();
        StringBuilder into = null;
        for (String line : text.lines().toList()) {
            switch (line) {
                case "--- old" -> into = old;
                case "--- new" -> into = changed;
                case "--- end" -> {
                    changes.add(new Change(String.valueOf(facts.get("file")), old.toString(), changed.toString()));
                    old.setLength(0);
                    changed.setLength(0);
                    into = null;
                }
                default -> {
                    if (into != null) {
                        into.append(line).append('\n');
                    } else {
                        int colon = line.indexOf(": ");
                        facts.put(line.substring(0, colon), line.substring(colon + 2));
                    }
                }
            }
        }
        return new PlantedFault(
                name, String.valueOf(facts.get("breaks")), "yes".equals(facts.get("was")), List.copyOf(changes));
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
