/** Queues and topics of message brokers, {@code jms:}, over Jakarta Messaging. They are found by their scheme. */
@org.jspecify.annotations.NullMarked
module io.mehari.component.jms {
    requires transitive io.mehari.api;
    requires transitive io.mehari.connector;
    requires transitive jakarta.messaging;
    requires static org.jspecify;

    exports io.mehari.component.jms;

    provides io.mehari.Component with
            io.mehari.component.jms.JmsComponent;
}
