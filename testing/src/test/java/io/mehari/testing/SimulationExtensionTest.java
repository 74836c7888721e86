package io.mehari.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.mehari.ProducerTemplate;
import io.mehari.RoutingContext;
import io.mehari.component.mock.MockEndpoint;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

class SimulationExtensionTest {

    /** Not run by themselves: the tests below run them. */
    @Tag("slow")
    static class Samples {
        static final List<Long> SEEDS = new ArrayList<>();

        @SimulationTest(seeds = 5)
        void remembersItsSeed(Simulation simulation) {
            SEEDS.add(simulation.seed());
        }

        @Test
        @ExtendWith(SimulationExtension.class)
        void fails(RoutingContext context, ProducerTemplate template, SimulatedTime time) throws Exception {
            context.addRoutes(r -> {
                r.from("seda:in").routeId("intake").delay(86_400_000).to("seda:bank");
                r.from("seda:bank").routeId("bank").process(exchange -> {
                    throw new IllegalStateException("the bank is closed");
                });
            });
            context.start();
            template.sendBody("seda:in", "a");
            time.runUntilIdle();
            MockEndpoint.resolve(context, "mock:paid").expectedMessageCount(1);
            MockEndpoint.resolve(context, "mock:paid").assertIsSatisfied();
        }

        @SimulationTest
        void hasAFaultThatNoMessageCameTo(Chaos chaos) {
            chaos.at("nowhere").fails(1);
        }

        @SimulationTest
        void leavesAThreadThatIsAlwaysReady(Simulation simulation) {
            Member test = SimulatedThreading.me();
            assertThat(test).isNotNull();
            test.turns.mostTurns = 1_000;
            simulation.context().start();
            Member busy = test.turns
                    .threads()
                    .make(
                            "busy",
                            () -> {
                                while (true) {
                                    test.turns.letOthersRun(SimulatedThreading.me());
                                }
                            },
                            false);
            busy.thread.start();
        }

        @SimulationTest
        void movesItsTime(SimulatedTime time) {
            time.advance(Duration.ofDays(400));
            assertThat(time).hasToString("2027-02-05T00:00:00Z");
        }
    }

    @Test
    void eachSeedHasARunOfItsOwn() {
        Samples.SEEDS.clear();
        run("remembersItsSeed");
        assertThat(Samples.SEEDS).containsExactly(1L, 2L, 3L, 4L, 5L);
    }

    @Test
    void aPropertyRepeatsOneSeed() {
        Samples.SEEDS.clear();
        System.setProperty("mehari.seed", "17");
        try {
            run("remembersItsSeed");
        } finally {
            System.clearProperty("mehari.seed");
        }
        assertThat(Samples.SEEDS).containsExactly(17L);
    }

    @Test
    void aPropertyGivesMoreSeeds() {
        Samples.SEEDS.clear();
        System.setProperty("mehari.seeds", "30");
        try {
            run("remembersItsSeed");
        } finally {
            System.clearProperty("mehari.seeds");
        }
        assertThat(Samples.SEEDS).hasSize(30);
    }

    @Test
    void aFailedTestSaysItsSeedAndTheJourneysOfItsMessages() {
        List<Throwable> failures = run("fails");
        assertThat(failures).singleElement().isInstanceOf(AssertionError.class);
        String report = failures.get(0).getSuppressed()[0].getMessage();
        assertThat(report)
                .contains("-Dmehari.seed=1")
                .contains("message-1: a")
                .contains("message-2: a")
                .containsPattern("\\+00:00:00.000  simulated-intake-seda:in-1  intake  1 \\(delay\\)")
                .containsPattern("\\+1d 00:00:00.000  simulated-worker-\\d+  intake  2 \\(to seda:bank\\)")
                .containsPattern("bank  1 \\(process\\)  failed: .*the bank is closed");
    }

    @Test
    void aFaultWithoutAMessageFailsTheTest() {
        assertThat(run("hasAFaultThatNoMessageCameTo")).singleElement().satisfies(failure -> {
            assertThat(failure).hasMessageContaining("nowhere");
            assertThat(failure.getSuppressed()[0]).hasMessageContaining("-Dmehari.seed=1");
        });
    }

    @Test
    void aCloseThatFailsSaysItsSeed() {
        assertThat(run("leavesAThreadThatIsAlwaysReady")).singleElement().satisfies(failure -> {
            assertThat(failure).hasMessageContaining("1000 turns").hasMessageContaining("busy");
            assertThat(failure.getSuppressed()[0]).hasMessageContaining("-Dmehari.seed=1");
        });
    }

    /** JUnit 5.12 and before has no other way to tell a run its seed; a BOM of the user may choose that version. */
    @Test
    void theSeedIsSetByACallbackOfAllVersionsOfJUnit() throws Exception {
        Method method = Samples.class.getDeclaredMethod("remembersItsSeed", Simulation.class);
        ExtensionContext test = (ExtensionContext) Proxy.newProxyInstance(
                Samples.class.getClassLoader(),
                new Class<?>[] {ExtensionContext.class},
                (proxy, called, arguments) -> called.getName().equals("getTestMethod") ? Optional.of(method) : null);
        List<TestTemplateInvocationContext> runs = new SimulationExtension()
                .provideTestTemplateInvocationContexts(test)
                .toList();
        assertThat(runs)
                .hasSize(5)
                .allSatisfy(each -> assertThat(each.getAdditionalExtensions())
                        .singleElement()
                        .isInstanceOf(BeforeEachCallback.class));
    }

    @Test
    void aTestThatPassesReportsNothing() {
        assertThat(run("movesItsTime")).isEmpty();
    }

    private static List<Throwable> run(String method) {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(Samples.class))
                .build();
        List<Throwable> failures = new ArrayList<>();
        LauncherFactory.create().execute(request, new TestExecutionListener() {
            @Override
            public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                if (test.getUniqueId().contains("method:" + method + "(")
                        || test.getUniqueId().contains("test-template:" + method + "(")) {
                    result.getThrowable().ifPresent(failures::add);
                }
            }
        });
        return failures;
    }
}
