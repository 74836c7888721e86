package io.mehari.impl.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.AsyncCallback;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

class WithinRouteTest {

    @Test
    void aThreadThatCarriesNoMessageIsNotWithinARoute() throws Exception {
        assertThat(WithinRoute.isThisThread()).isFalse();
        AtomicBoolean found = new AtomicBoolean(true);
        Thread thread = new Thread(() -> found.set(WithinRoute.isThisThread()));
        thread.start();
        thread.join();
        assertThat(found).isFalse();
    }

    @Test
    void aThreadThatRunsACallbackIsWithinARoute() {
        assertThat(new Callback().getAsBoolean()).isTrue();
    }

    @Test
    void aCallbackOfAnotherClassLoaderIsFound() throws Exception {
        Class<?> same = new Loader().loadClass(Callback.class.getName());
        assertThat(same).isNotSameAs(Callback.class);
        var callback = (BooleanSupplier) same.getDeclaredConstructor().newInstance();
        assertThat(callback.getAsBoolean()).isTrue();
    }

    @Test
    void aCallbackIsFoundBeyondTheEndOfAStackTrace() {
        assertThat(new Callback().after(2_000)).isTrue();
    }

    /** Looks from within a callback. */
    public static final class Callback implements AsyncCallback, BooleanSupplier {
        public Callback() {}

        @Override
        public void done(boolean doneSync) {}

        @Override
        public boolean getAsBoolean() {
            return WithinRoute.isThisThread();
        }

        boolean after(int calls) {
            return Calls.deep(calls);
        }
    }

    /** No class of a route: its calls only fill the stack. */
    private static final class Calls {
        static boolean deep(int calls) {
            return calls == 0 ? WithinRoute.isThisThread() : deep(calls - 1);
        }
    }

    /** Defines the callback anew. */
    private static final class Loader extends ClassLoader {
        Loader() {
            super(WithinRouteTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals(Callback.class.getName())) {
                return super.loadClass(name, resolve);
            }
            try (InputStream file = getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] bytes = Objects.requireNonNull(file).readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
