package io.mehari.spi.internal;

import io.mehari.AsyncProducer;
import io.mehari.Exchange;

/** A producer that can take over an exchange instead of copying it, if the sender does not need it any more. */
public interface HandoverProducer extends AsyncProducer {
    /**
     * Takes over the exchange with its completions. If this throws, the exchange still belongs to the caller.
     *
     * @return true if the exchange now belongs to the receiver, which ends and releases it: the caller must not use it
     *     again; false if the exchange was not taken over: the caller calls {@code process}
     */
    boolean handOver(Exchange exchange) throws Exception;
}
