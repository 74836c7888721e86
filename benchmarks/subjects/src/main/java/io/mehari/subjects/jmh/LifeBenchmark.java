package io.mehari.subjects.jmh;

import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.impl.Clocks;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.spi.ExchangeFactory;
import org.jspecify.annotations.NullUnmarked;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * What does it cost to create and to complete an exchange, depending on its factory and on the clock for its timestamp?
 * Expected: the coarse clock costs about as much as no clock; the pool saves bytes, not time.
 *
 * <p>{@code ./bench life}
 */
@State(Scope.Benchmark)
@NullUnmarked // fields are set by JMH
public class LifeBenchmark extends Measured {
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
        if (!factory.equals("prototype")) {
            context.getRoutingContextExtension().setExchangePool(100, factory.equals("pooled-checked"));
        }
        exchanges = context.getRoutingContextExtension().getExchangeFactory();
    }

    @Benchmark
    public Exchange createAndRelease() {
        Exchange exchange = exchanges.create(ExchangePattern.InOnly);
        exchange.setBody("body");
        exchanges.release(exchange);
        return exchange;
    }

    @TearDown
    public void tearDown() {
        context.stop();
    }
}
