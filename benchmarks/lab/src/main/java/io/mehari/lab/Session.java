package io.mehari.lab;

import io.mehari.lab.fork.CountObjects;
import io.mehari.lab.fork.Measure;
import io.mehari.lab.fork.RunLaws;
import io.mehari.scenarios.Fields;
import io.mehari.scenarios.fork.Child;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Starts those JVMs of a run that have not run yet, one after the other. Prints the estimated time left. */
final class Session {
    private static final double START_SECONDS = 1.2;

    private final Request request;
    private final Setup setup;
    private final RunFolder folder;
    private volatile @Nullable Child current;

    Session(Request request, Setup setup, RunFolder folder) {
        this.request = request;
        this.setup = setup;
        this.folder = folder;
        Runtime.getRuntime().addShutdownHook(new Thread(this::end, "end-of-lab"));
    }

    /** A JVM has failed. The message contains its output. */
    static final class Failure extends IOException {
        private static final long serialVersionUID = 1;

        Failure(String message) {
            super(message);
        }
    }

    /** Runs everything. */
    void run() throws IOException, InterruptedException {
        List<Plan.Fork> planned = Plan.of(request);
        List<Plan.Fork> missing =
                planned.stream().filter(each -> !folder.has(each.file())).toList();
        int all = planned.size();
        if (missing.size() < all) {
            say("%d of %d JVMs have already run in %s: continuing", all - missing.size(), all, folder.path());
        }
        long begin = System.nanoTime();
        for (int i = 0; i < missing.size(); i++) {
            Plan.Fork fork = missing.get(i);
            String what = (fork.group() + " " + fork.role()).strip();
            say("JVM %d of %d: %s; %s left", fork.number(), all, what, left(begin, i, missing.size()));
            fork(fork.role(), fork.file(), List.of(), Measure.class, setup.workload(), seconds(), fork.group());
        }
        objects();
        laws();
    }

    private String seconds() {
        return Double.toString(request.seconds());
    }

    private String left(long begin, int done, int all) {
        double each = done == 0 ? request.seconds() + START_SECONDS : (System.nanoTime() - begin) / 1e9 / done;
        long seconds = Math.round(each * (all - done));
        return seconds < 100 ? seconds + " s" : seconds / 60 + " min " + seconds % 60 + " s";
    }

    private void objects() throws IOException, InterruptedException {
        for (Role role : List.of(Role.BEFORE, Role.AFTER)) {
            say("objects by class: %s", role);
            fork(role, objectsFile(role), List.of("-XX:-UseTLAB"), CountObjects.class, setup.workload(), seconds());
        }
    }

    /** Checks the laws, if the experiment has any. */
    void laws() throws IOException, InterruptedException {
        List<Path> maps = request.experiment().paths("maps");
        if (maps.isEmpty()) {
            return;
        }
        for (Role role : List.of(Role.BEFORE, Role.AFTER)) {
            say("laws: %s", role);
            fork(role, lawsFile(role), List.of(), RunLaws.class, Sources.className(maps.get(0)));
        }
    }

    static String objectsFile(Role role) {
        return "objects-" + role + ".tsv";
    }

    static String lawsFile(Role role) {
        return "laws-" + role + ".tsv";
    }

    private void fork(Role role, String file, List<String> flags, Class<?> main, String... arguments)
            throws IOException, InterruptedException {
        if (folder.has(file)) {
            return;
        }
        Child child = Child.start(setup.command(role, flags, main.getName(), List.of(arguments)));
        current = child;
        List<Fields> lines = new ArrayList<>();
        int code = child.read(lines::add);
        boolean whole = !lines.isEmpty() && lines.get(lines.size() - 1).kind().equals("end");
        if (code != 0 || !whole) {
            throw new Failure("The JVM of " + role + " ended with " + code + " before it was done:\n"
                    + child.complaints() + "\nFinished measurements are kept; the same command continues the run.");
        }
        folder.keep(file, lines);
    }

    private void end() {
        Child child = current;
        if (child != null) {
            try {
                child.end();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @SuppressWarnings("AnnotateFormatMethod") // the annotation would be a dependency
    private static void say(String format, Object... values) {
        System.err.println(String.format(Locale.ROOT, format, values));
    }
}
