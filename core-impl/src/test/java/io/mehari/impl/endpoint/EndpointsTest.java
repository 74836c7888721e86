package io.mehari.impl.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.Component;
import io.mehari.Consumer;
import io.mehari.Endpoint;
import io.mehari.NoSuchEndpointException;
import io.mehari.Processor;
import io.mehari.Producer;
import io.mehari.ResolveEndpointFailedException;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.spi.EndpointOption;
import io.mehari.spi.EndpointOptions;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Section 8 of the design: no lock is held while code of a component runs. */
@Timeout(30)
class EndpointsTest {
    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);
    private final AtomicInteger made = new AtomicInteger();
    private String slow = "";

    @AfterEach
    void stop() {
        goOn.countDown();
        context.stop();
    }

    private void user(String moment) {
        if (moment.equals(slow)) {
            begun.countDown();
            try {
                assertThat(goOn.await(20, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    private final class Slow extends Component {
        @Override
        public String getScheme() {
            return "slow";
        }

        @Override
        public void start() {
            user("component");
        }

        @Override
        public List<EndpointOption<?>> getOptions() {
            return List.of();
        }

        @Override
        public Endpoint createEndpoint(String uri, String remaining, EndpointOptions options) {
            made.incrementAndGet();
            user("create");
            if (remaining.equals("circle")) {
                context.getEndpoint(uri);
            }
            return new SlowEndpoint(this, uri);
        }
    }

    private final class SlowEndpoint extends Endpoint {
        SlowEndpoint(Component component, String uri) {
            super(component.getContext(), uri);
        }

        @Override
        public Producer createProducer() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Consumer createConsumer(Processor processor) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void start() {
            user("start");
        }

        @Override
        public void stop() {
            user("stop");
        }
    }

    private CompletableFuture<Endpoint> ask() {
        return CompletableFuture.supplyAsync(() -> context.getEndpoint("slow:a"), task -> new Thread(task).start());
    }

    @ParameterizedTest
    @ValueSource(strings = {"component", "create", "start", "stop"})
    void aSlowEndpointHoldsUpNoOtherAndIsMadeOnce(String moment) throws Exception {
        context.start();
        context.addComponent(new Slow());
        if (moment.equals("stop")) {
            Endpoint removed = context.getEndpoint("slow:a");
            slow = moment;
            new Thread(() -> context.removeEndpoint(removed)).start();
            assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
            made.set(0);
        } else {
            slow = moment;
        }
        CompletableFuture<Endpoint> first = ask();
        assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
        CompletableFuture<Endpoint> second = ask();
        CompletableFuture<Endpoint> other =
                CompletableFuture.supplyAsync(() -> context.getEndpoint("log:other"), task -> new Thread(task).start());
        assertThat(other.get(10, TimeUnit.SECONDS)).isNotNull();
        assertThat(context.getEndpoints()).hasSize(1);

        goOn.countDown();
        assertThat(first.get(10, TimeUnit.SECONDS)).isSameAs(second.get(10, TimeUnit.SECONDS));
        assertThat(made).hasValue(1);
    }

    @Test
    void aSlowLookUpOfComponentsHoldsUpNoEndpoint() throws Exception {
        slow = "look-up";
        Thread asking = new Thread(() -> {
            assertThatThrownBy(() -> context.getEndpoint("none:a")).isInstanceOf(NoSuchEndpointException.class);
        });
        asking.setContextClassLoader(new ClassLoader() {
            @Override
            public Enumeration<URL> getResources(String name) throws IOException {
                user("look-up");
                return super.getResources(name);
            }
        });
        asking.start();
        assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(CompletableFuture.supplyAsync(() -> context.getEndpoint("log:other"))
                        .get(10, TimeUnit.SECONDS))
                .isNotNull();
    }

    /** A class of a library. */
    private static final class Library {}

    public static class Works extends Component {
        @Override
        public String getScheme() {
            return "works";
        }

        @Override
        public List<EndpointOption<?>> getOptions() {
            return List.of();
        }

        @Override
        public Endpoint createEndpoint(String uri, String remaining, EndpointOptions options) {
            return new Endpoint(getContext(), uri) {
                @Override
                public Producer createProducer() {
                    throw new AssertionError();
                }

                @Override
                public Consumer createConsumer(Processor processor) {
                    throw new AssertionError();
                }
            };
        }
    }

    public static final class WorksAlone extends Works {}

    public static final class NeedsLibrary extends Works {
        final Object library = new Library();
    }

    public static final class Throws extends Works {
        public Throws() {
            throw new IllegalStateException("not today");
        }
    }

    /** A class path with these components, and without the library. */
    private static final class WithoutLibrary extends ClassLoader {
        private final Path services;

        WithoutLibrary(Path services) {
            super(EndpointsTest.class.getClassLoader());
            this.services = services;
        }

        @Override
        public Enumeration<URL> getResources(String name) throws IOException {
            return name.endsWith(Component.class.getName())
                    ? Collections.enumeration(List.of(services.toUri().toURL()))
                    : super.getResources(name);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.equals(Library.class.getName())) {
                throw new ClassNotFoundException(name);
            }
            Class<?> known = findLoadedClass(name);
            if (known == null && name.equals(NeedsLibrary.class.getName())) {
                try (InputStream in = super.getResourceAsStream(name.replace('.', '/') + ".class")) {
                    byte[] code = in.readAllBytes();
                    return defineClass(name, code, 0, code.length);
                } catch (IOException e) {
                    throw new ClassNotFoundException(name, e);
                }
            }
            return known != null ? known : super.loadClass(name, resolve);
        }
    }

    @Test
    void s5_aComponentThatCannotBeLoadedBreaksItsOwnSchemeAlone(@TempDir Path folder) throws IOException {
        Path services = folder.resolve("services");
        String needs = NeedsLibrary.class.getName();
        Files.writeString(
                services, String.join("\n", "not.There", needs, Throws.class.getName(), WorksAlone.class.getName()));
        Thread me = Thread.currentThread();
        ClassLoader before = me.getContextClassLoader();
        me.setContextClassLoader(new WithoutLibrary(services));
        try {
            assertThat(context.getEndpoint("works:a").getEndpointUri()).isEqualTo("works:a");
            assertThatThrownBy(() -> context.getEndpoint("kafka:a"))
                    .isInstanceOf(NoSuchEndpointException.class)
                    .hasMessageContaining("there is no component for the scheme 'kafka'. ")
                    .hasMessageContaining("not.There not found")
                    .hasMessageContaining("Provider " + needs)
                    .hasMessageContaining("the class " + Library.class.getName() + " is missing; add the artifact")
                    .hasMessageContaining("not today");
        } finally {
            me.setContextClassLoader(before);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "org.apache.camel.CamelContext, org.apache.camel:camel-core-engine",
        "io.netty.channel.Channel, io.netty:netty-codec-http",
        "org.apache.kafka.clients.Any, org.apache.kafka:kafka-clients",
        "jakarta.jms.Session, jakarta.jms:jakarta.jms-api",
        "org.jctools.queues.Any, org.jctools:jctools-core-jdk11",
        "com.lmax.disruptor.Any, com.lmax:disruptor"
    })
    void s5_theLibraryThatIsMissingIsNamedByItsArtifact(String missing, String artifact) {
        assertThat(FoundComponents.libraryOf(missing)).startsWith(artifact);
    }

    /** A class path on which the components cannot be found at first. */
    private static final class FullAtFirst extends ClassLoader {
        private int asked;

        @Override
        public Enumeration<URL> getResources(String name) throws IOException {
            if (name.endsWith(Component.class.getName()) && asked++ == 0) {
                throw new OutOfMemoryError("on purpose");
            }
            return super.getResources(name);
        }
    }

    @Test
    void s4_componentsAreLookedForAgainAfterAnError() {
        Thread me = Thread.currentThread();
        ClassLoader before = me.getContextClassLoader();
        FullAtFirst full = new FullAtFirst();
        me.setContextClassLoader(full);
        try {
            assertThatThrownBy(() -> context.getEndpoint("none:a")).isInstanceOf(OutOfMemoryError.class);
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> context.getEndpoint("none:a")).isInstanceOf(NoSuchEndpointException.class);
                assertThat(full.asked).isEqualTo(2);
            }
        } finally {
            me.setContextClassLoader(before);
        }
    }

    @Test
    void codeThatAsksForWhatItMakesIsRefused() {
        context.start();
        context.addComponent(new Slow());
        assertThatThrownBy(() -> context.getEndpoint("slow:circle"))
                .isInstanceOf(ResolveEndpointFailedException.class)
                .hasMessageContaining("slow:circle is asked for by code that makes");
        assertThat(context.getEndpoint("slow:a")).isNotNull();
    }
}
