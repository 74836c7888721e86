package io.mehari.lab.fork;

import io.mehari.lab.api.MapMaker;
import io.mehari.scenarios.Fields;
import java.util.List;

/** Checks the laws of maps in this JVM: {@code RunLaws CamelMaps}. Prints one line of {@link Fields} for each law. */
public final class RunLaws {
    private RunLaws() {}

    /**
     * The result of the check of one law.
     *
     * @param name of the law
     * @param passed how many of its cases hold
     * @param cases how many there are
     * @param note description of what failed; empty if nothing failed, or if there is nothing to add
     */
    record Outcome(String name, int passed, int cases, String note) {
        Fields line() {
            return new Fields("law")
                    .number("passed", passed)
                    .number("cases", cases)
                    .text("note", note)
                    .text("name", name);
        }
    }

    /** Argument: the class that creates maps. */
    public static void main(String[] args) throws Exception {
        MapMaker maker = Class.forName(args[0])
                .asSubclass(MapMaker.class)
                .getDeclaredConstructor()
                .newInstance();
        for (Outcome each : check(maker)) {
            System.out.println(each.line());
        }
        System.out.println(new Fields("end"));
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }

    static List<Outcome> check(MapMaker maker) {
        return List.of(
                MapContract.check(maker),
                Spelling.check(maker),
                Aliasing.check(maker),
                Growth.check(maker),
                Flooding.check(maker));
    }
}
