package io.mehari.builder;

import io.mehari.Endpoint;
import io.mehari.Service;
import io.mehari.spi.internal.Values;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The services among what a route was given: processors, strategies, repositories, expressions and predicates that
 * implement {@link Service}, each once, in order. Endpoints are left out: the context starts and stops them.
 */
final class Services {
    private final List<Service> found = new ArrayList<>();

    List<Service> found() {
        return List.copyOf(found);
    }

    void add(@Nullable Object value) {
        if (value instanceof ValueBuilder built) {
            add(built.expression());
        } else if (value instanceof Values.Method method) {
            add(method.bean());
        } else if (value instanceof Service service && !(value instanceof Endpoint)) {
            if (found.stream().noneMatch(each -> each == service)) {
                found.add(service);
            }
        }
    }

    void addAll(Services others) {
        for (Service each : others.found) {
            add(each);
        }
    }
}
