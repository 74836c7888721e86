package io.mehari.impl.context;

import io.mehari.Exchange;
import io.mehari.collect.CaseInsensitiveMap;
import io.mehari.impl.Clocks;
import io.mehari.impl.PrototypeExchangeFactory;
import io.mehari.impl.SequenceUuidGenerator;
import io.mehari.impl.convert.DefaultTypeConverterRegistry;
import io.mehari.impl.engine.Inflight;
import io.mehari.impl.engine.Watchers;
import io.mehari.impl.engine.WithinRoute;
import io.mehari.impl.exchange.ContextExchangeFactory;
import io.mehari.impl.exchange.OriginSource;
import io.mehari.spi.EventNotifier;
import io.mehari.spi.ExchangeFactory;
import io.mehari.spi.HeadersMapFactory;
import io.mehari.spi.InflightRepository;
import io.mehari.spi.LifecycleStrategy;
import io.mehari.spi.Log;
import io.mehari.spi.LogListener;
import io.mehari.spi.MessageClock;
import io.mehari.spi.PluginKey;
import io.mehari.spi.RouteStartupOrder;
import io.mehari.spi.ShutdownStrategy;
import io.mehari.spi.ThreadPools;
import io.mehari.spi.TypeConverterRegistry;
import io.mehari.spi.UuidGenerator;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The services of one context, each in a field of its own type. */
final class ContextServices extends OriginSource {
    /*
     * Many programs never use the type converters, the generator of ids, the headers factory, the repository of
     * messages in flight, or any thread. So these are made when they are first asked for: a start loads no class for
     * them.
     */
    private volatile @Nullable TypeConverterRegistry typeConverters;
    private ExchangeFactory exchangeFactory;
    private @Nullable HeadersMapFactory headersMapFactory;
    private volatile @Nullable UuidGenerator uuidGenerator;
    private MessageClock clock = Clocks.coarse();

    private ShutdownStrategy shutdownStrategy = new DefaultShutdownStrategy();
    private @Nullable InflightRepository inflightRepository;
    private final List<EventNotifier> eventNotifiers = new CopyOnWriteArrayList<>();
    private volatile @Nullable Watchers ofTemplates; // null if there is no notifier, so that a send reads one field
    private volatile LogListener[] logListeners = {}; // no list, because that would cast them for each text
    private final Lifecycles lifecycles = new Lifecycles();
    private final Map<PluginKey<?>, Object> plugins = new ConcurrentHashMap<>();
    private volatile @Nullable String profile;
    private volatile @Nullable Boolean messageHistory;
    private volatile @Nullable Boolean tracing;
    private volatile @Nullable Boolean inflightBrowse;
    private volatile boolean routeTimes;
    private volatile boolean keepsOriginals;
    private volatile @Nullable Function<String, ? extends @Nullable Object> objects;
    private volatile @Nullable Function<String, @Nullable String> properties;
    private final AtomicInteger routeStarts = new AtomicInteger();
    private final AbstractRoutingContext context;
    private @Nullable Inflight inflight;
    private volatile @Nullable ThreadPools threadPools;
    private boolean stopped; // guarded by this

    ContextServices(AbstractRoutingContext context) {
        super(context);
        this.context = context;
        exchangeFactory = new PrototypeExchangeFactory(context);
    }

    @Override
    public ExchangeFactory getExchangeFactory() {
        return exchangeFactory;
    }

    @Override
    public void setExchangeFactory(ExchangeFactory exchangeFactory) {
        Objects.requireNonNull(
                exchangeFactory,
                "setExchangeFactory(exchangeFactory): exchangeFactory is null; give an ExchangeFactory");
        this.exchangeFactory = exchangeFactory;
    }

    @Override
    public synchronized HeadersMapFactory getHeadersMapFactory() {
        HeadersMapFactory known = headersMapFactory;
        if (known == null) {
            known = new CaseInsensitiveHeaders();
            headersMapFactory = known;
        }
        return known;
    }

    @Override
    public synchronized void setHeadersMapFactory(HeadersMapFactory headersMapFactory) {
        Objects.requireNonNull(
                headersMapFactory,
                "setHeadersMapFactory(headersMapFactory): headersMapFactory is null; give a HeadersMapFactory");
        this.headersMapFactory = headersMapFactory;
    }

