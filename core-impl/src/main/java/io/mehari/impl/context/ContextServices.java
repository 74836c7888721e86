package io.mehari.impl.context;

import io.mehari.Component;
import io.mehari.Description;
import io.mehari.Endpoint;
import io.mehari.Service;
import io.mehari.impl.Clocks;
import io.mehari.impl.SequenceUuidGenerator;
import io.mehari.impl.base.Lifecycles;
import io.mehari.impl.convert.DefaultTypeConverterRegistry;
import io.mehari.impl.endpoint.Endpoints;
import io.mehari.impl.engine.EngineContext;
import io.mehari.impl.engine.Watchers;
import io.mehari.impl.exchange.Exchanges;
import io.mehari.impl.observe.Insight;
import io.mehari.impl.threads.DefaultThreadPools;
import io.mehari.spi.EventNotifier;
import io.mehari.spi.LifecycleStrategy;
import io.mehari.spi.MessageClock;
import io.mehari.spi.MessageScope;
import io.mehari.spi.ShutdownStrategy;
import io.mehari.spi.ThreadPools;
import io.mehari.spi.TypeConverterRegistry;
import io.mehari.spi.UuidGenerator;
import io.mehari.spi.internal.SafeText;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The services of one context, each in a field of its own type. */
final class ContextServices extends EngineContext implements Service {
    /*
     * Many programs never use the type converters, the generator of ids, the repository of messages in flight, or any
     * thread. So these are made when they are first asked for: a start loads no class for them.
     */
    private static final String INSIGHT = "io.mehari:mehari-core-main";

    private volatile @Nullable TypeConverterRegistry typeConverters;
    private boolean poolAsProfile;
    private volatile @Nullable UuidGenerator uuidGenerator;
    private MessageClock clock = Clocks.coarse();

    private ShutdownStrategy shutdownStrategy = new DefaultShutdownStrategy();
    private final List<EventNotifier> eventNotifiers = new CopyOnWriteArrayList<>();
    final List<MessageScope> scopes = new CopyOnWriteArrayList<>();
    final Lifecycles lifecycles = new Lifecycles();
    private volatile boolean inUse;
    private volatile boolean dev; // the profile
    private volatile @Nullable Boolean messageHistory;
    volatile @Nullable Function<String, ? extends @Nullable Object> objects;
    volatile @Nullable Function<String, @Nullable String> properties;
    private volatile @Nullable UnaryOperator<String> propertyRemedy;
    final Endpoints endpoints;
    private final AbstractRoutingContext context;
    private volatile @Nullable Insight insight; // looked up when it is first asked
    private volatile @Nullable ThreadPools threadPools;
    private boolean stopped; // guarded by this

    ContextServices(AbstractRoutingContext context) {
        super(context);
        this.context = context;
        endpoints = new Endpoints(this, lifecycles);
    }

    @Override
    public void setExchangePool(int capacity) {
        setExchangePool(capacity, false);
        poolAsProfile = true;
    }

    @Override
    public void setExchangePool(int capacity, boolean checked) {
        beforeStart("setExchangePool");
        setPool(capacity == 0 ? null : new Exchanges(context, capacity, checked));
        poolAsProfile = false;
    }

    /** For settings that messages read without synchronization, or that cannot change while they are in use. */
    void beforeStart(String setter) {
        if (inUse) {
            throw new IllegalStateException(setter + ": context " + context + " is started: call it before start()");
        }
    }

    private void beforeStart(String setter, String parameter, @Nullable Object value, String remedy) {
        AbstractRoutingContext.notNull(setter, parameter, value, remedy);
        beforeStart(setter);
    }

    @Override
    public UuidGenerator getUuidGenerator() {
        if (uuidGenerator == null) {
            synchronized (this) {
                uuidGenerator = uuidGenerator == null ? new SequenceUuidGenerator() : uuidGenerator;
            }
        }
        return uuidGenerator;
    }

    @Override
    public synchronized void setUuidGenerator(UuidGenerator uuidGenerator) {
        beforeStart("setUuidGenerator", "uuidGenerator", uuidGenerator, "a UuidGenerator");
        this.uuidGenerator = uuidGenerator;
    }

    @Override
    public MessageClock getClock() {
        return clock;
    }

    @Override
    public void setClock(MessageClock clock) {
        beforeStart("setClock", "clock", clock, "a MessageClock");
        MessageClock former = this.clock;
        this.clock = clock; // first, else a message could start the former clock again
        former.close();
    }

    @Override
    public TypeConverterRegistry getTypeConverterRegistry() {
        if (typeConverters == null) {
            synchronized (this) {
                typeConverters = typeConverters == null ? new DefaultTypeConverterRegistry() : typeConverters;
            }
        }
        return typeConverters;
    }

    @Override
    public ShutdownStrategy getShutdownStrategy() {
        return shutdownStrategy;
    }

    @Override
    public void setShutdownStrategy(ShutdownStrategy shutdownStrategy) {
        beforeStart("setShutdownStrategy", "shutdownStrategy", shutdownStrategy, "a ShutdownStrategy");
        this.shutdownStrategy = shutdownStrategy;
    }

    // ---- listeners

    @Override
    public RunningRoutes getInflightRepository() {
        return context.routes;
    }

    @Override
    public void addEventNotifier(EventNotifier notifier) {
        AbstractRoutingContext.notNull("addEventNotifier", "notifier", notifier, "an EventNotifier");
        eventNotifiers.add(notifier);
        notifiersChanged();
        lifecycles.addIfService(notifier, active);
    }

