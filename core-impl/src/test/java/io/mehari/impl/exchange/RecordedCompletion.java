package io.mehari.impl.exchange;

import io.mehari.Exchange;
import io.mehari.spi.Synchronization;
import java.util.List;

/** A completion that writes down what happens to it. */
public class RecordedCompletion implements Synchronization {
    private final String name;
    private final List<String> journal;

    public RecordedCompletion(String name, List<String> journal) {
        this.name = name;
        this.journal = journal;
    }

    @Override
    public void onComplete(Exchange exchange) {
        journal.add(name + " complete");
    }

    @Override
    public void onFailure(Exchange exchange) {
        journal.add(name + " failure");
    }

    @Override
    public boolean allowHandover() {
        return true;
    }

    @Override
    public void beforeHandover(Exchange target) {}

    @Override
    public String toString() {
        return name;
    }
}
