package io.mehari.impl.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.RoutingContext;
import io.mehari.impl.Clocks;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.spi.LifecycleStrategy;
import io.mehari.spi.RoutingContextExtension;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** S5: a setting that comes too late is refused by name, instead of doing nothing or half of what it says. */
class SettersBeforeStartTest {

    static Stream<Map.Entry<String, Consumer<DefaultRoutingContext>>> setters() {
        return Stream.of(
                late("setExchangePool", each -> each.setExchangePool(10)),
                late("setExchangePool", each -> each.setExchangePool(0, true)),
                late("setClock", each -> each.setClock(Clocks.off())),
                late("setUuidGenerator", each -> each.setUuidGenerator(() -> "1")),
                late("setShutdownStrategy", each -> each.setShutdownStrategy(each.getShutdownStrategy())),
                late("setThreadPools", each -> each.setThreadPools(each.getThreadPools())),
                late("setObjectSource", each -> each.setObjectSource(name -> null)),
                late("setPropertySource", each -> each.setPropertySource(name -> null)),
                late("setProfile", each -> each.setProfile("dev")));
    }

    private static Map.Entry<String, Consumer<DefaultRoutingContext>> late(
            String name, Consumer<RoutingContextExtension> setter) {
        return Map.entry(name, context -> setter.accept(context.getRoutingContextExtension()));
    }

    /** No message and no pool exists yet, so it is early enough. */
    @ParameterizedTest
    @MethodSource("setters")
    void aListenerOfTheStartMayStillSet(Map.Entry<String, Consumer<DefaultRoutingContext>> setter) {
        try (DefaultRoutingContext context = new DefaultRoutingContext("early")) {
            context.getRoutingContextExtension().addLifecycleStrategy(new LifecycleStrategy() {
                @Override
                public void onContextStarting(RoutingContext starting) {
                    setter.getValue().accept(context);
                }
            });
            context.start();
            assertThat(context.isStarted()).isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("setters")
    void s5_aSetterThatMustComeBeforeTheStartIsRefusedAfterIt(
            Map.Entry<String, Consumer<DefaultRoutingContext>> setter) {
        try (DefaultRoutingContext context = new DefaultRoutingContext("late")) {
            context.start();
            assertThatThrownBy(() -> setter.getValue().accept(context))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage(setter.getKey() + ": context late is started: call it before start()");
            context.stop();
            setter.getValue().accept(context);
            context.start();
            assertThat(context.isStarted()).isTrue();
        }
    }
}