    @Override
    public UuidGenerator getUuidGenerator() {
        UuidGenerator known = uuidGenerator;
        return known != null ? known : makeUuidGenerator();
    }

    private synchronized UuidGenerator makeUuidGenerator() {
        UuidGenerator made = uuidGenerator;
        if (made == null) {
            made = new SequenceUuidGenerator();
            uuidGenerator = made;
        }
        return made;
    }

    @Override
    public synchronized void setUuidGenerator(UuidGenerator uuidGenerator) {
        Objects.requireNonNull(
                uuidGenerator, "setUuidGenerator(uuidGenerator): uuidGenerator is null; give a UuidGenerator");
        this.uuidGenerator = uuidGenerator;
    }

    @Override
    public MessageClock getClock() {
        return clock;
    }

    @Override
    public void setClock(MessageClock clock) {
        Objects.requireNonNull(clock, "setClock(clock): clock is null; give a MessageClock");
        MessageClock former = this.clock;
        this.clock = clock; // first, else a message could start the former clock again
        former.close();
    }

    @Override
    public TypeConverterRegistry getTypeConverterRegistry() {
        TypeConverterRegistry known = typeConverters;
        return known != null ? known : makeTypeConverters();
    }

    private synchronized TypeConverterRegistry makeTypeConverters() {
        TypeConverterRegistry made = typeConverters;
        if (made == null) {
            made = new DefaultTypeConverterRegistry();
            typeConverters = made;
        }
        return made;
    }

    @Override
    public ShutdownStrategy getShutdownStrategy() {
        return shutdownStrategy;
    }

    @Override
    public void setShutdownStrategy(ShutdownStrategy shutdownStrategy) {
        Objects.requireNonNull(
                shutdownStrategy,
                "setShutdownStrategy(shutdownStrategy): shutdownStrategy is null; give a ShutdownStrategy");
        this.shutdownStrategy = shutdownStrategy;
    }

    @Override
    public List<RouteStartupOrder> getRouteStartupOrder() {
        return context.startedRoutes();
    }

    /** The number of a start of a route. It only grows. */
    int nextRouteStart() {
        return routeStarts.incrementAndGet();
    }

    // ---- listeners

    @Override
    public InflightRepository getInflightRepository() {
        InflightRepository own = inflightRepository;
        return own != null ? own : ownInflight();
    }

    private synchronized Inflight ownInflight() {
        Inflight known = inflight;
        if (known == null) {
            known = new Inflight(context);
            inflight = known;
        }
        return known;
    }

    @Override
    public void setInflightRepository(InflightRepository inflightRepository) {
        Objects.requireNonNull(
                inflightRepository,
                "setInflightRepository(inflightRepository): inflightRepository is null; give an InflightRepository");
        this.inflightRepository = inflightRepository;
    }

    @Override
    public void addEventNotifier(EventNotifier notifier) {
        Objects.requireNonNull(notifier, "addEventNotifier(notifier): notifier is null; give an EventNotifier");
        eventNotifiers.add(notifier);
        notifiersChanged();
        lifecycles.addIfService(notifier, context.isActive());
    }

    @Override
    public boolean removeEventNotifier(EventNotifier notifier) {
        Objects.requireNonNull(notifier, "removeEventNotifier(notifier): notifier is null; give an EventNotifier");
        boolean removed = eventNotifiers.remove(notifier);
        notifiersChanged();
        lifecycles.removeIfService(notifier);
        return removed;
    }

    private synchronized void notifiersChanged() {
        List<EventNotifier> now = List.copyOf(eventNotifiers);
        Watchers all = new Watchers(now, null);
        ofTemplates = all.areOfSends() ? all : null;
    }

    /** The listeners for sends of templates; null if there are none. */
    @Nullable
    Watchers watchersOfTemplates() {
        return ofTemplates;
    }

    @Override
    public synchronized void addLogListener(LogListener listener) {
        Objects.requireNonNull(listener, "addLogListener(listener): listener is null; give a LogListener");
        LogListener[] more = Arrays.copyOf(logListeners, logListeners.length + 1);
        more[logListeners.length] = listener;
        logListeners = more;
    }

    /** The text of a log step, as the listeners want it. */
    @SuppressWarnings("CatchingUnchecked") // a listener must not affect the message
    String listenedTo(Exchange exchange, System.Logger logger, String text) {
        String told = text;
        for (LogListener each : logListeners) {
            try {
                String other = each.onLog(exchange, logger, told);
                told = other == null ? told : other;
            } catch (Throwable e) {
                Log.warn(ContextServices.class, "A log listener failed", e);
            }
        }
        return told;
    }

