package io.mehari.docs;

import java.io.IOException;
import java.util.List;

/** What stands between {@code <!-- generated: kind of -->} and {@code <!-- end -->}. */
final class Generated {

    private Generated() {}

    static List<String> lines(Page page, String kind, String of) throws IOException, ReflectiveOperationException {
        return switch (kind) {
            case "figures" -> FigureTables.of(of);
            case "imports" -> ImportList.lines(page);
            case "options" -> OptionTable.of(of);
            case "packages" -> PackageTable.lines();
            case "settings" -> SettingsTable.of(of);
            case "sizes" -> HouseSize.table();
            case "tests" -> TestLinks.of(page, of);
            default -> throw new AssertionError(page.name() + " asks for " + kind + ", which nobody makes");
        };
    }

    /** A cell of a table. */
    static String cell(String text) {
        return text.replace("|", "\\|").replace("\n", " ");
    }
}
