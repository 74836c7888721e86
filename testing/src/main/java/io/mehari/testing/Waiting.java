package io.mehari.testing;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Describes what the threads of a simulation wait for. */
final class Waiting {
    private static final int FRAMES = 8;
    private static final String LOOP_OF_ROUTES = "io.mehari.impl.engine.RouteCode";

    private Waiting() {}

    /** Whether a thread other than the given one is blocked without a time limit while it carries a message. */
    static boolean isAnyInRoute(List<Member> members, Member except) {
        return members.stream()
                .anyMatch(each -> each != except
                        && each.state == Member.State.PARKED
                        && each.deadline == Turns.NEVER
                        && Arrays.stream(each.thread.getStackTrace())
                                .anyMatch(frame -> frame.getClassName().equals(LOOP_OF_ROUTES)));
    }

    static String of(List<Member> members) {
        StringBuilder text = new StringBuilder();
        for (Member each : members) {
            text.append("  ").append(each.thread.getName()).append(": ").append(state(each));
            text.append(System.lineSeparator());
            Arrays.stream(each.thread.getStackTrace())
                    .filter(Waiting::tells)
                    .limit(FRAMES)
                    .forEach(frame -> text.append("      at ").append(frame).append(System.lineSeparator()));
        }
        return text.toString();
    }

    private static boolean tells(StackTraceElement frame) {
        String type = frame.getClassName();
        return !type.startsWith("java.lang.Thread")
                && !type.startsWith("java.util.concurrent.locks.")
                && !type.startsWith("jdk.internal.")
                && !type.startsWith("io.mehari.testing.Turns")
                && !type.startsWith("io.mehari.testing.Waiting")
                && !type.startsWith("io.mehari.testing.SimulatedThread")
                && !type.startsWith("io.mehari.spi.Threading");
    }

    private static String state(Member member) {
        return switch (member.state) {
            case PARKED ->
                member.last
                        ? "waits for the others"
                        : "waits for " + kind(member.blocker)
                                + (member.deadline == Turns.NEVER ? ", without a time limit" : "");
            case OUTSIDE -> "waits for something outside of the simulation";
            case READY -> "can run";
            default -> "runs";
        };
    }

    private static String kind(@Nullable Object blocker) {
        if (blocker == null) {
            return "something";
        }
        String name = blocker.getClass().getName();
        return name.startsWith("io.mehari.testing.SimulatedPool") ? "a task" : name;
    }
}
