package io.mehari.impl;

import io.mehari.RoutingContext;
import io.mehari.collect.CaseInsensitiveMap;
import io.mehari.impl.convert.DefaultTypeConverterRegistry;
import io.mehari.spi.EventNotifier;
import io.mehari.spi.ExchangeFactory;
import io.mehari.spi.HeadersMapFactory;
import io.mehari.spi.InflightRepository;
import io.mehari.spi.LifecycleStrategy;
import io.mehari.spi.MessageClock;
import io.mehari.spi.PluginKey;
import io.mehari.spi.RoutingContextExtension;
import io.mehari.spi.ShutdownStrategy;
import io.mehari.spi.ThreadPools;
import io.mehari.spi.TypeConverterRegistry;
import io.mehari.spi.UuidGenerator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** The services of one context, each in a field of its own type. */
final class ContextServices extends RoutingContextExtension {

    private final TypeConverterRegistry typeConverters = new DefaultTypeConverterRegistry();
    private ExchangeFactory exchangeFactory;
    private HeadersMapFactory headersMapFactory = new CaseInsensitiveHeaders();
    private UuidGenerator uuidGenerator = new SequenceUuidGenerator();
    private MessageClock clock = Clocks.coarse();

    private ShutdownStrategy shutdownStrategy = new DefaultShutdownStrategy();
    private @Nullable InflightRepository inflightRepository;
    private final List<EventNotifier> eventNotifiers = new CopyOnWriteArrayList<>();
    private final Lifecycles lifecycles = new Lifecycles();
    private final Map<PluginKey<?>, Object> plugins = new ConcurrentHashMap<>();
    private volatile @Nullable String profile;
    private volatile @Nullable Boolean messageHistory;
    private volatile @Nullable Boolean tracing;
    private volatile @Nullable Boolean inflightBrowse;
    private final Inflight inflight;
    private ThreadPools threadPools;

    ContextServices(RoutingContext context) {
        inflight = new Inflight(context);
        threadPools = new DefaultThreadPools(context.getName());
        exchangeFactory = new PrototypeExchangeFactory(context);
    }

    @Override
    public ExchangeFactory getExchangeFactory() {
        return exchangeFactory;
    }

    @Override
    public void setExchangeFactory(ExchangeFactory exchangeFactory) {
        this.exchangeFactory = exchangeFactory;
    }

    @Override
    public HeadersMapFactory getHeadersMapFactory() {
        return headersMapFactory;
    }

    @Override
    public void setHeadersMapFactory(HeadersMapFactory headersMapFactory) {
        this.headersMapFactory = headersMapFactory;
    }

    @Override
    public UuidGenerator getUuidGenerator() {
        return uuidGenerator;
    }

    @Override
    public void setUuidGenerator(UuidGenerator uuidGenerator) {
        this.uuidGenerator = uuidGenerator;
    }

    @Override
    public MessageClock getClock() {
        return clock;
    }

    @Override
    public void setClock(MessageClock clock) {
        MessageClock former = this.clock;
        this.clock = clock; // first, or a message in between would start the former one again
        former.close();
    }

    @Override
    public TypeConverterRegistry getTypeConverterRegistry() {
        return typeConverters;
    }

    @Override
    public ShutdownStrategy getShutdownStrategy() {
        return shutdownStrategy;
    }

    @Override
    public void setShutdownStrategy(ShutdownStrategy shutdownStrategy) {
        this.shutdownStrategy = shutdownStrategy;
    }

    // ---- who is told what happens

    @Override
    public InflightRepository getInflightRepository() {
        InflightRepository own = inflightRepository;
        return own != null ? own : inflight;
    }

    @Override
    public void setInflightRepository(InflightRepository inflightRepository) {
        this.inflightRepository = inflightRepository;
    }

    @Override
    public void addEventNotifier(EventNotifier notifier) {
        eventNotifiers.add(notifier);
    }

    @Override
    public boolean removeEventNotifier(EventNotifier notifier) {
        return eventNotifiers.remove(notifier);
    }

    @Override
    public void addLifecycleStrategy(LifecycleStrategy lifecycle) {
        lifecycles.add(lifecycle);
    }

    Lifecycles lifecycles() {
        return lifecycles;
    }

    /** Those who watch a route that starts now. */
    Watchers watchers() {
        InflightRepository told =
                inflightRepository != null ? inflightRepository : isInflightBrowse() ? inflight : null;
        return new Watchers(List.copyOf(eventNotifiers), told);
    }

    // ---- settings

    @Override
    public void setProfile(@Nullable String profile) {
        if (profile != null && !profile.equals("dev") && !profile.equals("prod")) {
            throw new IllegalArgumentException("There is no profile '" + profile + "': there are dev and prod");
        }
        this.profile = profile;
    }

    @Override
    public @Nullable String getProfile() {
        return profile;
    }

    boolean isDev() {
        return "dev".equals(profile);
    }

    @Override
    public void setMessageHistory(boolean messageHistory) {
        this.messageHistory = messageHistory;
    }

    @Override
    public boolean isMessageHistory() {
        Boolean said = messageHistory;
        return said != null ? said : isDev();
    }

    @Override
    public void setTracing(boolean tracing) {
        this.tracing = tracing;
    }

    @Override
    public boolean isTracing() {
        Boolean said = tracing;
        return said != null && said;
    }

    @Override
    public void setInflightBrowse(boolean inflightBrowse) {
        this.inflightBrowse = inflightBrowse;
    }

    @Override
    public boolean isInflightBrowse() {
        Boolean said = inflightBrowse;
        return said != null ? said : isDev();
    }

    // ---- services of the user's own

    @Override
    public <T> void setPlugin(PluginKey<T> key, T plugin) {
        plugins.put(key, plugin);
    }

    @Override
    @SuppressWarnings("unchecked") // setPlugin has put a T under that key
    public <T> @Nullable T getPlugin(PluginKey<T> key) {
        return (T) plugins.get(key);
    }

    // ---- threads

    @Override
    public ThreadPools getThreadPools() {
        return threadPools;
    }

    @Override
    public void setThreadPools(ThreadPools threadPools) {
        ThreadPools former = this.threadPools;
        this.threadPools = threadPools;
        former.stop();
    }

    void start() {
        if (exchangeFactory instanceof PooledExchangeFactory pooled) {
            pooled.followProfile(isDev());
        }
        threadPools.start();
    }

    void stop() {
        threadPools.stop();
        clock.close();
    }

    private static final class CaseInsensitiveHeaders implements HeadersMapFactory {
        @Override
        public Map<String, @Nullable Object> newMap() {
            return new CaseInsensitiveMap<>();
        }

        @Override
        public Map<String, @Nullable Object> newMap(Map<String, ? extends @Nullable Object> entries) {
            return new CaseInsensitiveMap<>(entries);
        }
    }
}
