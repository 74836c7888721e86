package io.mehari.differential.camel;

import java.lang.reflect.Method;
import java.util.Collection;

/** The number of messages in flight, including those in queues. Camel and Mehari have it in different places. */
final class Inflight {
    private Inflight() {}

    static long of(Object context, Collection<?> endpoints) {
        try {
            Object repository = repository(context);
            long all = ((Number) method(repository, "size").invoke(repository)).longValue();
            for (Object each : endpoints) {
                if (each.getClass().getSimpleName().equals("SedaEndpoint")) {
                    all += ((Number) method(each, "getCurrentQueueSize").invoke(each)).longValue();
                }
            }
            return all;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Object repository(Object context) throws ReflectiveOperationException {
        try {
            return method(context, "getInflightRepository").invoke(context);
        } catch (NoSuchMethodException e) {
            Object extension = method(context, "getRoutingContextExtension").invoke(context);
            return method(extension, "getInflightRepository").invoke(extension);
        }
    }

    private static Method method(Object of, String name) throws NoSuchMethodException {
        Method method = of.getClass().getMethod(name);
        method.setAccessible(true);
        return method;
    }
}
