package io.mehari.benchmarks;

import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.impl.Clocks;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.impl.PooledExchangeFactory;
import io.mehari.impl.PrototypeExchangeFactory;
import io.mehari.spi.ExchangeFactory;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullUnmarked;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does it cost to make an exchange and to be done with it, by where it comes from and by the clock that dates it?
 * Expected: the coarse clock costs about as much as none; the pool saves bytes, not time.
 *
 * <p>{@code java -jar benchmarks.jar LifeBenchmark -prof gc}
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(
        value = 3,
        jvmArgsAppend = {"-Xms1g", "-Xmx1g", "-XX:+AlwaysPreTouch"
        }) // else the first pass over the heap is what is timed
@State(Scope.Benchmark)
@NullUnmarked // fields are set by JMH
public class LifeBenchmark {
    @Param({"prototype", "pooled", "pooled-checked"})
    public String factory;

    @Param({"coarse", "precise", "off"})
    public String clock;

    private DefaultRoutingContext context;
    private ExchangeFactory exchanges;

    @Setup
    public void setUp() {
        context = new DefaultRoutingContext();
        context.getRoutingContextExtension()
                .setClock(
                        switch (clock) {
                            case "coarse" -> Clocks.coarse();
                            case "precise" -> Clocks.precise();
                            default -> Clocks.off();
                        });
        exchanges = factory.equals("prototype")
                ? new PrototypeExchangeFactory(context)
                : new PooledExchangeFactory(context, 100, factory.equals("pooled-checked"));
    }

    @Benchmark
    public Exchange createAndRelease() {
        Exchange exchange = exchanges.create(ExchangePattern.InOnly);
        exchange.setBody("body");
        exchanges.release(exchange, exchanges.lease(exchange));
        return exchange;
    }

    @TearDown
    public void tearDown() {
        context.stop();
    }
}
