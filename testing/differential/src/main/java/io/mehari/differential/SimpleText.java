package io.mehari.differential;

import io.mehari.proofs.Draw;
import java.util.Random;

/** Texts of {@code simple} at random: values, texts and conditions of the grammar on its page. */
final class SimpleText extends Draw {
    private final boolean even;

    SimpleText(Random random, boolean even) {
        super(random);
        this.even = even;
    }

    /** A placeholder. */
    String value() {
        return switch (even ? below(5) : weighted(8, 8, 3, 1, 1)) {
            case 0 -> pick("${body}", "${in.body}", "$simple{body}", "${bodyAs(String)}");
            case 1 ->
                pick(
                        "${header.h1}",
                        "${header:h1}",
                        "${header[h1]}",
                        "${headers.h1}",
                        "${in.header.h1}",
                        "${header.H1}");
            case 2 -> pick("${header.h2}", "${headers[h2]}", "${header.h3}");
            case 3 -> pick("${exchangeProperty.q1}", "${exchangeProperty[q2]}", "${exchangeProperty:q1}");
            default -> pick("${random(1,2)}", "${type:java.io.File.separator}", "${null}", "${sys.no-such-name}");
        };
    }

    /** A text with placeholders. */
    String text() {
        return switch (below(7)) {
            case 0, 1 -> value();
            case 2 -> "x" + value() + "}";
            case 3 -> even || chance(20) ? value() + " " + value() : "x " + value();
            case 4 -> "y" + value() + "\\n" + pick("\\t", "'");
            case 5 -> "${random(3,4)}" + pick("++", "--");
            default -> value() + " ?: " + pick("'other'", "5", "${header.h1}");
        };
    }

    /** A condition. */
    String condition() {
        return switch (below(8)) {
            case 0 -> comparison() + " && " + comparison();
            case 1 -> comparison() + " || " + comparison();
            case 2 -> value();
            default -> comparison();
        };
    }

    /** A condition about the failure of the exchange. */
    String failure() {
        return "${exception"
                + switch (below(4)) {
                    case 0 -> ".message} contains '" + pick("p1", "p2", "thrown") + "'";
                    case 1 -> "} is 'java." + pick("io.IOException'", "lang.RuntimeException'", "lang.Error'");
                    case 2 -> "} " + pick("==", "!=") + " null";
                    default -> ".message} regex '.*p[12]'";
                };
    }

    String comparison() {
        return switch (below(6)) {
            case 0, 1 -> value() + " " + pick("==", "!=", "=~", "!=~") + " " + literal();
            case 2 -> value() + " " + pick("==", "!=") + " null";
            case 3 -> pick("${header.h2}", "${headers[h2]}") + " " + pick(">", ">=", "<", "<=") + " " + number();
            case 4 ->
                value() + " " + pick("contains", "!contains", "~~", "startsWith", "endsWith", "!startsWith") + " "
                        + pick("'a'", "'B'", "'1'", "'x${header.h1}'");
            default -> value() + " " + pick("in '1,2'", "!in '2,10'", "regex '[a-c]'", "!regex '\\d+'", "is 'String'");
        };
    }

    private String literal() {
        return pick("'a'", "'A'", "\"b\"", "'1'", "1", "2", "'x${header.h1}'", "${header.h1}");
    }

    private String number() {
        return pick("1", "2", "'2'", "10");
    }
}
