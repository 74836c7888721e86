package io.mehari.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which types of Mehari the samples of a page name, by package: from the imports of the files that the samples are in. */
final class ImportList {
    private static final Pattern REGION = Pattern.compile("<!-- ([\\w./-]+)#[\\w.-]+ -->");
    private static final Pattern IMPORT = Pattern.compile("(?m)^import (static )?(io\\.mehari[\\w.]*)\\.(\\w+);");

    private ImportList() {}

    /** Empty where there is nothing to import. */
    static List<String> lines(Page page) throws IOException {
        Map<String, Set<String>> names = new TreeMap<>();
        for (int i = 0; i + 1 < page.lines.size(); i++) {
            Matcher region = REGION.matcher(page.lines.get(i));
            if (region.matches() && page.lines.get(i + 1).equals("```java")) {
                add(Samples.source(page.file, region.group(1)), page.block(i), names);
            }
        }
        List<String> lines = new ArrayList<>();
        names.forEach((from, all) -> lines.add("- `" + from + "`: `" + String.join("`, `", all) + "`"));
        if (!lines.isEmpty()) {
            lines.addAll(0, List.of("Imports of the samples on this page, statics by the class they are in:", ""));
        }
        return lines;
    }

    private static void add(Path source, String block, Map<String, Set<String>> names) throws IOException {
        Matcher each = IMPORT.matcher(Files.readString(source));
        while (each.find()) {
            if (block.matches("(?s).*\\b" + each.group(3) + "\\b.*")) {
                String from = (each.group(1) == null ? "" : "static ") + each.group(2);
                names.computeIfAbsent(from, absent -> new TreeSet<>()).add(each.group(3));
            }
        }
    }
}
