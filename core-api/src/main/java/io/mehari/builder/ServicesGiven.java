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
     * the JDK creates new Method objects for each request.
     */
    private static final ClassValue<Method[]> ACCESSORS = new ClassValue<>() {
        @Override
        protected Method[] computeValue(Class<?> type) {
            RecordComponent[] components = type.getRecordComponents();
            Method[] accessors = new Method[components.length];
            for (int i = 0; i < components.length; i++) {
                accessors[i] = components[i].getAccessor();
            }
            return accessors;
        }
    };

    private final List<Service> found = new ArrayList<>();

    List<Service> found() {
        return found;
    }

    ServicesGiven lookInto(@Nullable Object value) {
        if (value instanceof Service service) {
            if (!(value instanceof Endpoint) && found.stream().noneMatch(each -> each == service)) {
                found.add(service);
            }
        } else if (value instanceof ValueBuilder built) {
            lookInto(built.expression());
        } else if (value instanceof List<?> list) {
            list.forEach(this::lookInto);
        } else if (value instanceof Record record && isOurs(record)) {
            lookIntoAll(record);
        }
        return this;
    }

    private static boolean isOurs(Record record) {
        return record.getClass().getPackage() == ServicesGiven.class.getPackage();
    }

    private void lookIntoAll(Record record) {
        for (Method each : ACCESSORS.get(record.getClass())) {
            try {
                lookInto(each.invoke(record));
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("Cannot read " + each + " of a description", e);
            }
        }
    }
}
