package io.mehari.woven;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Runs many cases, each with one throw at one place, and groups what fails by place. */
final class Session {
    /*
     * A case first selects a shape, then a static place that a run of the shape without a throw passes, and then one of
     * these passes. So places that are rarely passed are selected as often as others.
     */
    private static final int MOST_PASSES = 64;
    private static final long HANG_MILLIS = 30_000; // a case takes milliseconds, but the machine may be busy
    private static final long PROGRESS_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final Cases cases;
    private final List<Place> places;
    private final boolean real;
    private final int full;
    private final Map<String, Passes> passes = new HashMap<>();
    private final Set<Integer> struckAt = new HashSet<>();
    private final Map<Place.Kind, Integer> throwsByKind = new EnumMap<>(Place.Kind.class);
    private final Map<String, List<String>> failures = new LinkedHashMap<>();
    private volatile @Nullable Aim running;
    private volatile @Nullable Aim abandoned;
    private @Nullable Error last;
    private int ran;
    private int struck;
    private int failed;

    /**
     * What one case throws and where.
     *
     * @param more how many places that need memory throw after it
     */
    record Aim(String shape, int place, int pass, boolean overflow, int more) {
        static Aim parse(String text) {
            String[] parts = text.split("@", -1);
            String[] what = parts[3].split("\\+", -1);
            return new Aim(
                    parts[0],
                    Integer.parseInt(parts[1]),
                    Integer.parseInt(parts[2]),
                    what[0].equals("overflow"),
                    what.length == 1 ? 0 : Integer.parseInt(what[1]));
        }

        @Override
        public String toString() {
            return shape + "@" + place + "@" + pass + "@" + (overflow ? "overflow" : "memory")
                    + (more == 0 ? "" : "+" + more);
        }
    }

    /** @param full how many places that need memory may throw after the first one in a case */
    Session(Cases cases, List<Place> places, boolean real, int full) {
        this.full = full;
        BitSet needMemory = new BitSet();
        places.stream().filter(each -> each.kind().needsMemory()).forEach(each -> needMemory.set(each.number()));
        Point.needMemory(needMemory);
        this.cases = cases;
        this.real = real;
        this.places = places;
    }

    /** Returns whether law S4 held. */
    boolean run(long seed, int count, String only) {
        List<String> names =
                cases.names().stream().filter(each -> each.matches(only)).toList();
        if (names.isEmpty()) {
            throw new IllegalArgumentException("No shape matches " + only + "; there are " + cases.names());
        }
        System.out.println("seed " + seed + ", " + count + " cases, " + names.size() + " shapes, " + places.size()
                + " points, Java " + Runtime.version());
        watch();
        long said = System.nanoTime();
        long began = said;
        for (int i = 0; i < count; i++) {
            SplittableRandom random = new SplittableRandom(seed * 1_000_003 + i);
            Aim aim = aim(names.get(i % names.size()), random);
            if (aim != null) {
                run(aim);
            }
            if (System.nanoTime() - said > PROGRESS_NANOS) {
                said = System.nanoTime();
                long left = (said - began) / (i + 1) * (count - i - 1) / 1_000_000_000;
                System.err.printf(
                        "\r%,d of %,d, %d failed in %d groups, %d s left   ",
                        i + 1, count, failed, failures.size(), left);
            }
        }
        System.err.print("\r");
        table();
        return failed == 0;
    }

    /** Lets each point throw whose class and method match, in a run of the shape of its own. Returns the complaints. */
    List<String> runAll(String shape, String methods) {
        watch();
        Passes known = passes.computeIfAbsent(shape, this::count);
        List<String> complaints = new ArrayList<>();
        for (int i : known.met) {
            Place place = places.get(i);
            if (place.where().replaceFirst(":.*", "").matches(methods)) {
                if (place.kind().needsMemory()) {
                    complaints.addAll(run(new Aim(shape, i, 1, false, 0)));
                }
                if (known.deep[i] && place.kind() != Place.Kind.ALLOCATION) {
                    complaints.addAll(run(new Aim(shape, i, 1, true, 0)));
                }
            }
        }
        return complaints;
    }

    /** How often something was thrown. */
    int struck() {
        return struck;
    }

    private @Nullable Aim aim(String shape, SplittableRandom random) {
        Passes known = passes.computeIfAbsent(shape, this::count);
        int[] met = known.met;
        if (met.length == 0) {
            return null;
        }
        int place = met[random.nextInt(met.length)];
        int pass = 1 + random.nextInt(Math.min(MOST_PASSES, known.counts[place]));
        Place.Kind kind = places.get(place).kind();
        boolean overflow =
                !kind.needsMemory() || (kind == Place.Kind.CALL && known.deep[place] && random.nextBoolean());
        return new Aim(shape, place, pass, overflow, overflow ? 0 : random.nextInt(full + 1));
    }

    /** The places that a shape passes where something may be thrown, and how often. */
    @SuppressWarnings("ArrayRecordComponent") // by position, and never compared
    private record Passes(int[] counts, boolean[] deep, int[] met) {}

