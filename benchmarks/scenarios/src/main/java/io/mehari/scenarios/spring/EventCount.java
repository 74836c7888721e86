package io.mehari.scenarios.spring;

import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.springframework.messaging.Message;
import org.springframework.messaging.MessageChannel;
import org.springframework.messaging.support.ChannelInterceptor;

/** Counts the messages that pass through the channels. */
final class EventCount implements ChannelInterceptor {
    private final LongAdder events = new LongAdder();

    EventCount() {}

    @Override
    public Message<?> preSend(Message<?> message, MessageChannel channel) {
        events.increment();
        return message;
    }

    @Override
    public void afterSendCompletion(
            Message<?> message, MessageChannel channel, boolean sent, @Nullable Exception failure) {
        events.increment();
    }
}
