package io.mehari.differential;

import io.mehari.differential.camel.CamelSide;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The two sides: Camel and Mehari. */
final class Pair {
    private final Side camel = new CamelSide();
    private final Side mehari;
    private final Interpreter forCamel = new Interpreter(camel.builder(), Interpreter.CAMEL);
    private final Interpreter forMehari;

    Pair(Path root) throws IOException, ReflectiveOperationException {
        mehari = MehariSide.make(root);
        forMehari = new Interpreter(mehari.builder(), "Mehari");
    }

    /** The case with that number for that seed. */
    Plan plan(long seed, long number, boolean even) {
        return Generator.make(seed, number, forCamel, even);
    }

    /** Whether each statement would compile in a program for Camel. */
    boolean compiles(Plan plan) {
        return plan.statements().stream().allMatch(each -> forCamel.type(each) != null);
    }

    List<Found> run(List<Plan> plans) throws Exception {
        List<Outcome> ofCamel = camel.run(plans, forCamel);
        List<Outcome> ofMehari = mehari.run(plans, forMehari);
        List<Found> found = new ArrayList<>();
        for (int i = 0; i < plans.size(); i++) {
            found.add(Found.of(plans.get(i), ofCamel.get(i), ofMehari.get(i)));
        }
        return found;
    }
}
