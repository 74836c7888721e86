import org.apache.camel.builder.RouteBuilder

class Mail : RouteBuilder() {
    override fun configure() {
        from("direct:mail").to("smtp:shop")
    }
}
