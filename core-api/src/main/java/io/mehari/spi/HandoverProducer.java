package io.mehari.spi;

import io.mehari.AsyncProducer;
import io.mehari.Exchange;

/** A producer that can take an exchange itself instead of a copy, where nobody needs it behind this step. */
public interface HandoverProducer extends AsyncProducer {
    /**
     * Takes the exchange over, with its completions. When this throws, it is still the caller's.
     *
     * @return true when it belongs to the receiver from now on, who ends and releases it: the caller must not touch it
     *     again; false when it cannot be taken and must be processed as usual
     */
    boolean handOver(Exchange exchange) throws Exception;
}