    /** Runs the shape without a throw. */
    private Passes count(String shape) {
        int[][] counted = {new int[places.size()]};
        boolean[] armed = {false};
        List<String> complaints = cases.run(shape, 1, real, new Cases.Strike() {
            @Override
            public void arm() {
                armed[0] = true;
                Point.count(places.size());
            }

            @Override
            public void disarm() {
                if (armed[0]) {
                    armed[0] = false;
                    counted[0] = Point.counted();
                }
            }

            @Override
            public boolean hasThrown() {
                return false;
            }
        });
        if (!complaints.isEmpty()) {
            failures.computeIfAbsent("WITHOUT A THROW", any -> new ArrayList<>())
                    .add(shape + ": " + complaints);
            failed++;
        }
        boolean[] deep = new boolean[places.size()];
        for (int i = 0; i < deep.length; i++) {
            deep[i] = Point.isDeep(i);
        }
        int[] met = IntStream.range(0, deep.length)
                .filter(each -> counted[0][each] > 0
                        && (deep[each] || places.get(each).kind().needsMemory()))
                .toArray();
        return new Passes(counted[0], deep, met);
    }

    private static void show(Thread thread, StackTraceElement[] stack) {
        if (Arrays.stream(stack).anyMatch(each -> each.getClassName().startsWith("io.mehari."))) {
            System.out.println("    " + thread.getName() + " " + thread.getState() + " "
                    + Arrays.stream(stack).limit(16).toList());
        }
    }

    /** Ends a case that does not end by itself, for example because a thread spins: each point of it throws. */
    private void watch() {
        Thread watchdog = new Thread(
                () -> {
                    Aim before = null;
                    while (true) {
                        Aim now = running;
                        if (now != null && now == before) {
                            System.out.println(now + " does not end");
                            Thread.getAllStackTraces().forEach(Session::show);
                            System.out.flush();
                            if (abandoned == now) {
                                Runtime.getRuntime().halt(3);
                            }
                            abandoned = now;
                            Point.abandon();
                        }
                        before = now;
                        try {
                            Thread.sleep(HANG_MILLIS);
                        } catch (InterruptedException e) {
                            return;
                        }
                    }
                },
                "watchdog");
        watchdog.setDaemon(true);
        watchdog.start();
    }

    /** Runs one case. Returns the complaints. */
    List<String> run(Aim aim) {
        running = aim;
        Error[] thrown = {null};
        List<String> complaints;
        try {
            complaints = cases.run(aim.shape, 1, real, new Cases.Strike() {
                @Override
                public void arm() {
                    Point.arm(aim.place, aim.pass, aim.overflow, aim.more);
                }

                @Override
                public void disarm() {
                    Error error = Point.disarm();
                    thrown[0] = error == null ? thrown[0] : error;
                }

                @Override
                public boolean hasThrown() {
                    return thrown[0] != null;
                }
            });
        } catch (Throwable e) {
            complaints = List.of("threw " + e + " at "
                    + Arrays.stream(e.getStackTrace()).limit(12).toList());
        }
        running = null;
        if (abandoned == aim) {
            Point.reset();
            complaints = List.of("does not end");
        }
        ran++;
        Place place = places.get(aim.place);
        Error error = thrown[0];
        last = error;
        if (error != null) {
            struck++;
            struckAt.add(aim.place);
            throwsByKind.merge(place.kind(), 1, Integer::sum);
        }
        if (!complaints.isEmpty()) {
            failed++;
            String where = error == null ? "NOTHING WAS THROWN" : place + callers(error);
            failures.computeIfAbsent(where, any -> new ArrayList<>()).add(aim + ": " + complaints);
        }
        return complaints;
    }

    /** What the last case has thrown; null if it has not come to that. */
    @Nullable
    Error thrown() {
        return last;
    }

    /** The frames from which the place was reached: of an entry, the caller is what can be changed. */
    private static String callers(Error error) {
        StringBuilder text = new StringBuilder();
        Arrays.stream(error.getStackTrace())
                .filter(each -> !each.getClassName().equals(Point.class.getName()))
                .skip(1)
                .limit(4)
                .forEach(each -> text.append(" < ")
                        .append(each.getClassName().replaceFirst(".*\\.", ""))
                        .append('.')
                        .append(each.getMethodName())
                        .append(':')
                        .append(each.getLineNumber()));
        return text.toString();
    }

    private synchronized void table() {
        failures.entrySet().stream()
                .sorted((a, b) -> b.getValue().size() - a.getValue().size())
                .forEach(each -> {
                    System.out.println(each.getValue().size() + " x " + each.getKey());
                    each.getValue().stream().limit(2).forEach(line -> System.out.println("      " + line));
                });
        Set<Integer> met = new HashSet<>();
        for (Passes each : passes.values()) {
            Arrays.stream(each.met).forEach(met::add);
        }
        System.out.println();
        System.out.println(
                "| points woven | met | thrown at | cases | thrown | allocations | entries | calls | failed |");
        System.out.println("|---|---|---|---|---|---|---|---|---|");
        System.out.printf(
                "| %,d | %,d | %,d | %,d | %,d | %,d | %,d | %,d | %,d |%n",
                places.size(),
                met.size(),
                struckAt.size(),
                ran,
                struck,
                throwsByKind.getOrDefault(Place.Kind.ALLOCATION, 0),
                throwsByKind.getOrDefault(Place.Kind.ENTRY, 0),
                throwsByKind.getOrDefault(Place.Kind.CALL, 0)
                        + throwsByKind.getOrDefault(Place.Kind.CALL_WITHOUT_MEMORY, 0),
                failed);
        System.out.println(
                failed == 0 ? "Law S4 held." : failures.size() + " groups of failures; one case again: --only CASE");
    }
}
