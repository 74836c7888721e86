package io.mehari.lab;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A framework as the JVMs of one side have it: before a change, after it, or one of several versions.
 *
 * @param name of the side, in the lines that the JVMs print
 * @param jars all jars and folders, those that come first first
 * @param flags options of the JVM
 */
record Side(String name, List<Path> jars, List<String> flags) {
    /** The framework before the change. */
    static final String BEFORE = "before";

    /** The same once more: what differs from {@link #BEFORE} is noise. */
    static final String AGAIN = "again";

    /** The framework after the change. */
    static final String AFTER = "after";

    /** The text for the option {@code -cp}. */
    String classPath() {
        return jars.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }
}
