package io.mehari.impl.compile;

import io.mehari.builder.model.Node;
import io.mehari.builder.model.RouteModel;
import java.util.List;
import java.util.Set;

/** Finds routes in which one step sends, and no other step sends, copies the message, or passes it to other steps. */
final class OnlySend {
    private static final int SEVERAL = 2;

    /**
     * Steps that do not send. A processor or bean may, but then with an exchange of its own.
     */
    private static final Set<Class<? extends Node>> SIMPLE = Set.of(
            Node.Call.class,
            Node.CallNamed.class,
            Node.Bean.class,
            Node.SetBody.class,
            Node.SetHeader.class,
            Node.SetProperty.class,
            Node.Log.class,
            Node.Validate.class,
            Node.Delay.class);

    private OnlySend() {}

    static boolean in(RouteModel route) {
        return route.completions().isEmpty() && sends(route.steps()) == 1;
    }

    private static int sends(List<Node> nodes) {
        return nodes.stream().mapToInt(OnlySend::sends).sum();
    }

    /** How many steps send; several if this is not known. */
    private static int sends(Node node) {
        if (node instanceof Node.To) {
            return 1;
        } else if (node instanceof Node.Own own) { // by a property a producer knows from which message it comes
            return own.step().equals("removeProperties") ? SEVERAL : 0;
        } else if (node instanceof Node.Named named) {
            return sends(named.node());
        } else if (node instanceof Node.Filter || (node instanceof Node.Pipeline block && block.stepId() == null)) {
            return sends(node.steps());
        } else if (node instanceof Node.Choice choice) {
            return sends(choice.otherwise())
                    + choice.whens().stream()
                            .mapToInt(each -> sends(each.steps()))
                            .sum();
        }
        return SIMPLE.contains(node.getClass()) ? 0 : SEVERAL;
    }
}
