package step20;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The fields of Mehari's exchange, read from its source: the course has no other part of the project to run. */
final class Sources {
    static final Path FOLDER = Path.of("../../core-impl/src/main/java/io/mehari/impl/exchange");

    /** The classes that have its fields, the superclass first. */
    static final List<String> CLASSES = List.of("AbstractExchange", "DefaultExchange");

    private static final Pattern FIELD = Pattern.compile(
            "(?m)^    (?:private |protected |final |volatile )*(?:@\\w+ )?([\\w.<>?][\\w.<>?, ]*) (\\w+);");

    private Sources() {}

    /** The fields as type and name. */
    static List<String> fields(String name) throws IOException {
        String source = Files.readString(FOLDER.resolve(name + ".java"));
        List<String> fields = new ArrayList<>();
        Matcher field = FIELD.matcher(source.replace("@Nullable ", ""));
        while (field.find()) {
            if (!field.group().contains("static ") && !field.group(1).contains("return")) {
                fields.add(field.group(1).strip() + " " + field.group(2));
            }
        }
        return fields;
    }

    static List<String> types() throws IOException {
        List<String> types = new ArrayList<>();
        for (String name : CLASSES) {
            for (String field : fields(name)) {
                types.add(field.substring(0, field.lastIndexOf(' ')));
            }
        }
        return types;
    }
}
