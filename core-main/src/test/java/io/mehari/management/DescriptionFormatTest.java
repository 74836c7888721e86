package io.mehari.management;

import static io.mehari.builder.RouteBuilder.header;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.Description;
import io.mehari.impl.DefaultRoutingContext;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import javax.management.JMX;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DescriptionFormatTest {
    private final DefaultRoutingContext context = new DefaultRoutingContext("printed");

    @BeforeEach
    void routes() {
        context.addRoutes(r -> {
            r.from("direct:a")
                    .routeId("a")
                    .multicast()
                    .to("direct:b")
                    .to("log:y")
                    .end()
                    .to("log:x\"<#>");
            r.from("direct:b?block=false")
                    .routeId("b")
                    .autoStartup(false)
                    .choice()
                    .when(header("gift").isNotNull())
                    .to("log:y?level=DEBUG&password=hidden");
        });
    }

    @AfterEach
    void stop() {
        context.stop();
    }

    private static final String COUNTS = "status Stopped, inflight 0, pending 0, completed 0, failed 0";

    @Test
    void s6_mermaidLeadsFromStepToStepAndFromRouteToRoute() {
        assertThat(DescriptionFormat.of("mermaid").print(context.describe())).isEqualTo("""
                        flowchart TB
                          subgraph n0["a"]
                            n1(["from direct:a<br/>COUNTS"])
                            subgraph n2["1 (multicast)"]
                              n3["1 (to direct:b)"]
                              n4["2 (to log:y)"]
                            end
                            n1 --> n2
                            n5["2 (to log:x#34;#60;#35;#62;)"]
                            n2 --> n5
                          end
                          subgraph n6["b"]
                            n7(["from direct:b?block=false<br/>COUNTS"])
                            subgraph n8["1 (choice)"]
                              subgraph n9["when 1: header(gift) is not null"]
                                n10["1 (to log:y?level=DEBUG#38;password=xxxxxx)"]
                              end
                            end
                            n7 --> n8
                          end
                          n3 -.-> n7
                          n11(["log:y"])
                          n4 -.-> n11
                          n12(["log:x#34;#60;#35;#62;"])
                          n5 -.-> n12
                          n10 -.-> n11
                        """.replace("COUNTS", COUNTS));
    }

    @Test
    void s6_jsonHasTheSameTree() {
        assertThat(DescriptionFormat.of("json").print(context.getRoute("b").describe()))
                .isEqualTo(("{'kind':'route','name':'b','id':'b','uri':'direct:b?block=false',"
                                + "'status':'Stopped','inflight':0,'pending':0,'completed':0,'failed':0,'parts':["
                                + "{'kind':'choice','name':'1 (choice)','parts':["
                                + "{'kind':'when','name':'when 1','if':'header(gift) is not null','parts':["
                                + "{'kind':'to','name':'1 (to log:y?level=DEBUG&password=xxxxxx)',"
                                + "'uri':'log:y?level=DEBUG&password=xxxxxx'}]}]}]}")
                        .replace('\'', '"'));
        Description odd = new Description("k", "a\"\\\n\u2028\ud83d\ude00", null, null, Map.of("n", true), List.of());
        assertThat(DescriptionFormat.JSON.print(odd))
                .isEqualTo("{\"kind\":\"k\",\"name\":\"a\\\"\\\\\\u000a\u2028\\ud83d\\ude00\",\"n\":true}");
    }

    @Test
    void s6_jmxShowsTheSame() throws Exception {
        context.getRoutingContextExtension().addLifecycleStrategy(new JmxManagement());
        context.start();
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        String names = "io.mehari:context=\"printed\",type=";
        var whole = JMX.newMXBeanProxy(server, new ObjectName(names + "context"), ContextMXBean.class);
        var route = JMX.newMXBeanProxy(server, new ObjectName(names + "route,name=\"a\""), RouteMXBean.class);
        assertThat(whole.describe("text")).isEqualTo(context.describe().toString());
        assertThat(route.describe("json"))
                .isEqualTo(DescriptionFormat.JSON.print(context.getRoute("a").describe()));
        assertThatThrownBy(() -> route.describe("xml")).hasMessageContaining("use text, json or mermaid");
    }
}
