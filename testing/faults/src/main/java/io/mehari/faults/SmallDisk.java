package io.mehari.faults;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A small file system in memory for the data of one broker. It can be filled. It needs Linux. */
final class SmallDisk implements AutoCloseable {
    /*
     * A helper process has a mount namespace with the file system, which other processes do not see. The helper ends at
     * the end of its input, so it and the file system disappear when this process ends, for whatever reason. nsenter
     * starts the broker in the namespace. With a user namespace no privilege is needed; root does not need a user
     * namespace.
     */
    private static final List<List<String>> NAMESPACES =
            List.of(List.of("--mount", "--user", "--map-root-user"), List.of("--mount"));
    private static final List<List<String>> ENTRANCES =
            List.of(List.of("--mount", "--user", "--preserve-credentials"), List.of("--mount"));
    private static final String SCRIPT = "mount -t tmpfs -o size=\"$2\" mehari \"$1\" && echo mounted && exec cat";
    private static final byte[] PAGE = new byte[4096];

    private final Process holder;
    private final List<String> entrance;
    private final Path filler;

    private SmallDisk(Process holder, List<String> entrance, Path folder) {
        this.holder = holder;
        this.entrance = entrance;
        this.filler = Path.of("/proc/" + holder.pid() + "/root" + folder.toAbsolutePath() + "/filler");
    }

    /**
     * Mounts the file system on an existing folder, for processes that start with the command of {@link #enter}.
     *
     * @throws IOException with the reason if this system does not allow it
     */
    static SmallDisk mount(Path folder, int megabytes) throws IOException {
        List<String> reasons = new ArrayList<>();
        for (int i = 0; i < NAMESPACES.size(); i++) {
            List<String> command = new ArrayList<>(List.of("unshare"));
            command.addAll(NAMESPACES.get(i));
            command.addAll(
                    List.of("sh", "-c", SCRIPT, "sh", folder.toAbsolutePath().toString(), megabytes + "m"));
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            BufferedReader output = process.inputReader();
            String line = output.readLine();
            if ("mounted".equals(line)) {
                return new SmallDisk(process, entrance(ENTRANCES.get(i), process), folder);
            }
            process.destroy();
            reasons.add(line);
        }
        throw new IOException("No file system of its own can be mounted: " + String.join("; ", reasons));
    }

    /** Why this system cannot mount one; null if it can. */
    static @Nullable String obstacle() {
        try {
            Path folder = Files.createTempDirectory("mehari-disk");
            try {
                mount(folder, 1).close();
            } finally {
                Files.delete(folder);
            }
            return null;
        } catch (IOException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private static List<String> entrance(List<String> options, Process holder) {
        List<String> command = new ArrayList<>(List.of("nsenter", "--target", String.valueOf(holder.pid())));
        command.add("--wd=" + Path.of("").toAbsolutePath()); // otherwise the parent is the root
        command.addAll(options);
        return command;
    }

    /** The command to put before the command of a process that uses this file system. */
    List<String> enter() {
        return entrance;
    }

    /** Fills the disk until no page is free. */
    void fill() {
        try (OutputStream out = Files.newOutputStream(filler, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            while (holder.isAlive()) {
                out.write(PAGE);
            }
        } catch (IOException e) {
            // the disk is full
        }
    }

    /** Deletes the file that filled the disk. */
    void empty() throws IOException {
        Files.deleteIfExists(filler);
    }

    @Override
    public void close() {
        holder.destroyForcibly().onExit().join();
    }
}
