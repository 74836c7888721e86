package io.mehari.simple;

import io.mehari.Expression;
import io.mehari.impl.text.BasicValue;
import io.mehari.impl.text.TextTemplate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads a text of {@code simple}, with all that the language has. */
final class SimpleText {
    private final List<Expression> parts = new ArrayList<>();
    private final StringBuilder shown = new StringBuilder();
    private final boolean logged;
    private boolean plain; // whether there is text outside of placeholders
    private @Nullable IllegalArgumentException lookalike; // the first one

    private SimpleText(boolean logged) {
        this.logged = logged;
    }

    static TextTemplate read(String text, boolean logged) {
        SimpleText reader = new SimpleText(logged);
        Scan scan = new Scan(text, "");
        if (!logged && scan.isNext("$init{")) {
            throw scan.refusal("blocks of $init{ are not known: set variables as properties of the exchange before");
        }
        reader.read(scan, true);
        return reader.template();
    }

    /** Reads a text in the quotes of a condition, where only placeholders are special. */
    static TextTemplate quoted(Scan scan) {
        SimpleText reader = new SimpleText(false);
        reader.read(scan, false);
        return reader.template();
    }

    private TextTemplate template() {
        return new TextTemplate(parts, shown.toString(), plain, logged);
    }

    private void read(Scan scan, boolean all) {
        StringBuilder text = new StringBuilder();
        while (!scan.isDone()) {
            if (Functions.start(scan)) {
                addText(text);
                addValue(Functions.read(scan, all));
                if (all) {
                    readOperator(scan);
                }
            } else {
                readCharacter(scan, all, text);
            }
        }
        addText(text);
        if (lookalike != null && (logged || !isCondition())) {
            throw lookalike;
        }
    }

    private void readCharacter(Scan scan, boolean escapes, StringBuilder text) {
        int at = scan.at();
        char next = scan.read();
        if (escapes && next == '\\' && scan.isNextOf("ntr}")) {
            text.append("\n\t\r}".charAt("ntr}".indexOf(scan.read())));
        } else {
            if (escapes && next == '{' && lookalike == null) {
                lookalike = scan.lookalike(at);
            }
            text.append(next);
        }
        shown.append(scan.since(at));
    }

    /** Reads {@code ?:} and the other values. It is only understood after a single placeholder, as in Camel. */
    private void readOperator(Scan scan) {
        int at = scan.at();
        scan.skipSpaces();
        boolean first = !logged && !plain && parts.size() == 1;
        if (first && SimpleCondition.isNextOperator(scan) && isChoice(scan.rest())) {
            throw scan.refusal(at, "a choice of two values by ? and : is not known: use choice(), or a lambda");
        }
        boolean chained = scan.at() > at && (scan.isNext("~>") || scan.isNext("?~>"));
        if (chained || (scan.at() > at && scan.isNext("?:") && (plain || parts.size() > 1))) {
            throw scan.refusal("not understood here: ?: must come after the first placeholder of a text, with nothing"
                    + " before, and ~> is not known");
        }
        if (scan.at() > at && scan.isNext("?:")) {
            addOthers(scan);
        } else {
            scan.back(at);
        }
    }

    private static boolean isChoice(String rest) {
        int question = rest.indexOf(" ? ");
        return question >= 0 && rest.indexOf(" : ", question) >= 0;
    }

    private void addOthers(Scan scan) {
        List<Expression> values = new ArrayList<>(parts);
        parts.clear();
        while (scan.skip("?:")) {
            scan.skipSpaces();
            Operand other = Operand.read(scan);
            Object value = other.some(scan);
            boolean known = !(value instanceof Expression);
            values.add(
                    known ? BasicValue.constant(other.text()) : other.expression()); // a number is a text, as in Camel
            shown.append(" ?: ").append(value instanceof TextTemplate ? other.literal(scan) : other.shown());
            scan.skipSpaces();
        }
        if (!scan.isDone()) {
            throw scan.refusal("not understood after ?: and its value");
        }
        parts.add(new FirstOf(values));
    }

    private void addText(StringBuilder text) {
        if (text.length() > 0) {
            parts.add(BasicValue.constant(text.toString()));
            plain = true;
            text.setLength(0);
        }
    }

    private void addValue(Functions.Value value) {
        parts.add(value.expression());
        shown.append(value.shown());
    }

    /** Whether the text can be a condition, in whose quotes a brace is a brace. */
    private boolean isCondition() {
        try {
            SimpleCondition.parse(shown.toString());
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
