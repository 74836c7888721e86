package io.mehari.impl.text;

import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.Expression;
import io.mehari.ResolveEndpointFailedException;
import io.mehari.RoutingContext;
import io.mehari.spi.internal.SafeText;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A URI that depends on the message. A placeholder within a text is a value there, whoever has sent it, and nothing
 * else. If the message says the whole URI, or scheme, host or port, it is held to what the route allows. What the code
 * of a user makes is taken as it is.
 */
public final class Recipient implements Expression {
    private static final Pattern PLACEHOLDER = Pattern.compile("\\$(?:simple)?\\{[^}]*}");
    private static final String SEPARATOR = "[/\\\\:;,?&=]|%(?:25)*(?:2[fF]|5[cC]|3[bB])"; // decoded once or more often
    private static final Pattern DOTS =
            Pattern.compile("(?:" + SEPARATOR + ")(?:\\.|%(?:25)*2[eE]){1,2}(?=$|" + SEPARATOR + ")");
    private static final Pattern AFTER_HOST = Pattern.compile("(?:[^/:]*:)?+/*+[^/]+/.*"); // Camel drops slashes
    private static final Pattern CAMEL_READS = Pattern.compile("[{%#]"); // even if decoded
    private static final String NOT_IN_NAMES = "[?,\\p{Cntrl}\\x80-\\x9f]|\\$\\{|\\s$";

    /** What a placeholder is, and what its value cannot have. */
    private enum Place {
        CONSTANT(""),
        WHOLE("[?{%#]"), // or scheme, host or port; the options are those of the text
        NAME(NOT_IN_NAMES), // taken literally
        FIRST(NOT_IN_NAMES + "|:|^/"), // topic: would be a kind of name, and slashes are left out
        ENCODED("(?!)"),
        OPTION("^#"), // an object in the registry
        CAMEL("[^\\p{L}\\p{N}._~-]"); // it looks for placeholders and references in what it has decoded

        private final Pattern refused;

        Place(String refused) {
            this.refused = Pattern.compile(refused);
        }
    }

    private record Piece(Place place, Expression value, String shown) {}

    private final String step;
    private final Expression value;
    private final @Nullable TextTemplate text;
    private final List<Piece> pieces = new ArrayList<>();
    private final @Nullable Map<String, String> allowed; // scheme to &option&option&
    private boolean ownOptions;

    /**
     * @param source the value without what only wraps it
     * @param allowed the schemes that a message may choose, such as {@code direct,seda?size&timeout}; null if none
     * @throws IllegalArgumentException if a message chooses, and nothing is allowed
     */
    public Recipient(
            String step, Expression value, Expression source, @Nullable String allowed, RoutingContext context) {
        this.step = step;
        this.value = value;
        Map<String, String> schemes = new LinkedHashMap<>();
        for (String each : String.valueOf(allowed).split(",", -1)) {
            String[] parts = (each.trim() + "?").split("\\?", 2);
            schemes.put(parts[0], "&" + parts[1].replace('?', '&'));
        }
        this.allowed = allowed == null ? null : schemes;
        Expression read = source instanceof Late late ? late.in(context).value : source;
        text = read instanceof TextTemplate template ? template : null;
        boolean chosen = text == null ? read instanceof BasicValue && BasicValue.known(read) == null : readText(text);
        if (chosen && allowed == null) {
            throw refusal("the message chooses scheme, host or port. Name what it may choose, with the options that it"
                    + " may set: " + (step.equals("toD") ? "toD().uri(...)" : step + "(...)")
                    + ".allowedSchemes(\"direct,seda?size\"); or begin with the text that says where to, as in"
                    + " \"seda:orders-${header.id}\"; a property is written {{name}}");
        }
    }

    private IllegalArgumentException refusal(String why) {
        return new IllegalArgumentException(step + " " + SafeText.uri(value.toString()) + ": " + why);
    }

    private boolean readText(TextTemplate template) {
        StringBuilder before = new StringBuilder();
        Matcher shown = PLACEHOLDER.matcher(template.toString());
        for (Expression part : template.parts()) {
            if (BasicValue.known(part) instanceof String constant) {
                before.append(constant);
                pieces.add(new Piece(Place.CONSTANT, part, constant));
            } else {
                Place place = place(lastUri(before + "."));
                pieces.add(new Piece(place, part, shown.find() ? shown.group() : template.toString()));
            }
        }
        ownOptions = before.indexOf("?") >= 0;
        return pieces.stream().anyMatch(each -> each.place == Place.WHOLE);
    }

    /** What belongs to the URI that the text ends with. */
    private String lastUri(String before) {
        Object last = before;
        for (Parts uris = Parts.of(before); step.equals("recipientList") && uris.hasNext(); ) {
            last = uris.next();
        }
        return String.valueOf(last).trim();
    }

