package io.mehari.docs;

import io.mehari.Exchange;
import io.mehari.impl.DefaultExchange;
import io.mehari.impl.DefaultRoutingContext;
import java.util.ArrayList;
import java.util.List;

/** The lines that README shows. */
final class ReadmeSample {

    private final List<Object> printed = new ArrayList<>();

    private void print(Object value) {
        printed.add(value);
    }

    List<Object> run() {
        // region ReadmeSample
        try (var context = new DefaultRoutingContext()) {
            Exchange order = new DefaultExchange(context);
            order.getMessage().setBody("3 kg of dates");
            order.getMessage().setHeader("Content-Type", "text/plain");

            Exchange copy = order.copy(); // 80 bytes: body and headers are shared ...
            copy.getMessage().setHeader("content-type", "text/html"); // ... until one side writes

            print(order.getMessage().getHeader("CONTENT-TYPE")); // text/plain
            print(copy.getMessage().getHeaders()); // {Content-Type=text/html}
        }
        // endregion
        return printed;
    }
}
