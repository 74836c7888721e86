package io.mehari.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The pages that the JDK's javadoc has made, if it has; each type has one, which its simple name finds. */
final class Javadoc {
    static final String FOLDER = "javadoc";
    private static final Pattern TYPE = Pattern.compile("([a-z]\\w*/)+([A-Z]\\w*)\\.html");

    private final Path folder;
    private final List<Path> files;
    private final Map<String, String> types = new TreeMap<>();

    Javadoc(Path folder) throws IOException {
        this.folder = folder;
        this.files = list(folder);
        for (Path each : files) {
            String path = folder.relativize(each).toString().replace('\\', '/');
            if (TYPE.matcher(path).matches()) {
                types.put(path.replaceAll(".*/|\\.html", ""), FOLDER + "/" + path);
            }
        }
    }

    private static List<Path> list(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile).sorted().toList();
        }
    }

    /** Where in the site the type of that simple name is; null if there is none. */
    @Nullable
    String address(String type) {
        return types.get(type);
    }

    boolean isEmpty() {
        return files.isEmpty();
    }

    void copyTo(Path site) throws IOException {
        for (Path each : files) {
            Path target = site.resolve(FOLDER).resolve(folder.relativize(each).toString());
            Files.createDirectories(target.resolve("..").normalize());
            Files.copy(each, target);
        }
    }
}
