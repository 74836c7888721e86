package io.mehari.component.jms;

import io.mehari.Exchange;
import io.mehari.component.jms.JmsOptions.MessageType;
import io.mehari.connector.HeaderFilter;
import io.mehari.spi.internal.AsciiCase;
import io.mehari.spi.internal.SafeText;
import jakarta.jms.BytesMessage;
import jakarta.jms.DeliveryMode;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.Session;
import jakarta.jms.StreamMessage;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a message will be made of. It is read from the exchange on the thread of the sender, where the conversions of
 * the user run; the message itself is made on the thread of the session.
 */
final class Outgoing {
    /** The types that a property may have. */
    private static final Set<Class<?>> SIMPLE = Set.of(
            String.class, Boolean.class, Integer.class, Long.class, Double.class, Float.class, Short.class, Byte.class);

    private final @Nullable MessageType type;
    private final @Nullable Object body;
    private final List<Object> properties = new ArrayList<>();
    private @Nullable String correlationId;
    private @Nullable String jmsType;
    private @Nullable Destination replyTo;

    /** Where a reply goes; null for the destination of the endpoint. */
    @Nullable
    Destination to;

    final int deliveryMode;
    final int priority;
    final long timeToLiveMillis;

    private Outgoing(Exchange exchange, JmsSettings settings, boolean forwardsReplyTo) throws Exception {
        Object plain = exchange.getBody();
        type = type(plain, settings.messageType);
        body = type == null ? null : convert(exchange, plain, type);
        correlationId = text(exchange, JmsConstants.CORRELATION_ID);
        jmsType = text(exchange, JmsConstants.TYPE);
        boolean preserve = settings.preserveMessageQos;
        Integer mode = preserve ? number(exchange, JmsConstants.DELIVERY_MODE) : null;
        Integer level = preserve ? number(exchange, JmsConstants.PRIORITY) : null;
        deliveryMode = mode == null || (mode != DeliveryMode.PERSISTENT && mode != DeliveryMode.NON_PERSISTENT)
                ? settings.deliveryMode
                : mode;
        priority = level == null || level < 0 || level > 9 ? settings.priority : level;
        Long expires = preserve && exchange.getHeader(JmsConstants.EXPIRATION) instanceof Long at && at > 0 ? at : null;
        timeToLiveMillis =
                expires == null ? settings.timeToLiveMillis : Math.max(1, expires - System.currentTimeMillis());
        if (preserve && forwardsReplyTo && exchange.getHeader(JmsConstants.REPLY_TO) instanceof Destination to) {
            replyTo = to;
        }
        headers(exchange);
    }

    static Outgoing message(Exchange exchange, JmsSettings settings, boolean expectsReply) throws Exception {
        return new Outgoing(exchange, settings, !expectsReply);
    }

    static Outgoing reply(Exchange exchange, JmsSettings settings, Destination to, @Nullable String correlationId)
            throws Exception {
        Outgoing reply = new Outgoing(exchange, settings, false);
        reply.to = to;
        reply.correlationId = correlationId;
        return reply;
    }

    // ---- from the exchange

    private static @Nullable MessageType type(@Nullable Object body, @Nullable MessageType asked) {
        if (body == null || asked != null) {
            return body == null ? null : asked;
        } else if (HeaderFilter.text(body) != null) {
            return MessageType.Text;
        } else if (body instanceof byte[] || body instanceof ByteBuffer || body instanceof InputStream) {
            return MessageType.Bytes;
        } else if (body instanceof Map) {
            return MessageType.Map;
        } else if (body instanceof List) {
            return MessageType.Stream;
        }
        throw new JmsMessageException(
                "A body of type " + body.getClass().getName() + " is no kind of message: convert it to a String or a"
                        + " byte[] before, for example to JSON, or set jmsMessageType if there is a type converter",
                null);
    }

    private static Object convert(Exchange exchange, @Nullable Object plain, MessageType type) throws Exception {
        return switch (type) {
            case Text -> exchange.getMandatoryBody(String.class);
            case Map -> entries(exchange.getMandatoryBody(Map.class));
            case Stream -> elements(exchange.getMandatoryBody(List.class));
            default -> plain instanceof byte[] bytes ? bytes.clone() : exchange.getMandatoryBody(byte[].class);
        };
    }

