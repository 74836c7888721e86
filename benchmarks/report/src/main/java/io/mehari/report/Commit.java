package io.mehari.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The commit that a run measured. */
public final class Commit {
    private Commit() {}

    /**
     * The short hash of the commit that is checked out in that folder, with {@code +changes} if files differ from it.
     * {@code unknown} if git fails.
     */
    public static String of(Path folder) {
        String name = git(folder, "rev-parse", "--short", "HEAD");
        if (name.isEmpty()) {
            return "unknown";
        }
        return git(folder, "status", "--porcelain", "--untracked-files=no").isEmpty() ? name : name + "+changes";
    }

    private static String git(Path folder, String... arguments) {
        List<String> command = new ArrayList<>(List.of("git", "-C", folder.toString()));
        command.addAll(List.of(arguments));
        try {
            Process git = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            git.getOutputStream().close();
            String said = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return git.waitFor() == 0 ? said : "";
        } catch (IOException noGit) {
            return "";
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return "";
        }
    }
}
