package io.mehari.component.camel;

import io.mehari.Consumer;
import io.mehari.Endpoint;
import io.mehari.PollingConsumer;
import io.mehari.Processor;
import io.mehari.Producer;
import io.mehari.ResolveEndpointFailedException;
import io.mehari.RoutingContext;
import io.mehari.spi.ShutdownAware;
import io.mehari.spi.internal.SafeText;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An endpoint of Camel, in a route of Mehari. */
final class CamelEndpoint extends Endpoint implements ShutdownAware {
    private static final Pattern LIMIT = Pattern.compile("([?&])mehari\\.maxInFlight=[^&]*(&|$)");

    final Link link;
    private final String camelUri;
    final int maxInFlight;

    CamelEndpoint(RoutingContext context, String uri, Link link, int maxInFlight) {
        super(context, uri);
        this.link = link;
        this.camelUri = inner(uri);
        this.maxInFlight = maxInFlight;
    }

    /** The URI without its scheme and without the option of the bridge. All else stays as it was written. */
    static String inner(String uri) {
        String inner = uri.substring(uri.indexOf(':') + 1);
        Matcher limit = LIMIT.matcher(inner.startsWith("//") ? inner.substring(2) : inner);
        return limit.replaceFirst(found -> found.group(2).isEmpty() ? "" : "$1");
    }

    /**
     * The endpoint of Camel. What Camel says about its URI may contain passwords, and so may the causes: the message
     * is masked, and there is no cause.
     */
    org.apache.camel.Endpoint resolve() {
        try {
            return link.camel.getEndpoint(camelUri);
        } catch (RuntimeException e) {
            Throwable cause = e;
            for (int depth = 0; cause.getCause() != null && depth < 20; depth++) {
                cause = cause.getCause();
            }
            String reason = SafeText.withoutSecretsOf(
                    getEndpointUri(), cause.getClass().getSimpleName() + ": " + cause.getMessage());
            throw new ResolveEndpointFailedException(getEndpointUri(), "Camel says: " + reason, null);
        }
    }

    @Override
    public void start() {
        link.start();
    }

    @Override
    public Producer createProducer() {
        return new CamelProducer(this);
    }

    @Override
    public Consumer createConsumer(Processor processor) {
        return new CamelConsumer(this, processor);
    }

    @Override
    public PollingConsumer createPollingConsumer() throws Exception {
        return new CamelPollingConsumer(this, resolve().createPollingConsumer());
    }

    @Override
    public void closeIntake() {
        link.closeIntake();
    }

    /** None: messages wait on Camel's side. */
    @Override
    public int getPendingExchangesSize() {
        return 0;
    }
}
