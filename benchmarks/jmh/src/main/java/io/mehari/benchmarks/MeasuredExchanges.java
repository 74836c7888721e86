package io.mehari.benchmarks;

import org.jspecify.annotations.NullUnmarked;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/** A benchmark of operations on an exchange. */
@NullUnmarked // fields are set by JMH
public abstract class MeasuredExchanges extends Measured {
    @Param({"mehari", "camel-4.20.0", "camel-4.22.0"})
    public String subject;

    ExchangeSubject exchanges;

    @Setup
    public void setUp() {
        exchanges = ExchangeSubject.of(subject);
        prepare();
    }

    /**
     * Prepares what the benchmark needs in addition to the subject. JMH does not define an order for the set-up methods
     * of a class and its superclass.
     */
    abstract void prepare();

    @TearDown
    public void tearDown() {
        exchanges.close();
    }
}
