package io.mehari.spi;

import org.jspecify.annotations.Nullable;

/**
 * The services a context is made of. Each has a getter and a setter; set them before the context starts. Getters are
 * plain field reads of the service's own type: nothing is looked up by class and nothing is cast when one is used.
 */
public abstract class RoutingContextExtension {

    protected RoutingContextExtension() {}

    public abstract ExchangeFactory getExchangeFactory();

    public abstract void setExchangeFactory(ExchangeFactory exchangeFactory);

    public abstract HeadersMapFactory getHeadersMapFactory();

    public abstract void setHeadersMapFactory(HeadersMapFactory headersMapFactory);

    public abstract UuidGenerator getUuidGenerator();

    public abstract void setUuidGenerator(UuidGenerator uuidGenerator);

    public abstract MessageClock getClock();

    public abstract void setClock(MessageClock clock);

    public abstract TypeConverterRegistry getTypeConverterRegistry();

    public abstract ShutdownStrategy getShutdownStrategy();

    public abstract void setShutdownStrategy(ShutdownStrategy shutdownStrategy);

    /** What is under way. */
    public abstract InflightRepository getInflightRepository();

    public abstract void setInflightRepository(InflightRepository inflightRepository);

    // ---- who is told what happens

    /** Tells it what happens to exchanges, in routes that start from now on. */
    public abstract void addEventNotifier(EventNotifier notifier);

    public abstract boolean removeEventNotifier(EventNotifier notifier);

    /** Tells it what starts and stops from now on. */
    public abstract void addLifecycleStrategy(LifecycleStrategy lifecycle);

    // ---- settings: what is said here wins over the profile, and that over the default, in whatever order they come

    /**
     * Settings for a purpose: {@code "dev"} keeps message history, lets what is under way be browsed, and has pools check
     * their use; {@code "prod"}, and none, do nothing of that.
     *
     * @throws IllegalArgumentException for any other
     */
    public abstract void setProfile(@Nullable String profile);

    public abstract @Nullable String getProfile();

    /** Whether exchanges keep the last steps they went through; see {@link io.mehari.MessageHistory}. */
    public abstract void setMessageHistory(boolean messageHistory);

    public abstract boolean isMessageHistory();

    /** Whether each step is logged, by the logger {@code io.mehari.trace}. */
    public abstract void setTracing(boolean tracing);

    public abstract boolean isTracing();

    /** Whether the exchanges under way are kept, for {@link InflightRepository#browse()}. */
    public abstract void setInflightBrowse(boolean inflightBrowse);

    public abstract boolean isInflightBrowse();

    // ---- services of the user's own

    /** Keeps a service under its key; look it up once, where a route or a component is made. */
    public abstract <T> void setPlugin(PluginKey<T> key, T plugin);

    /** The service of that key; null when there is none. */
    public abstract <T> @Nullable T getPlugin(PluginKey<T> key);

    // ---- threads

    public abstract ThreadPools getThreadPools();

    /** Replaces them; the context starts and stops what it is given. */
    public abstract void setThreadPools(ThreadPools threadPools);
}