    @Override
    public boolean removeEventNotifier(EventNotifier notifier) {
        AbstractRoutingContext.notNull("removeEventNotifier", "notifier", notifier, "an EventNotifier");
        boolean removed = eventNotifiers.remove(notifier);
        notifiersChanged();
        lifecycles.removeIfService(notifier);
        return removed;
    }

    private synchronized void notifiersChanged() {
        Watchers all = watchers();
        watchersOfTemplates = all.areOfSends() ? all : null;
    }

    @Override
    public void addLifecycleStrategy(LifecycleStrategy lifecycle) {
        AbstractRoutingContext.notNull("addLifecycleStrategy", "lifecycle", lifecycle, "a LifecycleStrategy");
        lifecycles.add(lifecycle);
    }

    @Override
    public void addMessageScope(MessageScope scope) {
        AbstractRoutingContext.notNull("addMessageScope", "scope", scope, "a MessageScope");
        scopes.add(scope);
    }

    /** The listeners of a route that starts now. */
    Watchers watchers() {
        return new Watchers(List.copyOf(eventNotifiers));
    }

    /** Null if {@code mehari-core-main} is not there. */
    @Nullable
    Insight insight() {
        if (insight == null) {
            // with the loader of this class, because that of a JMX thread may not see the jar
            insight = ServiceLoader.load(Insight.class, ContextServices.class.getClassLoader())
                    .findFirst()
                    .orElse(null);
        }
        return insight;
    }

    /** Null if nothing that needs it is switched on; throws if something is, and the jar is not there. */
    @Nullable
    Insight neededInsight() {
        String setter = isMessageHistory()
                ? "setMessageHistory"
                : isTracing() ? "setTracing" : isLifecycleLog() ? "setLifecycleLog" : null;
        if (setter == null) {
            return null;
        }
        Insight found = insight();
        if (found == null) {
            String by = isMessageHistory() && messageHistory == null ? " of the profile dev" : "";
            throw new IllegalStateException("Context " + context + ": " + setter + "(true)" + by
                    + " needs the artifact " + INSIGHT + ": add it, or call " + setter + "(false)");
        }
        return found;
    }

    /** One line in the place of a description, without that jar. */
    static Description notDescribed(String kind, String name) {
        Map<String, Object> note = Map.of("note", "add the artifact " + INSIGHT + " to see more");
        return new Description(kind, SafeText.of(name), null, null, note, List.of());
    }

    // ---- settings

    @Override
    public void setProfile(@Nullable String profile) {
        if (profile != null && !profile.equals("dev") && !profile.equals("prod")) {
            throw new IllegalArgumentException("There is no profile '" + profile + "': use dev or prod");
        }
        beforeStart("setProfile");
        dev = "dev".equals(profile);
    }

    @Override
    public void setMessageHistory(boolean messageHistory) {
        this.messageHistory = messageHistory;
    }

    @Override
    public boolean isMessageHistory() {
        Boolean said = messageHistory;
        return said != null ? said : dev;
    }

    // ---- for the engine

    @Override
    public void adopt(Component component) {
        context.own(component);
    }

    @Override
    public Endpoint hold(String uri) {
        return endpoints.hold(resolve(uri));
    }

    @Override
    public Endpoint borrow(String uri) {
        return endpoints.borrow(uri);
    }

    @Override
    public void giveBack(Endpoint endpoint) {
        endpoints.giveBack(endpoint);
    }

    @Override
    public String resolve(String text) {
        return text.contains("{{")
                ? new Placeholders(text, context.getGlobalOptions(), properties, propertyRemedy).resolve()
                : text;
    }

    @Override
    public void setObjectSource(Function<String, ? extends @Nullable Object> source) {
        beforeStart("setObjectSource", "source", source, "a function that returns null");
        objects = source;
    }

    @Override
    public void setPropertySource(Function<String, @Nullable String> source) {
        beforeStart("setPropertySource", "source", source, "a function that returns null");
        properties = source;
    }

    @Override
    public void setPropertySource(Function<String, @Nullable String> source, UnaryOperator<String> remedy) {
        AbstractRoutingContext.notNull("setPropertySource", "remedy", remedy, "a function that returns a text");
        setPropertySource(source);
        propertyRemedy = remedy;
    }

    @Override
    public ThreadPools getThreadPools() {
        ThreadPools known = threadPools;
        return known != null ? known : makeThreadPools();
    }

    private synchronized ThreadPools makeThreadPools() {
        if (threadPools == null) {
            ThreadPools made = DefaultThreadPools.of(context.getName());
            if (stopped) {
                made.stop();
            }
            threadPools = made;
        }
        return threadPools;
    }

    @Override
    public void setThreadPools(ThreadPools threadPools) {
        beforeStart("setThreadPools", "threadPools", threadPools, "a ThreadPools");
        ThreadPools former;
        synchronized (this) {
            former = this.threadPools;
            this.threadPools = threadPools;
        }
        if (former != null) {
            former.stop();
        }
    }

    @Override
    public void start() {
        inUse = true;
        neededInsight();
        waits.open();
        if (poolAsProfile) {
            getExchangeFactory().setChecked(dev);
        }
        ThreadPools pools = setStopped(false);
        if (pools != null) {
            pools.start();
        }
        lifecycles.startServices();
    }

    private synchronized @Nullable ThreadPools setStopped(boolean now) {
        stopped = now;
        return threadPools;
    }

    @Override
    public void stop() {
        inUse = false;
        lifecycles.stopServices();
        ThreadPools pools = setStopped(true);
        if (pools != null) {
            pools.stop();
        }
        clock.close();
    }
}
