package io.mehari.brokers;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A small file system in memory, for the data of one broker, which can be filled. It needs Linux. */
final class SmallDisk implements AutoCloseable {
    /*
     * A process holds a mount namespace with the file system, which others do not see. It waits for the end of its
     * input, so that it and the file system are gone with this process, however that ends. The broker is started in the
     * namespace by nsenter. With a user namespace no privilege is needed; root can do without one.
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
     * Mounts it on a folder that is there, for the processes that {@link #enter} it.
     *
     * @throws IOException with the reason why this system does not let us
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

    /** Why there is none on this system; null if there is one. */
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
        command.add("--wd=" + Path.of("").toAbsolutePath()); // else it is the root
        command.addAll(options);
        return command;
    }

    /** What to write before the command of a process that shall have this file system. */
    List<String> enter() {
        return entrance;
    }

    /** Writes until no page is free. */
    void fill() {
        try (OutputStream out = Files.newOutputStream(filler, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            while (holder.isAlive()) {
                out.write(PAGE);
            }
        } catch (IOException e) {
            // it is full
        }
    }

    /** Removes what filled it. */
    void empty() throws IOException {
        Files.deleteIfExists(filler);
    }

    @Override
    public void close() {
        holder.destroyForcibly().onExit().join();
    }
}
