package io.mehari.lab.spring;

import io.mehari.lab.api.Operations;
import io.mehari.lab.api.Workload;
import java.util.Collections;
import java.util.List;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.integration.channel.DirectChannel;
import org.springframework.integration.channel.QueueChannel;
import org.springframework.integration.core.MessagingTemplate;
import org.springframework.integration.splitter.DefaultMessageSplitter;
import org.springframework.integration.support.MessageBuilder;
import org.springframework.messaging.Message;
import org.springframework.messaging.support.GenericMessage;

/**
 * Measures the cost of messages and their headers in Spring Integration: of messages alone, and in channels. The
 * channels are beans of a context, so that they have all that the framework gives them. A send that names its channel
 * by a String also measures how the channel is found.
 */
public final class SpringMessages implements Workload {
    private static final int CAPACITY = 1000;
    private static final int PARTS = 100;
    private static final String[] NAMES = {"orderId", "customer", "category", "region", "tenant"};

    private final GenericApplicationContext context = new GenericApplicationContext();

    @Override
    public void start(Operations operations) {
        DirectChannel direct = new DirectChannel();
        DirectChannel parts = new DirectChannel();
        QueueChannel queue = new QueueChannel(CAPACITY);
        DefaultMessageSplitter splitter = new DefaultMessageSplitter();
        splitter.setOutputChannel(parts);
        context.registerBean("direct", DirectChannel.class, () -> direct);
        context.registerBean("parts", DirectChannel.class, () -> parts);
        context.registerBean("queue", QueueChannel.class, () -> queue);
        context.registerBean("splitter", DefaultMessageSplitter.class, () -> splitter);
        context.refresh();
        direct.subscribe(message -> message.getHeaders().get("region"));
        parts.subscribe(message -> message.getHeaders().get("sequenceNumber"));
        MessagingTemplate template = new MessagingTemplate();
        template.setBeanFactory(context);

        operations.add("new message", () -> new GenericMessage<>("body"));
        operations.add("new, 5 headers", SpringMessages::newMessage);
        Message<String> origin = newMessage();
        operations.add("copy and write a header", () -> MessageBuilder.fromMessage(origin)
                .setHeader("category", "low")
                .build());
        operations.add("direct by channel, 5 headers", () -> direct.send(newMessage()));
        operations.add("direct by String, 5 headers", () -> {
            template.send("direct", newMessage());
            return template;
        });
        operations.add("send and receive", () -> {
            queue.send(new GenericMessage<>("body"));
            return queue.receive(0);
        });
        List<String> whole = Collections.nCopies(PARTS, "part");
        operations.add("split", PARTS, () -> {
            splitter.handleMessage(new GenericMessage<>(whole));
            return whole;
        });
    }

    private static Message<String> newMessage() {
        MessageBuilder<String> builder = MessageBuilder.withPayload("body");
        for (String name : NAMES) {
            builder.setHeader(name, "value");
        }
        return builder.build();
    }

    @Override
    public void stop() {
        context.close();
    }
}