    @Override
    public void addLifecycleStrategy(LifecycleStrategy lifecycle) {
        Objects.requireNonNull(
                lifecycle, "addLifecycleStrategy(lifecycle): lifecycle is null; give a LifecycleStrategy");
        lifecycles.add(lifecycle);
    }

    Lifecycles lifecycles() {
        return lifecycles;
    }

    /** The listeners of a route that starts now. */
    Watchers watchers() {
        InflightRepository told =
                inflightRepository != null ? inflightRepository : isInflightBrowse() ? ownInflight() : null;
        return new Watchers(List.copyOf(eventNotifiers), told);
    }

    // ---- settings

    @Override
    public void setProfile(@Nullable String profile) {
        if (profile != null && !profile.equals("dev") && !profile.equals("prod")) {
            throw new IllegalArgumentException("There is no profile '" + profile + "': use dev or prod");
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
    public void setRouteTimes(boolean routeTimes) {
        this.routeTimes = routeTimes;
    }

    @Override
    public boolean isRouteTimes() {
        return routeTimes;
    }

    /** Called when a route is added that gives the original message to the steps for a failure or completion. */
    void keepOriginals() {
        keepsOriginals = true;
    }

    boolean keepsOriginals() {
        return keepsOriginals;
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

    // ---- the user's own services

    @Override
    public <T> void setPlugin(PluginKey<T> key, T plugin) {
        Objects.requireNonNull(key, "setPlugin(key): key is null; give its key");
        Objects.requireNonNull(plugin, "setPlugin(plugin): plugin is null; give the service");
        plugins.put(key, plugin);
    }

    @Override
    @SuppressWarnings("unchecked") // setPlugin has stored a T with this key
    public <T> @Nullable T getPlugin(PluginKey<T> key) {
        Objects.requireNonNull(key, "getPlugin(key): key is null; give its key");
        return (T) plugins.get(key);
    }

    boolean hasPlugins() {
        return !plugins.isEmpty();
    }

    // ---- threads

    @Override
    public boolean isWithinRoute() {
        return WithinRoute.isThisThread();
    }

    @Override
    public void setObjectSource(Function<String, ? extends @Nullable Object> source) {
        Objects.requireNonNull(source, "setObjectSource(source): source is null; give a function that returns null");
        objects = source;
    }

    @Nullable
    Object objectOfSource(String name) {
        Function<String, ? extends @Nullable Object> source = objects;
        return source == null ? null : source.apply(name);
    }

    @Override
    public void setPropertySource(Function<String, @Nullable String> source) {
        Objects.requireNonNull(source, "setPropertySource(source): source is null; give a function that returns null");
        properties = source;
    }

    @Nullable
    String propertyOfSource(String name) {
        Function<String, @Nullable String> source = properties;
        return source == null ? null : source.apply(name);
    }

    @Override
    public ThreadPools getThreadPools() {
        ThreadPools known = threadPools;
        return known != null ? known : makeThreadPools();
    }

    private synchronized ThreadPools makeThreadPools() {
        ThreadPools made = threadPools;
        if (made == null) {
            made = DefaultThreadPools.of(context.getName());
            if (stopped) {
                made.stop();
            }
            threadPools = made;
        }
        return made;
    }

    @Override
    public void setThreadPools(ThreadPools threadPools) {
        Objects.requireNonNull(threadPools, "setThreadPools(threadPools): threadPools is null; give a ThreadPools");
        ThreadPools former;
        synchronized (this) {
            former = this.threadPools;
            this.threadPools = threadPools;
        }
        if (former != null) {
            former.stop();
        }
    }

    void start() {
        if (exchangeFactory instanceof ContextExchangeFactory own) {
            own.followProfile(isDev());
        }
        ThreadPools pools;
        synchronized (this) {
            stopped = false;
            pools = threadPools;
        }
        if (pools != null) {
            pools.start();
        }
        lifecycles.startServices();
    }

    void stop() {
        lifecycles.stopServices();
        ThreadPools pools;
        synchronized (this) {
            stopped = true;
            pools = threadPools;
        }
        if (pools != null) {
            pools.stop();
        }
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
