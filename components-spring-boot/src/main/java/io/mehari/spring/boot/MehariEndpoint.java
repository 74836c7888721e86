package io.mehari.spring.boot;

import io.mehari.RoutingContext;
import io.mehari.management.DescriptionFormat;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;

/** The actuator endpoint {@code mehari}: routes, steps, inputs and outputs, with the counts of now. */
@Endpoint(id = "mehari")
class MehariEndpoint {
    private final RoutingContext context;

    MehariEndpoint(RoutingContext context) {
        this.context = context;
    }

    /** As JSON. */
    @ReadOperation(produces = "application/json")
    public String describe() {
        return DescriptionFormat.JSON.print(context.describe());
    }

    /** As {@code text}, {@code json} or {@code mermaid}. */
    @ReadOperation(produces = "text/plain;charset=UTF-8")
    public String describeAs(@Selector String format) {
        try {
            return DescriptionFormat.of(format).print(context.describe());
        } catch (IllegalArgumentException e) {
            throw new InvalidEndpointRequestException(String.valueOf(e.getMessage()), "there is no such format");
        }
    }
}
