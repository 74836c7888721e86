package io.mehari.lab.camel.seda;

import org.apache.camel.AsyncEndpoint;
import org.apache.camel.Consumer;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.WaitForTaskToComplete;
import org.apache.camel.support.DefaultEndpoint;

/** An endpoint {@code seda:name}. Its options have the same meaning as in Camel. */
public final class RingEndpoint extends DefaultEndpoint implements AsyncEndpoint {
    private final Ring ring;
    private int concurrentConsumers = 1;
    private boolean purgeWhenStopping;
    private WaitForTaskToComplete waitForTaskToComplete = WaitForTaskToComplete.IfReplyExpected;
    private long timeout = 30_000;
    private long offerTimeout;
    private boolean blockWhenFull;
    private boolean discardWhenFull;
    private boolean failIfNoConsumers;
    private boolean discardIfNoConsumers;

    RingEndpoint(String uri, RingComponent component, Ring ring) {
        super(uri, component);
        this.ring = ring;
    }

    @Override
    public boolean isRemote() {
        return false;
    }

    @Override
    public Producer createProducer() {
        return new RingProducer(this, ring);
    }

    @Override
    public Consumer createConsumer(Processor processor) throws Exception {
        RingConsumer consumer = new RingConsumer(this, ring, processor);
        configureConsumer(consumer);
        return consumer;
    }

    // ---- options

    public int getSize() {
        return ring.size();
    }

    public void setSize(int size) {
        ring.setSize(size);
    }

    public int getConcurrentConsumers() {
        return concurrentConsumers;
    }

    public void setConcurrentConsumers(int concurrentConsumers) {
        if (concurrentConsumers < 1) {
            throw new IllegalArgumentException("concurrentConsumers is " + concurrentConsumers + "; choose 1 or more");
        }
        this.concurrentConsumers = concurrentConsumers;
    }

    public boolean isPurgeWhenStopping() {
        return purgeWhenStopping;
    }

    public void setPurgeWhenStopping(boolean purgeWhenStopping) {
        this.purgeWhenStopping = purgeWhenStopping;
    }

    public WaitForTaskToComplete getWaitForTaskToComplete() {
        return waitForTaskToComplete;
    }

    public void setWaitForTaskToComplete(WaitForTaskToComplete waitForTaskToComplete) {
        this.waitForTaskToComplete = waitForTaskToComplete;
    }

    public long getTimeout() {
        return timeout;
    }

    public void setTimeout(long timeout) {
        this.timeout = timeout;
    }

    public long getOfferTimeout() {
        return offerTimeout;
    }

    public void setOfferTimeout(long offerTimeout) {
        this.offerTimeout = offerTimeout;
    }

    public boolean isBlockWhenFull() {
        return blockWhenFull;
    }

    public void setBlockWhenFull(boolean blockWhenFull) {
        this.blockWhenFull = blockWhenFull;
    }

    public boolean isDiscardWhenFull() {
        return discardWhenFull;
    }

    public void setDiscardWhenFull(boolean discardWhenFull) {
        this.discardWhenFull = discardWhenFull;
    }

    public boolean isFailIfNoConsumers() {
        return failIfNoConsumers;
    }

    public void setFailIfNoConsumers(boolean failIfNoConsumers) {
        this.failIfNoConsumers = failIfNoConsumers;
    }

    public boolean isDiscardIfNoConsumers() {
        return discardIfNoConsumers;
    }

    public void setDiscardIfNoConsumers(boolean discardIfNoConsumers) {
        this.discardIfNoConsumers = discardIfNoConsumers;
    }
}
