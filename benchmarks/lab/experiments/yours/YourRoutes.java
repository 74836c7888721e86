import org.apache.camel.builder.RouteBuilder;

/** Routes for {@code --routes}: messages are sent to direct:lab, and are processed when they arrive at mock:end. */
public final class YourRoutes extends RouteBuilder {
    @Override
    public void configure() {
        from("direct:lab")
                .setHeader("region", constant("north"))
                .choice()
                    .when(header("region").isEqualTo("north")).to("seda:north")
                    .otherwise().to("mock:end");
        from("seda:north").to("mock:end");
    }
}
