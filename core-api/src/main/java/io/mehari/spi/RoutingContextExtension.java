package io.mehari.spi;

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

    public abstract ThreadPools getThreadPools();

    /** Replaces them; the context starts and stops what it is given. */
    public abstract void setThreadPools(ThreadPools threadPools);
}
