package io.mehari.component.camel;

import io.mehari.RoutingContext;
import io.mehari.spi.Registry;
import java.util.Map;
import java.util.Set;
import org.apache.camel.CamelContext;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.spi.BeanRepository;
import org.apache.camel.spi.PropertiesSource;
import org.jspecify.annotations.Nullable;

/** Makes a context of Camel that looks up objects and properties in Mehari. */
final class OwnCamel {
    private OwnCamel() {}

    static CamelContext make(RoutingContext context) {
        DefaultCamelContext camel = new DefaultCamelContext(new Beans(context.getRegistry()));
        camel.getCamelContextExtension().setName(context.getName());
        camel.getPropertiesComponent().addPropertiesSource(new Properties(context));
        long seconds = context.getShutdownStrategy().getTimeout().toSeconds();
        camel.getShutdownStrategy().setTimeout(Math.max(1, seconds));
        return camel;
    }

    /** Mehari's registry, which knows objects by their names, and not by their types. */
    private record Beans(Registry registry) implements BeanRepository {
        @Override
        public @Nullable Object lookupByName(String name) {
            return registry.lookupByName(name);
        }

        @Override
        public <T> @Nullable T lookupByNameAndType(String name, Class<T> type) {
            Object found = registry.lookupByName(name);
            return type.isInstance(found) ? type.cast(found) : null;
        }

        @Override
        public <T> Map<String, T> findByTypeWithName(Class<T> type) {
            return Map.of();
        }

        @Override
        public <T> Set<T> findByType(Class<T> type) {
            return Set.of();
        }
    }

    private record Properties(RoutingContext context) implements PropertiesSource {
        @Override
        public String getName() {
            return "mehari";
        }

        @Override
        public @Nullable String getProperty(String name) {
            try {
                return context.resolvePropertyPlaceholders("{{" + name + "}}");
            } catch (IllegalArgumentException e) {
                return null;
            }
        }
    }
}
