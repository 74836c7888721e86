package io.mehari.builder;

import io.mehari.Endpoint;
import io.mehari.Service;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the services in a description: processors, strategies, repositories, expressions and predicates that implement
 * {@link Service}.
 */
final class ServicesGiven {
    /*
     * A description is a tree of records and lists. All their components are searched, so a new kind of node needs no
     * change here. Endpoints are left out: the context starts and stops them. The accessor methods are cached, because
     * the JDK creates new Method objects for each request, and prepares each for its first call. That takes longer than
     * the rest of the start of a small route; so what is in almost every route is read without them.
     */
    private static final class Accessors extends ClassValue<Method[]> {
        static final Accessors OF = new Accessors();

        @Override
        protected Method[] computeValue(Class<?> type) {
            RecordComponent[] components = type.getRecordComponents();
            Method[] accessors = new Method[components.length];
            for (int i = 0; i < components.length; i++) {
                accessors[i] = components[i].getAccessor();
            }
            return accessors;
        }
    }

    private final List<Service> found = new ArrayList<>();

    List<Service> found() {
        return found;
    }

    ServicesGiven lookInto(@Nullable Object value) {
        if (value instanceof Service service) {
            if (!(value instanceof Endpoint)) {
                add(service);
            }
        } else if (value instanceof ValueBuilder built) {
            lookInto(built.expression());
        } else if (value instanceof List<?> list) {
            for (Object each : list) {
                lookInto(each);
            }
        } else if (value instanceof Record record && isOurs(record) && !lookIntoUsual(record)) {
            lookIntoAll(record);
        }
        return this;
    }

    private void add(Service service) {
        for (Service each : found) {
            if (each == service) {
                return;
            }
        }
        found.add(service);
    }

    /** Looks into a record of a usual kind; false for others. By their names, as instanceof would load the classes. */
    private boolean lookIntoUsual(Record record) {
        switch (record.getClass().getSimpleName()) {
            case "FailurePolicy" -> {
                FailurePolicy policy = (FailurePolicy) record;
                lookInto(policy.redelivery().retryWhile());
                lookInto(policy.hooks());
                lookInto(policy.clauses());
            }
            case "Hooks" -> {
                FailurePolicy.Hooks hooks = (FailurePolicy.Hooks) record;
                lookInto(hooks.onExceptionOccurred());
                lookInto(hooks.onRedelivery());
                lookInto(hooks.onPrepareFailure());
            }
            case "Call" -> lookInto(((Node.Call) record).processor());
            case "SetBody" -> lookInto(((Node.SetBody) record).value());
            case "SetHeader" -> lookInto(((Node.SetHeader) record).value());
            case "SetProperty" -> lookInto(((Node.SetProperty) record).value());
            case "Log" -> lookInto(((Node.Log) record).text());
            case "Named" -> lookInto(((Node.Named) record).node());
            case "RemoveHeaders" -> lookInto(((Node.RemoveHeaders) record).excludePatterns());
            case "Filter" -> {
                lookInto(((Node.Filter) record).predicate());
                lookInto(((Node.Filter) record).steps());
            }
            case "Choice" -> {
                lookInto(((Node.Choice) record).whens());
                lookInto(((Node.Choice) record).otherwise());
            }
            case "When" -> {
                lookInto(((Node.When) record).predicate());
                lookInto(((Node.When) record).steps());
            }
            case "Split" -> {
                lookInto(((Node.Split) record).parts());
                lookInto(((Node.Split) record).fan());
                lookInto(((Node.Split) record).steps());
            }
            case "Fan" -> {
                lookInto(((Node.Fan) record).strategy());
                lookInto(((Node.Fan) record).onPrepare());
                lookInto(((Node.Fan) record).parallel());
            }
            case "To", "DynamicTo", "CallNamed", "RemoveHeader", "ConvertBody" -> {} // no service
            default -> {
                return false;
            }
        }
        return true;
    }

    private static boolean isOurs(Record record) {
        return record.getClass().getPackage() == ServicesGiven.class.getPackage();
    }

    private void lookIntoAll(Record record) {
        for (Method each : Accessors.OF.get(record.getClass())) {
            try {
                lookInto(each.invoke(record));
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("Cannot read " + each + " of a description", e);
            }
        }
    }
}
