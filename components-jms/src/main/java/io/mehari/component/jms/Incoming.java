package io.mehari.component.jms;

import io.mehari.Exchange;
import io.mehari.spi.internal.SafeText;
import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageEOFException;
import jakarta.jms.ObjectMessage;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads a received message into an exchange. */
final class Incoming {
    /** Properties of the standard that a route sees. */
    private static final Set<String> FACTS =
            Set.of(JmsConstants.DELIVERY_COUNT, JmsConstants.GROUP_ID, JmsConstants.GROUP_SEQ);

    private Incoming() {}

    /**
     * The body: a String, a {@code byte[]}, a Map, a List, or null.
     *
     * @throws JmsMessageException if the message has a body that is not read
     */
    static @Nullable Object body(Message message) throws JMSException {
        if (message instanceof TextMessage text) {
            return text.getText();
        } else if (message instanceof BytesMessage bytes) {
            return bytes(bytes);
        } else if (message instanceof MapMessage map) {
            return map(map);
        } else if (message instanceof StreamMessage stream) {
            return list(stream);
        } else if (message instanceof ObjectMessage) {
            throw new JmsMessageException(
                    "The message " + SafeText.of(message.getJMSMessageID()) + " is an ObjectMessage, whose body would"
                            + " need Java serialization, which is not supported: let its sender send text or bytes, for"
                            + " example JSON",
                    null);
        }
        return null;
    }

    private static byte[] bytes(BytesMessage message) throws JMSException {
        long length = message.getBodyLength();
        if (length > Integer.MAX_VALUE - 8) {
            throw new JmsMessageException(
                    "The message " + SafeText.of(message.getJMSMessageID()) + " has " + length
                            + " bytes, more than an array can hold: let its sender send it in parts",
                    null);
        }
        byte[] bytes = new byte[(int) length];
        message.readBytes(bytes);
        return bytes;
    }

    private static Map<String, @Nullable Object> map(MapMessage message) throws JMSException {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        for (Enumeration<?> names = message.getMapNames(); names.hasMoreElements(); ) {
            String name = String.valueOf(names.nextElement());
            map.put(name, message.getObject(name));
        }
        return map;
    }

    private static List<@Nullable Object> list(StreamMessage message) throws JMSException {
        List<@Nullable Object> list = new ArrayList<>();
        try {
            while (true) {
                list.add(message.readObject());
            }
        } catch (MessageEOFException e) {
            return list;
        }
    }

    static void headers(Message message, Exchange exchange) throws JMSException {
        set(exchange, JmsConstants.MESSAGE_ID, message.getJMSMessageID());
        set(exchange, JmsConstants.CORRELATION_ID, message.getJMSCorrelationID());
        set(exchange, JmsConstants.DESTINATION, message.getJMSDestination());
        set(exchange, JmsConstants.REPLY_TO, message.getJMSReplyTo());
        set(exchange, JmsConstants.TYPE, message.getJMSType());
        exchange.setHeader(JmsConstants.DELIVERY_MODE, message.getJMSDeliveryMode());
        exchange.setHeader(JmsConstants.PRIORITY, message.getJMSPriority());
        exchange.setHeader(JmsConstants.EXPIRATION, message.getJMSExpiration());
        exchange.setHeader(JmsConstants.TIMESTAMP, message.getJMSTimestamp());
        exchange.setHeader(JmsConstants.REDELIVERED, message.getJMSRedelivered());
        for (Enumeration<?> names = message.getPropertyNames(); names.hasMoreElements(); ) {
            String property = String.valueOf(names.nextElement());
            String name = FACTS.contains(property) ? property : PropertyNames.decode(property);
            if (name != null) {
                exchange.setHeader(name, message.getObjectProperty(property));
            }
        }
    }

    private static void set(Exchange exchange, String name, @Nullable Object value) {
        if (value != null) {
            exchange.setHeader(name, value);
        }
    }
}
