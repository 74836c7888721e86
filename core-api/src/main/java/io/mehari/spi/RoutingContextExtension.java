package io.mehari.spi;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The services of a context. Each has a getter and a setter. Setters of what messages use at any time, such as the
 * pool, the clock or the profile, throw an {@link IllegalStateException} once the context has started. Those of message
 * history, route times and tracing apply to routes that start later. A getter only reads a field of the
 * service's own type: there is no look-up by class and no cast.
 */
public abstract class RoutingContextExtension {
    private final StreamCachingStrategy streamCaching = new StreamCachingStrategy();
    private final List<StepInterceptor> interceptors = new CopyOnWriteArrayList<>();
    private final Map<PluginKey<?>, Object> plugins = new ConcurrentHashMap<>();
    private volatile boolean routeTimes;
    private volatile boolean tracing;
    private volatile boolean lifecycleLog;

    protected RoutingContextExtension() {}

    public abstract ExchangeFactory getExchangeFactory();

    /**
     * Reuses exchanges. This saves garbage, not time: allocating an exchange is faster than taking one from the pool.
     * Code that keeps a reference to an exchange after its route has ended later sees another message in it. So use a
     * pool only if no code keeps references. In the profile {@code dev} the pool is checked.
     *
     * @param capacity the maximum number of pooled exchanges; while all are in use, further ones are made and not kept;
     *     0 means no pool, the default
     */
    public abstract void setExchangePool(int capacity);

    /**
     * Reuses exchanges, with or without checks.
     *
     * @param checked whether any use after release throws, with the place of the release; then no exchange is reused
     */
    public abstract void setExchangePool(int capacity, boolean checked);

    /** The counts of the pool of exchanges; null if there is none. */
    public abstract @Nullable PoolStatistics getExchangePoolStatistics();

    public abstract UuidGenerator getUuidGenerator();

    public abstract void setUuidGenerator(UuidGenerator uuidGenerator);

    public abstract MessageClock getClock();

    public abstract void setClock(MessageClock clock);

    public abstract TypeConverterRegistry getTypeConverterRegistry();

    public abstract ShutdownStrategy getShutdownStrategy();

    public abstract void setShutdownStrategy(ShutdownStrategy shutdownStrategy);

    /** The exchanges in flight. */
    public abstract InflightRepository getInflightRepository();

    /** How bodies that are streams are kept, so that they can be read more than once. */
    public final StreamCachingStrategy getStreamCachingStrategy() {
        return streamCaching;
    }

    // ---- listeners

    /**
     * Adds a listener to the events of exchanges, in routes that start from now on. If it is a {@link
     * io.mehari.Service}, the context starts and stops it.
     */
    public abstract void addEventNotifier(EventNotifier notifier);

    public abstract boolean removeEventNotifier(EventNotifier notifier);

    /** Adds an interceptor of steps, in routes that start from now on. */
    public final void addStepInterceptor(StepInterceptor interceptor) {
        Objects.requireNonNull(
                interceptor, "addStepInterceptor(interceptor): interceptor is null; give a StepInterceptor");
        interceptors.add(interceptor);
    }

    public final List<StepInterceptor> getStepInterceptors() {
        return interceptors;
    }

    /** Adds what holds while a thread carries a message, in routes that start from now on. */
    public abstract void addMessageScope(MessageScope scope);

    /** Adds a listener to later starts and stops. */
    public abstract void addLifecycleStrategy(LifecycleStrategy lifecycle);

    // ---- settings: an explicit setting wins over the profile, the profile over the default, in any order of calls

    /**
     * Sets a profile. {@code "dev"} turns on {@link #setMessageHistory message history} and checks in pools;
     * {@code "prod"} turns on none of these, and is the same as no profile.
     *
     * @throws IllegalArgumentException for any other name
     */
    public abstract void setProfile(@Nullable String profile);

    /** Whether exchanges keep their latest steps: {@link io.mehari.MessageHistory}, of {@code mehari-core-main}. */
    public abstract void setMessageHistory(boolean messageHistory);

    public abstract boolean isMessageHistory();

    /** Whether routes that start from now on measure times; see {@link io.mehari.Route#times()}. */
    public final void setRouteTimes(boolean routeTimes) {
        this.routeTimes = routeTimes;
    }

    public final boolean isRouteTimes() {
        return routeTimes;
    }

    /** Whether each step is logged, with the logger {@code io.mehari.trace}. Needs {@code mehari-core-main}. */
    public final void setTracing(boolean tracing) {
        this.tracing = tracing;
    }

    public final boolean isTracing() {
        return tracing;
    }

    /**
     * Whether a line is logged when the context has started, with its routes, and when it has stopped, with what was
     * left. On in {@code Main} and in Spring Boot; else off, because the first line that a program logs takes time. The
     * logger is {@code io.mehari.context}. Needs {@code mehari-core-main}.
     */
    public final void setLifecycleLog(boolean lifecycleLog) {
        this.lifecycleLog = lifecycleLog;
    }

    public final boolean isLifecycleLog() {
        return lifecycleLog;
    }

    // ---- the user's own services

    /**
     * Stores a service under its key. Look it up once, when a route or a component is created, not for each message.
     */
    public final <T> void setPlugin(PluginKey<T> key, T plugin) {
        Objects.requireNonNull(key, "setPlugin(key): key is null; give its key");
        plugins.put(key, Objects.requireNonNull(plugin, "setPlugin(plugin): plugin is null; give the service"));
    }

    /** The service with that key; null if there is none. */
    @SuppressWarnings("unchecked") // setPlugin has stored a T with this key
    public final <T> @Nullable T getPlugin(PluginKey<T> key) {
        return (T) plugins.get(Objects.requireNonNull(key, "getPlugin(key): key is null; give its key"));
    }

    // ---- a framework around the context

    /**
     * Where the registry looks for objects that are not bound to it, such as the beans of a framework. Any thread may
     * call it, with a name; null means that there is no such object.
     */
    public abstract void setObjectSource(Function<String, ? extends @Nullable Object> source);

    /**
     * Where placeholders look for values that {@code getGlobalOptions()} does not have, such as the properties of a
     * framework. Any thread may call it, with a name; null means that there is no such property.
     */
    public abstract void setPropertySource(Function<String, @Nullable String> source);

    /**
     * As the other, for a framework that can say what to do if there is no value.
     *
     * @param remedy says of a name without a value how to set it there, as in "set it in shop.properties"
     */
    public abstract void setPropertySource(Function<String, @Nullable String> source, UnaryOperator<String> remedy);

    // ---- threads

    public abstract ThreadPools getThreadPools();

    /** Replaces the thread pools. The context starts and stops them. */
    public abstract void setThreadPools(ThreadPools threadPools);

    /**
     * Whether the calling thread carries a message through a route right now. While a context stops, such a thread may
     * still send, because its message was accepted before; other threads are refused. Slow, because it inspects the
     * stack.
     */
    public abstract boolean isWithinRoute();
}
