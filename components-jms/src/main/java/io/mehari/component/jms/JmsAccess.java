package io.mehari.component.jms;

import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.connector.QueuedSends;
import io.mehari.spi.ThreadPools;
import io.mehari.spi.internal.Log;
import jakarta.jms.Connection;
import jakarta.jms.Destination;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.JMSSecurityException;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageNotWriteableException;
import jakarta.jms.ResourceAllocationException;
import jakarta.jms.Session;
import jakarta.jms.TransactionRolledBackException;
import org.jspecify.annotations.Nullable;

/** What the producers and consumers of an endpoint share: its settings, its threads, and the way to its broker. */
final class JmsAccess {
    final JmsSettings settings;
    final QueuedSends queuedSends;
    private final Endpoint endpoint;

    JmsAccess(Endpoint endpoint, JmsSettings settings) {
        this.endpoint = endpoint;
        this.settings = settings;
        this.queuedSends =
                new QueuedSends(endpoint, settings.maxInFlight, settings.options.find(JmsOptions.ON_SEND_FAILURE));
    }

    ThreadPools pools() {
        return endpoint.getContext().getRoutingContextExtension().getThreadPools();
    }

    Exchange createExchange() {
        return endpoint.createExchange();
    }

    /** A new connection, not started yet. The password is given to the client here and nowhere else. */
    Connection connect() throws JMSException {
        String user = settings.username;
        return user == null
                ? settings.connectionFactory.createConnection()
                : settings.connectionFactory.createConnection(user, settings.password);
    }

    void testConnection() {
        try {
            connect().close();
        } catch (JMSException | RuntimeException e) {
            throw cannotConnect(e);
        }
    }

    JmsConnectionException cannotConnect(Throwable failure) {
        return new JmsConnectionException(
                endpoint + " cannot connect (" + Log.describe(failure)
                        + "): check that the broker runs, and the address, user and password of the connection factory",
                failure);
    }

    /** What a sender is told: the failure itself, or that the connection is lost by it. */
    Throwable lostBefore(Throwable failure) {
        boolean isGood =
                !(failure instanceof Exception) || failure instanceof JmsConnectionException || isOfMessage(failure);
        return isGood ? failure : lossOf(failure);
    }

    /** If it cannot be made, this is what was thrown: law S4, a sender must not wait for ever. */
    @SuppressWarnings("CatchingUnchecked") // such as an OutOfMemoryError
    Throwable lossOf(@Nullable Throwable why) {
        try {
            return new JmsConnectionException(
                    endpoint + " lost its connection before a message was acknowledged or answered"
                            + (why == null ? "" : " (" + Log.describe(why) + ")") + ": it may have arrived or not",
                    why);
        } catch (Throwable e) {
            return e;
        }
    }

    /** Whether only one message has failed, and the connection is still good. */
    static boolean isOfMessage(Throwable failure) {
        return failure instanceof MessageFormatException
                || failure instanceof MessageNotWriteableException
                || failure instanceof InvalidDestinationException
                || failure instanceof JMSSecurityException
                || failure instanceof ResourceAllocationException
                || failure instanceof TransactionRolledBackException
                || failure instanceof UnsupportedOperationException
                || failure instanceof JmsMessageException;
    }

    Destination destination(Session session) throws JMSException {
        return settings.topic ? session.createTopic(settings.destination) : session.createQueue(settings.destination);
    }

    @Override
    public String toString() {
        return endpoint.toString();
    }
}
