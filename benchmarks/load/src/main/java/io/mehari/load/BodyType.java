package io.mehari.load;

import io.mehari.report.CommandLine;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The type of a body. */
enum BodyType {
    PARCEL,
    TEXT,
    NUMBER,
    FILE;

    /** The name on a command line. */
    String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    static String names(List<BodyType> types) {
        return types.stream().map(BodyType::id).collect(Collectors.joining(","));
    }

    /** Parses {@link #names}, and refuses an unknown name. */
    static List<BodyType> list(String names) {
        return Arrays.stream(names.split(",", -1))
                .map(each -> CommandLine.named("type of body", each, List.of(values()), BodyType::id))
                .toList();
    }
}
