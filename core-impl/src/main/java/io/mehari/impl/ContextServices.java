package io.mehari.impl;

import io.mehari.RoutingContext;
import io.mehari.collect.CaseInsensitiveMap;
import io.mehari.impl.convert.DefaultTypeConverterRegistry;
import io.mehari.spi.ExchangeFactory;
import io.mehari.spi.HeadersMapFactory;
import io.mehari.spi.MessageClock;
import io.mehari.spi.RoutingContextExtension;
import io.mehari.spi.ShutdownStrategy;
import io.mehari.spi.ThreadPools;
import io.mehari.spi.TypeConverterRegistry;
import io.mehari.spi.UuidGenerator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The services of one context, each in a field of its own type. */
final class ContextServices extends RoutingContextExtension {

    private final TypeConverterRegistry typeConverters = new DefaultTypeConverterRegistry();
    private ExchangeFactory exchangeFactory;
    private HeadersMapFactory headersMapFactory = new CaseInsensitiveHeaders();
    private UuidGenerator uuidGenerator = new SequenceUuidGenerator();
    private MessageClock clock = Clocks.coarse();

    private ShutdownStrategy shutdownStrategy = new DefaultShutdownStrategy();
    private ThreadPools threadPools;

    ContextServices(RoutingContext context) {
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
