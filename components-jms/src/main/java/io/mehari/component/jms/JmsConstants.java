package io.mehari.component.jms;

/**
 * Names of headers. A received message has all of them that its sender has set. A sender uses {@link #CORRELATION_ID},
 * {@link #TYPE}, {@link #GROUP_ID} and {@link #GROUP_SEQ}; with {@code preserveMessageQos=true} also {@link
 * #DELIVERY_MODE}, {@link #PRIORITY}, {@link #EXPIRATION} and {@link #REPLY_TO}.
 */
public final class JmsConstants {
    private JmsConstants() {}

    /** The id that the provider gave to the message, a {@code String}. */
    public static final String MESSAGE_ID = "JMSMessageID";

    /** What a reply has in common with its request, a {@code String}. */
    public static final String CORRELATION_ID = "JMSCorrelationID";

    /** The queue or topic that the message was sent to, a {@code jakarta.jms.Destination}. */
    public static final String DESTINATION = "JMSDestination";

    /** The queue or topic for the reply, a {@code jakarta.jms.Destination}. */
    public static final String REPLY_TO = "JMSReplyTo";

    /** A text that the sender's application has chosen. */
    public static final String TYPE = "JMSType";

    /** 2 if the broker stores the message, 1 if not; an {@code Integer}. */
    public static final String DELIVERY_MODE = "JMSDeliveryMode";

    /** From 0 to 9, an {@code Integer}. */
    public static final String PRIORITY = "JMSPriority";

    /** The time at which the message expires, in milliseconds since 1970, or 0; a {@code Long}. */
    public static final String EXPIRATION = "JMSExpiration";

    /** The time at which the message was sent, in milliseconds since 1970; a {@code Long}. */
    public static final String TIMESTAMP = "JMSTimestamp";

    /** Whether the message was delivered before, a {@code Boolean}. */
    public static final String REDELIVERED = "JMSRedelivered";

    /** How often the message was delivered; 1 the first time; an {@code Integer}. */
    public static final String DELIVERY_COUNT = "JMSXDeliveryCount";

    /** The group of the message: a broker gives all messages of a group to one consumer. */
    public static final String GROUP_ID = "JMSXGroupID";

    /** The number of the message in its group, an {@code Integer}. */
    public static final String GROUP_SEQ = "JMSXGroupSeq";
}
