package io.mehari.subjects.spring;

import io.mehari.subjects.Payload;
import io.mehari.subjects.Scenario;
import io.mehari.subjects.Sink;
import io.mehari.subjects.Subject;
import io.mehari.subjects.Task;
import java.io.File;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.integration.aggregator.MessageCountReleaseStrategy;
import org.springframework.integration.channel.QueueChannel;
import org.springframework.integration.config.EnableIntegration;
import org.springframework.integration.core.MessagingTemplate;
import org.springframework.integration.dsl.IntegrationFlow;
import org.springframework.integration.dsl.IntegrationFlowBuilder;
import org.springframework.integration.dsl.PollerFactory;
import org.springframework.integration.dsl.PollerSpec;
import org.springframework.messaging.MessageChannel;
import org.springframework.messaging.MessageHandler;
import org.springframework.messaging.support.GenericMessage;

/** Spring Integration with its Java DSL. Queues are queue channels, and each consumer has its own poller. */
@NullUnmarked // fields are set by start
public final class SpringSubject implements Subject {
    /*
     * Turns logging off completely, which is the fastest setting. With SLF4J, QueueChannel.receive builds a debug text
     * for each message even if the logger is off. This must be set before the first logger is created.
     */
    static {
        System.setProperty("org.apache.commons.logging.LogFactory", "org.apache.commons.logging.impl.LogFactoryImpl");
        System.setProperty("org.apache.commons.logging.Log", "org.apache.commons.logging.impl.NoOpLog");
    }

    private final AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
    private MessageChannel entry;
    private MessagingTemplate requests;
    private MessageHandler end;

    /** Enables Spring Integration, which creates flows from the beans that describe them. */
    @Configuration(proxyBeanMethods = false)
    @EnableIntegration
    static class Integration {
        Integration() {}
    }

    @Override
    public void start(Scenario scenario, Sink sink) {
        end = message -> sink.deliver(message, message.getPayload());
        context.register(Integration.class);
        flows(scenario, sink);
        context.refresh();
        entry = context.getBean("in", MessageChannel.class);
        if (scenario.task() == Task.REQUEST) {
            requests = new MessagingTemplate(entry);
        }
    }

    private void flows(Scenario scenario, Sink sink) {
        switch (scenario.task()) {
            case DIRECT -> add("direct", from("in").handle(end));
            case SPLIT_CHOICE -> splitAndChoice();
            case SEDA -> consumers(scenario);
            case ROUTER -> router(scenario);
            case FILTER ->
                add("filter", from("in").filter(Object.class, Payload::isKept).handle(end));
            case AGGREGATOR ->
                add(
                        "aggregator",
                        from("in")
                                .aggregate(group -> group.correlationStrategy(message -> "all")
                                        .releaseStrategy(new MessageCountReleaseStrategy(Scenario.GROUP))
                                        .expireGroupsUponCompletion(true))
                                .handle(message -> sink.deliverAll(message, (List<?>) message.getPayload())));
            case FAN_OUT ->
                add("fan-out", from("in").publishSubscribeChannel(all -> {
                    for (int i = 0; i < Scenario.FAN; i++) {
                        all.subscribe(flow -> flow.handle(end));
                    }
                }));
            case REQUEST -> replier(sink);
            default -> throw new IllegalArgumentException("not in Spring Integration: " + scenario);
        }
    }

    private static IntegrationFlowBuilder from(String channel) {
        return IntegrationFlow.from(channel);
    }

    private void add(String name, IntegrationFlowBuilder flow) {
        context.registerBean("flow-" + name, IntegrationFlow.class, flow::get);
    }

    private void queue() {
        context.registerBean("in", QueueChannel.class, () -> new QueueChannel(Scenario.CAPACITY));
    }

    /** A poller that takes messages as long as there are any, and waits for more without returning to the scheduler. */
    private static PollerSpec poller(PollerFactory pollers) {
        return pollers.fixedDelay(1).maxMessagesPerPoll(-1);
    }

    private void consumers(Scenario scenario) {
        queue();
        for (int i = 0; i < scenario.consumers(); i++) {
            add("consumer" + i, from("in").handle(end, e -> e.poller(SpringSubject::poller)));
        }
    }

    private void splitAndChoice() {
        add("split", from("in").split().channel("part"));
        add(
                "choice",
                from("part")
                        .route(
                                Object.class,
                                Payload::isKept,
                                to -> to.channelMapping(true, "kept").channelMapping(false, "others")));
        add("kept", from("kept").handle(end));
        add("others", from("others").handle(end));
    }

    private void router(Scenario scenario) {
        if (scenario.mixed()) {
            add(
                    "router",
                    from("in")
                            .route(
                                    Object.class,
                                    Object::getClass,
                                    to -> to.channelMapping(String.class, "a")
                                            .channelMapping(Integer.class, "b")
                                            .channelMapping(File.class, "c")
                                            .channelMapping(Payload.Parcel.class, "d")));
        } else {
            add(
                    "router",
                    from("in")
                            .route(
                                    Payload.Parcel.class,
                                    Payload.Parcel::kind,
                                    to -> to.channelMapping(0, "a")
                                            .channelMapping(1, "b")
                                            .channelMapping(2, "c")
                                            .channelMapping(3, "d")));
        }
        for (String each : List.of("a", "b", "c", "d")) {
            add("route-" + each, from(each).handle(end));
        }
    }

    private void replier(Sink sink) {
        queue();
        add(
                "replier",
                from("in")
                        .handle(
                                Object.class,
                                (body, headers) -> {
                                    sink.deliver(headers, body);
                                    return body;
                                },
                                e -> e.poller(SpringSubject::poller)));
    }

    @Override
    public void send(Object body) {
        if (requests != null) {
            requests.convertSendAndReceive(body, Object.class);
        } else if (!entry.send(new GenericMessage<>(body))) {
            throw new IllegalStateException("The channel did not take " + body);
        }
    }

    @Override
    public void close() {
        context.close();
    }
}
