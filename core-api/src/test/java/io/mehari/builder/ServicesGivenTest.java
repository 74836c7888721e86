package io.mehari.builder;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Service;
import java.lang.reflect.Constructor;
import java.lang.reflect.Proxy;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Services are found wherever a description can have them. */
class ServicesGivenTest {

    static List<Class<?>> records() {
        List<Class<?>> records = new ArrayList<>(List.of(Node.class.getDeclaredClasses()));
        records.addAll(List.of(FailurePolicy.class.getDeclaredClasses()));
        records.addAll(List.of(FailurePolicy.class, Redelivery.class));
        records.removeIf(each -> !each.isRecord());
        return records;
    }

    @ParameterizedTest
    @MethodSource("records")
    void whatARecordHasIsFoundInItsOrder(Class<?> type) throws Exception {
        List<Object> services = new ArrayList<>();
        Object record = filled(type, services);
        assertThat(new ServicesGiven().lookInto(record).found()).isEqualTo(services);
    }

    /** A record, in which everything that may be a service is one, and so is what its lists contain. */
    private static Object filled(Class<?> type, List<Object> services) throws Exception {
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types = new Class<?>[components.length];
        Object[] values = new Object[components.length];
        for (int i = 0; i < types.length; i++) {
            types[i] = components[i].getType();
            values[i] = value(types[i], services);
        }
        Constructor<?> constructor = type.getDeclaredConstructor(types);
        constructor.setAccessible(true);
        return constructor.newInstance(values);
    }

    private static @Nullable Object value(Class<?> type, List<Object> services) throws Exception {
        if (type.isRecord()) {
            return filled(type, services);
        } else if (type == List.class) {
            return List.of(service(Runnable.class, services));
        } else if (type == Set.class) {
            return Set.of();
        } else if (type.isInterface() && !type.isSealed()) {
            return service(type, services);
        } else if (type == Node.class) {
            return filled(Node.Call.class, services);
        } else if (type == boolean.class) {
            return false;
        } else if (type == double.class) {
            return 0.0;
        } else if (type == long.class) {
            return 0L;
        }
        return type == int.class ? 0 : null;
    }

    private static Object service(Class<?> type, List<Object> services) {
        Object service = Proxy.newProxyInstance(
                ServicesGivenTest.class.getClassLoader(),
                new Class<?>[] {type, Service.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "hashCode" -> System.identityHashCode(proxy);
                    case "equals" -> arguments != null && proxy == arguments[0];
                    case "toString" -> type.getSimpleName();
                    default -> null;
                });
        services.add(service);
        return service;
    }
}
