package io.mehari.impl.exchange;

import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.Route;
import io.mehari.impl.ShelfComponent;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Exchanges on which everything that can be set is set, and their fields. */
public final class FullExchange {
    static final long CREATED = 1_234_567_890_123L;

    private FullExchange() {}

    /** Sets everything, through the API alone, and ends the unit of work. */
    static void fill(Exchange exchange) {
        fillBeforeTheEnd(exchange);
        ((AbstractExchange) exchange).end();
        exchange.copy(); // marks headers and properties as shared
    }

    static void fillBeforeTheEnd(Exchange exchange) {
        AbstractExchange extension = (AbstractExchange) exchange;
        exchange.setBody("secret body");
        exchange.setHeader("Secret", "header");
        exchange.setProperty("secret", "property");
        exchange.setException(new IllegalStateException("secret failure"));
        exchange.setExchangeId("secret id");
        exchange.setPattern(ExchangePattern.InOut);
        exchange.setRollbackOnly(true);
        exchange.setRouteStop(true);
        extension.setCreated(CREATED);
        extension.setFromEndpoint(ShelfComponent.endpoint(exchange.getContext(), "shelf:secret"));
        extension.setFromRouteId("secret route");
        extension.setSplit(3, 10, true);
        extension.setLoopIndex(4);
        extension.setRedeliveryCounter(5);
        extension.setCorrelationId("secret correlation");
        extension.setTransacted(true);
        extension.setFailureHandled(true);
        extension.setErrorHandlerHandled(true);
        extension.setRedeliveryExhausted(true);
        extension.addOnCompletion(new RecordedCompletion("first", new ArrayList<>()));
        extension.addOnCompletion(new RecordedCompletion("second", new ArrayList<>()));
        ((AbstractExchange) exchange).setOriginalMessage(new DefaultExchange(exchange.getContext()));
        exchange.setMessageId("secret message id");
        ((AbstractExchange) exchange).setRoute(7);
        ((AbstractExchange) exchange).enterCall(8);
        ((AbstractExchange) exchange).set(Flags.LEFT_TO_ROUTE, true);
        ((AbstractExchange) exchange).continuation();
        ((AbstractExchange) exchange).setHandling(new Held((AbstractExchange) exchange, new Exception()));
        new Place("secret route", "secret endpoint", "secret step").noteIn((AbstractExchange) exchange);
    }

    public static Route route(String id) {
        return new Route() {
            @Override
            public String getRouteId() {
                return id;
            }

            @Override
            public io.mehari.Endpoint getEndpoint() {
                throw new UnsupportedOperationException();
            }

            @Override
            public io.mehari.RoutingContext getContext() {
                throw new UnsupportedOperationException();
            }

            @Override
            public @Nullable String getDescription() {
                return null;
            }

            @Override
            public io.mehari.RouteStats stats() {
                return io.mehari.RouteStats.NONE;
            }

            @Override
            public io.mehari.Description describe() {
                throw new UnsupportedOperationException();
            }

            @Override
            public io.mehari.Description explain(Throwable failure) {
                throw new UnsupportedOperationException();
            }

            @Override
            public io.mehari.ServiceStatus getStatus() {
                return io.mehari.ServiceStatus.Started;
            }

            @Override
            public String toString() {
                return id;
            }
        };
    }

    /** The instance fields of a class and its superclasses. */
    static List<Field> fields(Class<?> type) {
        List<Field> fields = new ArrayList<>();
        for (Class<?> next = type; next != null; next = next.getSuperclass()) {
            for (Field field : next.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers()) && !field.isSynthetic()) {
                    field.setAccessible(true);
                    fields.add(field);
                }
            }
        }
        return fields;
    }

    /** Their values by name; no two fields in the chain have the same name. */
    static Map<String, Object> values(Object object) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (Field field : fields(object.getClass())) {
            try {
                if (values.containsKey(field.getName())) {
                    throw new AssertionError("two fields are called " + field.getName());
                }
                values.put(field.getName(), field.get(object));
            } catch (IllegalAccessException e) {
                throw new AssertionError(e);
            }
        }
        return values;
    }

    /** The constants of {@link Flags} that are one bit, by name. */
    static Map<String, Integer> flags() {
        Map<String, Integer> flags = new LinkedHashMap<>();
        for (Field field : Flags.class.getDeclaredFields()) {
            try {
                if (field.getType() == int.class && Integer.bitCount(field.getInt(null)) == 1) {
                    flags.put(field.getName(), field.getInt(null));
                }
            } catch (IllegalAccessException e) {
                throw new AssertionError(e);
            }
        }
        return flags;
    }
}
