package io.mehari.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Which artifact has which packages, and which public types they have, from the sources. */
final class PackageTable {
    /** Automatic modules, which have one package. */
    private static final Map<String, String> AUTOMATIC = Map.of(
            "components-camel", "io.mehari.component.camel",
            "components-kafka", "io.mehari.component.kafka",
            "components-micrometer", "io.mehari.micrometer",
            "components-spring-boot", "io.mehari.spring.boot");

    private static final Pattern EXPORTS = Pattern.compile("(?m)^    exports ([\\w.]+);");
    private static final Pattern PUBLIC_TYPE =
            Pattern.compile("(?m)^public (?:[a-z-]+ )*(?:class|interface|record|enum|@interface) ");

    private PackageTable() {}

    static List<String> lines() throws IOException {
        List<String> lines = new ArrayList<>(List.of("| artifact | package | public types |", "|---|---|---|"));
        for (String artifact : HouseSize.MODULES) {
            Path sources = Samples.root().resolve(artifact).resolve("src/main/java");
            Path module = sources.resolve("module-info.java");
            Matcher exported = EXPORTS.matcher(
                    Files.exists(module) ? Files.readString(module) : "    exports " + AUTOMATIC.get(artifact) + ";");
            while (exported.find()) {
                String name = exported.group(1);
                lines.add("| `mehari-" + artifact.replaceFirst("^core-(?=connector)|^extensions/", "") + "` | `" + name
                        + "` | " + publicTypes(sources.resolve(name.replace('.', '/'))) + " |");
            }
        }
        return lines;
    }

    private static String publicTypes(Path folder) throws IOException {
        List<String> names = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path each : files.filter(Files::isRegularFile).sorted().toList()) {
                if (PUBLIC_TYPE.matcher(Files.readString(each)).find()) {
                    names.add(each.getFileName().toString().replace(".java", ""));
                }
            }
        }
        return names.stream().map(name -> "`" + name + "`").collect(Collectors.joining(", "));
    }
}
