import org.apache.camel.Exchange;
import org.apache.camel.LoggingLevel;
import org.apache.camel.builder.RouteBuilder;

public class ShopRoutes extends RouteBuilder {
    @Override
    public void configure() {
        from("file:orders?move=done")
                .split(body().tokenize("\n")).streaming()
                .to("seda:order");

        from("seda:order?size=500&pollTimeout=100")
                .log(LoggingLevel.INFO, "${body}")
                .choice()
                    .when(header("type").isEqualTo("express")).to("direct:express")
                    .otherwise().to("direct:standard");

        from("direct:express")
                .process(exchange -> exchange.getOut().setBody("express"))
                .poll("seda:stock")
                .to("log:express?groupInterval=1000");

        from("direct:standard")
                .sort(body())
                .setHeader("size", simple("${bean:sizes?method=of}"))
                .setHeader(Exchange.FILE_NAME, constant("orders.csv"))
                .to("file:standard");

        from("imap:shop").to("ftp:archive");
    }
}
