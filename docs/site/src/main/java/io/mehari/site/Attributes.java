package io.mehari.site;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.node.Heading;
import org.commonmark.node.Node;
import org.commonmark.renderer.html.AttributeProvider;

/*
 * A table of three and more columns of words, such as one of options, is too wide for a phone: there each of its rows is
 * a card, in which a cell bears the name of its column. Figures are compared by looking down a column: they stay.
 */
/** What elements of a page bear: headings their anchors, tables of words what a phone needs. */
final class Attributes implements AttributeProvider {
    private final Page page;
    private List<String> columns = List.of();

    Attributes(Page page) {
        this.page = page;
    }

    @Override
    public void setAttributes(Node node, String tag, Map<String, String> attributes) {
        if (node instanceof Heading) {
            String anchor = page.anchor(node);
            attributes.put("id", anchor == null ? "" : anchor);
        } else if (node instanceof TableBlock) {
            columns = columns(node);
            if (!columns.isEmpty()) {
                attributes.put("class", "cards");
            }
        } else if (node instanceof TableCell cell && !cell.isHeader() && !columns.isEmpty()) {
            int index = 0;
            for (Node before = cell.getPrevious(); before != null; before = before.getPrevious()) {
                index++;
            }
            attributes.put("data-label", index < columns.size() ? columns.get(index) : "");
        }
    }

    /** The names of the columns; none when the table stays a table. */
    private static List<String> columns(Node table) {
        List<String> names = new ArrayList<>();
        for (Node cell = table.getFirstChild().getFirstChild().getFirstChild(); cell != null; cell = cell.getNext()) {
            if (((TableCell) cell).getAlignment() == TableCell.Alignment.RIGHT) {
                return List.of();
            }
            names.add(Page.words(cell));
        }
        return names.size() < 3 ? List.of() : names;
    }
}