    private static Map<String, @Nullable Object> entries(Map<?, ?> map) {
        Map<String, @Nullable Object> entries = new LinkedHashMap<>();
        for (Map.Entry<?, ?> each : map.entrySet()) {
            if (!(each.getKey() instanceof String name) || name.isEmpty()) {
                throw new JmsMessageException(
                        "A map with the key " + SafeText.of(each.getKey()) + " is no message: the keys of a MapMessage"
                                + " must be texts that are not empty",
                        null);
            }
            entries.put(name, element(each.getValue()));
        }
        return entries;
    }

    private static List<@Nullable Object> elements(List<?> list) {
        List<@Nullable Object> elements = new ArrayList<>(list.size());
        for (Object each : list) {
            elements.add(element(each));
        }
        return elements;
    }

    private static @Nullable Object element(@Nullable Object value) {
        if (value == null || value instanceof byte[] || isSimple(value) || value instanceof Character) {
            return value;
        } else if (value instanceof CharSequence || value instanceof Enum) {
            return value.toString();
        }
        throw new JmsMessageException(
                "A value of type " + value.getClass().getName() + " has no place in a map or stream message: convert it"
                        + " to a text, a number or a byte[]",
                null);
    }

    private static boolean isSimple(Object value) {
        return SIMPLE.contains(value.getClass());
    }

    private void headers(Exchange exchange) {
        if (!exchange.hasHeaders()) {
            return;
        }
        for (Map.Entry<String, @Nullable Object> each : exchange.getHeaders().entrySet()) {
            String name = each.getKey();
            Object value = each.getValue();
            if (value == null) {
                continue;
            }
            if (PropertyNames.isReserved(name)) {
                group(name, value);
            } else if (PropertyNames.decode(name) != null) {
                Object sent = isSimple(value) ? value : HeaderFilter.text(value);
                if (sent != null) {
                    property(PropertyNames.encode(name), sent);
                }
            }
        }
    }

    private void group(String name, Object value) {
        if (AsciiCase.equal(name, JmsConstants.GROUP_ID) && value instanceof String) {
            property(JmsConstants.GROUP_ID, value);
        } else if (AsciiCase.equal(name, JmsConstants.GROUP_SEQ) && value instanceof Integer) {
            property(JmsConstants.GROUP_SEQ, value);
        }
    }

    private void property(String name, Object value) {
        properties.add(name);
        properties.add(value);
    }

    private static @Nullable String text(Exchange exchange, String header) {
        return exchange.getHeader(header) instanceof CharSequence text ? text.toString() : null;
    }

    private static @Nullable Integer number(Exchange exchange, String header) {
        return exchange.getHeader(header) instanceof Integer number ? number : null;
    }

    // ---- to a message, on the thread of the session

    Message toMessage(Session session) throws JMSException {
        Message message = withBody(session);
        for (int i = 0; i < properties.size(); i += 2) {
            message.setObjectProperty((String) properties.get(i), properties.get(i + 1));
        }
        if (correlationId != null) {
            message.setJMSCorrelationID(correlationId);
        }
        if (jmsType != null) {
            message.setJMSType(jmsType);
        }
        if (replyTo != null) {
            message.setJMSReplyTo(replyTo);
        }
        return message;
    }

    private Message withBody(Session session) throws JMSException {
        Object content = body;
        if (type == null || content == null) {
            return session.createMessage();
        }
        switch (type) {
            case Text -> {
                return session.createTextMessage((String) content);
            }
            case Map -> {
                MapMessage map = session.createMapMessage();
                for (Map.Entry<?, ?> each : ((Map<?, ?>) content).entrySet()) {
                    map.setObject((String) each.getKey(), each.getValue());
                }
                return map;
            }
            case Stream -> {
                StreamMessage stream = session.createStreamMessage();
                for (Object each : (List<?>) content) {
                    stream.writeObject(each);
                }
                return stream;
            }
            default -> {
                BytesMessage bytes = session.createBytesMessage();
                bytes.writeBytes((byte[]) content);
                return bytes;
            }
        }
    }
}
