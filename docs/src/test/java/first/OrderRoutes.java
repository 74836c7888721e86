package first;

import io.mehari.builder.RouteBuilder;

/** Orders wait in a queue and go to one of two desks. */
public class OrderRoutes extends RouteBuilder {

    @Override
    public void configure() {
        from("seda:orders")
                .routeId("desks")
                .choice()
                .when(header("type").isEqualTo("express"))
                .to("{{express}}")
                .otherwise()
                .to("{{standard}}");
    }
}
