package io.mehari.impl.exchange;

import io.mehari.spi.ExchangeFactory;

/** A factory whose exchanges all have the same origin. */
public abstract class ContextExchangeFactory implements ExchangeFactory {
    final Origin origin;

    protected ContextExchangeFactory(Origin origin) {
        this.origin = origin;
    }

    protected final Origin origin() {
        return origin;
    }

    /** Called when the context starts, before there is any message: whether its profile asks for checks. */
    public void followProfile(boolean check) {}
}
