package step16;

/** No pool. */
final class After {

    private After() {}

    // region create
    static Exchange create(Object body) {
        Exchange exchange = new Exchange(0);
        exchange.body = body;
        return exchange;
    }
    // endregion
}
