package io.mehari.subjects.jmh;

import io.mehari.subjects.ExchangeSubject;
import org.jspecify.annotations.NullUnmarked;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/** A benchmark of operations on an exchange. */
@NullUnmarked // fields are set by JMH
public abstract class MeasuredExchanges extends Measured {
    @Param("mehari")
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
    void prepare() {}

    @TearDown
    public void tearDown() {
        exchanges.close();
    }
}