    /** The place of the last character, after these constants. */
    private Place place(String withPlace) {
        String before = withPlace.substring(0, withPlace.length() - 1);
        int colon = before.indexOf(':');
        int question = before.indexOf('?');
        boolean chosen = colon < 1 || (question >= 0 && question < colon);
        boolean camel = before.startsWith("camel:")
                || (chosen && String.valueOf(allowed).contains("camel:"));
        if (question >= 0) {
            String option = before.substring(Math.max(question, before.lastIndexOf('&')) + 1);
            int equals = option.indexOf('=');
            if (equals < 1 || option.startsWith("RAW", equals + 1)) {
                throw refusal("a placeholder can only be the value of an option, without RAW: name=${...}");
            }
            return camel ? Place.CAMEL : option.length() == equals + 1 ? Place.OPTION : Place.ENCODED;
        }
        boolean network = camel || before.startsWith("netty:") || before.startsWith("netty-http:");
        boolean named = !network && before.startsWith("//", colon + 1); // EndpointUri drops these slashes
        String path = before.substring(named ? colon + 3 : colon + 1);
        int slashes = path.lastIndexOf("//");
        boolean host = network || slashes >= 0;
        boolean within =
                path.indexOf('/', slashes + 2) >= 0 && AFTER_HOST.matcher(path).matches();
        if (chosen || (host && !within)) {
            return Place.WHOLE;
        }
        return camel
                ? Place.CAMEL
                : host ? Place.ENCODED : path.isEmpty() || path.equals("/") ? Place.FIRST : Place.NAME;
    }

    /** An endpoint or a URI. */
    @Override
    public Object evaluate(Exchange exchange) {
        Object to = one(all(exchange));
        if (to == null) {
            String why = "it has no value for this message; make sure that the headers and properties in it are set";
            throw new ResolveEndpointFailedException(SafeText.of(value, 300), why, null);
        }
        return to;
    }

    /** One recipient or several, each to be checked by {@link #one}. */
    public @Nullable Object all(Exchange exchange) {
        if (text == null || pieces.size() == 1) {
            return text == null || step.equals("recipientList")
                    ? value.evaluate(exchange)
                    : text.evaluate(exchange, String.class);
        }
        StringBuilder uri = new StringBuilder();
        int from = Integer.MAX_VALUE;
        boolean dots = false;
        for (Piece piece : pieces) {
            Object found = piece.value.evaluate(exchange);
            String part = found == null ? "" : String.valueOf(text.text(exchange, piece.value, found));
            if (piece.place.compareTo(Place.WHOLE) > 0) {
                from = Math.min(from, uri.length());
                dots |= part.isEmpty() || part.indexOf('.') >= 0 || part.indexOf('%') >= 0;
                part = inPlace(piece, part, uri);
            } else if (piece.place == Place.WHOLE && ownOptions) {
                part = inPlace(piece, part, uri);
            }
            uri.append(part);
        }
        String made = uri.toString();
        for (Matcher found = dots ? DOTS.matcher(made) : null; found != null && found.find(); ) {
            if (found.end() >= from) {
                throw refused("a value makes '.' or '..' a part of " + SafeText.uri(made) + ", another path");
            }
        }
        return made;
    }

    private String inPlace(Piece piece, String part, StringBuilder uri) {
        boolean plain = true;
        for (int i = 0; i < part.length() && plain; i++) {
            char each = part.charAt(i);
            plain = each < 128 && (Character.isLetterOrDigit(each) || "-._~".indexOf(each) >= 0);
        }
        Matcher bad = plain ? null : piece.place.refused.matcher(part);
        if (bad != null && bad.find()) {
            boolean secret = !SafeText.withoutSecrets(uri + "-").endsWith("-"); // the value of such an option
            throw refused("the value " + (secret ? "" : "'" + SafeText.of(part) + "' ") + "of " + piece.shown + " has '"
                    + SafeText.of(bad.group()) + "', which cannot be there");
        }
        boolean literal = plain || piece.place.compareTo(Place.FIRST) <= 0;
        return literal ? part : URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private RuntimeException refused(String why) {
        String text = step + ": " + why + "; check or change it in a step before";
        return new ResolveEndpointFailedException(value.toString(), text, null);
    }

    /** An endpoint or a URI that is allowed. */
    public @Nullable Object one(@Nullable Object to) {
        Endpoint endpoint = to instanceof Endpoint it ? it : null;
        String uri = endpoint != null
                ? endpoint.getEndpointUri()
                : to == null ? null : Objects.toString(to.toString(), "").trim();
        if (uri != null && !uri.isEmpty() && allowed != null) {
            check(uri, allowed, endpoint != null || ownOptions);
        }
        return endpoint != null ? endpoint : uri;
    }

    private void check(String uri, Map<String, String> schemes, boolean anyOption) {
        boolean camel = uri.startsWith("camel:"); // camel:file is a scheme
        int colon = uri.indexOf(':', camel ? "camel:".length() : 0);
        String names = schemes.get(colon < 0 ? uri : uri.substring(0, colon));
        boolean known = names != null
                && (!camel || anyOption || !CAMEL_READS.matcher(uri).find());
        for (int at = anyOption ? -1 : uri.indexOf('?');
                names != null && known && at >= 0;
                at = uri.indexOf('&', at + 1)) {
            known = names.contains("&" + uri.substring(at + 1).split("[=&]", 2)[0] + "&"); // also within RAW()
        }
        if (!known) {
            String why = names == null
                    ? "its scheme is not in the allowed schemes of " + step + "(), which are " + schemes.keySet()
                    : "a message may only set the options that allowedSchemes of " + step
                            + "() names, as in \"seda?size\"; for Camel it may not have {, % or #";
            throw new ResolveEndpointFailedException(uri, why, null);
        }
    }
}
