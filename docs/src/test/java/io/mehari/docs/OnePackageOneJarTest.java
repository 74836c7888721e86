package io.mehari.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** On the module path a package may be in one jar alone, so what leaves a jar takes a package of its own along. */
class OnePackageOneJarTest {
    private static final Pattern MODULE = Pattern.compile("<module>(.+)</module>");

    /** Those that are published. mehari-collect has no sources of its own: it is instead of mehari-core-impl. */
    @Test
    void noPackageIsInTwoModules() throws IOException {
        Map<String, TreeSet<String>> modules = new TreeMap<>();
        String pom = Files.readString(Path.of("../pom.xml"));
        Matcher module = MODULE.matcher(pom.substring(0, pom.indexOf("</modules>")));
        while (module.find()) {
            Path folder = Path.of("..", module.group(1));
            boolean isPublished = !Files.readString(folder.resolve("pom.xml"))
                    .contains("<maven.deploy.skip>true</maven.deploy.skip>");
            Path sources = folder.resolve("src/main/java");
            if (isPublished && Files.exists(sources)) {
                try (Stream<Path> files = Files.walk(sources)) {
                    files.filter(each -> each.toString().endsWith(".java"))
                            .map(each -> sources.relativize(each).getParent())
                            .filter(each -> each != null) // of module-info
                            .forEach(each -> modules.computeIfAbsent(each.toString(), any -> new TreeSet<>())
                                    .add(module.group(1)));
                }
            }
        }
        assertThat(modules).containsKeys("io/mehari", "io/mehari/impl", "io/mehari/support");
        assertThat(modules.values()).allSatisfy(each -> assertThat(each).hasSize(1));
    }
}
