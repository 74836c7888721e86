package io.mehari.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the programs of this package are told: files to read and, after {@code -o}, where to write. */
record Arguments(List<Path> inputs, Path output) {

    static Arguments of(String usage, String... args) {
        List<Path> inputs = new ArrayList<>();
        @Nullable Path output = null;
        for (int i = 0; i < args.length; i++) {
            if (!args[i].equals("-o")) {
                inputs.add(Path.of(args[i]));
            } else if (output == null && i + 1 < args.length) {
                output = Path.of(args[++i]);
            } else {
                throw new IllegalArgumentException("-o names one place to write to: " + usage);
            }
        }
        if (inputs.isEmpty() || output == null) {
            throw new IllegalArgumentException("name what to read and, after -o, where to write: " + usage);
        }
        return new Arguments(inputs, output);
    }

    /** The results that are named, as one. */
    Result result() throws IOException {
        List<Result> results = new ArrayList<>();
        for (Path input : inputs) {
            results.add(Result.read(input));
        }
        return Merge.of(results);
    }
}
