package io.mehari.simple;

import io.mehari.Exchange;
import io.mehari.Expression;
import io.mehari.RuntimeRoutingException;
import io.mehari.impl.text.BasicValue;
import io.mehari.spi.internal.SafeText;
import java.text.SimpleDateFormat;
import java.util.Date;
import org.jspecify.annotations.Nullable;

/**
 * {@code ${date:now:yyyy-MM-dd}}: a time as a text, or without a pattern as a date.
 *
 * @param base null for the current time
 * @param words what error messages say
 * @param format only its clones are used, because one serves one thread
 */
@SuppressWarnings("JavaUtilDate") // what users know from Camel, and patterns of SimpleDateFormat, are of this time
record DateValue(@Nullable Expression base, @Nullable SimpleDateFormat format, String words) implements Expression {

    /** Reads what comes after {@code date:}. */
    static Expression read(Scan scan) {
        int from = scan.at();
        Expression base = base(scan);
        String words = "${date:" + scan.since(from) + "}";
        if (!scan.skip(":")) {
            return new DateValue(base, null, words);
        }
        int at = scan.at();
        try {
            return new DateValue(base, new SimpleDateFormat(scan.until("}")), words);
        } catch (IllegalArgumentException e) {
            throw scan.refusal(at, "not a pattern of java.text.SimpleDateFormat: " + e.getMessage());
        }
    }

    private static @Nullable Expression base(Scan scan) {
        if (scan.skip("now")) {
            return null;
        } else if (scan.skip("exchangeCreated")) {
            return Exchange::getCreated;
        } else if (scan.skip("header.")) {
            return BasicValue.header(scan.name("+-:{}$", true));
        } else if (scan.skip("exchangeProperty.")) {
            return BasicValue.property(scan.name("+-:{}$", false));
        }
        throw scan.refusal("not a time: write now, exchangeCreated, header.name or exchangeProperty.name");
    }

    @Override
    public Object evaluate(Exchange exchange) {
        Date date = date(exchange);
        return format == null ? date : ((SimpleDateFormat) format.clone()).format(date);
    }

    private Date date(Exchange exchange) {
        Object value = base == null ? new Date() : base.evaluate(exchange);
        if (value instanceof Date date) {
            return date;
        }
        Long millis = value == null
                ? null
                : exchange.getContext().getTypeConverter().tryConvertTo(Long.class, exchange, value);
        if (millis == null) {
            throw new RuntimeRoutingException(
                    words + " needs a Date, or milliseconds since 1970, not " + SafeText.describe(value));
        }
        return new Date(millis);
    }
}
