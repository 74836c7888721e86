package io.mehari.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Small projects, and what becomes of them. */
class SiteTest {
    @TempDir
    Path folder;

    private Path project;
    private Path site;

    @BeforeEach
    void emptyProject() throws IOException {
        project = Files.createDirectories(folder.resolve("project"));
        site = folder.resolve("site");
        Files.createDirectories(project.resolve("docs"));
    }

    @Test
    void rawHtmlIsTextAndCommentsAreNothing() throws IOException {
        file("README.md", "# A\n\n<!-- unseen -->\n\nx <b>y</b> <!-- here too -->\n\n<script>alert(1)</script>\n");

        write();

        assertThat(page("README.html"))
                .contains("x &lt;b&gt;y&lt;/b&gt;", "&lt;script&gt;alert(1)&lt;/script&gt;")
                .doesNotContain("unseen", "here too", "<script>");
    }

    @Test
    void linksLeadToPagesSourcesFoldersAndCopies() throws IOException {
        file("README.md", "# A\n\n[b](docs/b.md#c-d) [s](src/S.java) [f](src) ![p](docs/p.svg)\n");
        file("docs/b.md", "# B\n\n## C: `d`\n");
        file("src/S.java", "class S {} // <&>\n");
        file("src/in/T.txt", "t\n");
        file("docs/p.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>");

        assertThat(write()).isEmpty();

        assertThat(page("README.html"))
                .contains("href=\"docs/b.html#c-d\"", "href=\"src/S.java.html\"", "href=\"src/index.html\"")
                .contains("src=\"docs/p.svg\"");
        assertThat(page("docs/b.html")).contains("<h2 id=\"c-d\">");
        assertThat(page("src/S.java.html"))
                .contains(
                        "<span id=\"L1\"><span class=\"k\">class</span> S {} <span class=\"c\">// &lt;&amp;&gt;</span>");
        assertThat(page("src/index.html")).contains("href=\"in/index.html\"", "href=\"S.java.html\"");
        assertThat(page("src/in/index.html")).contains("href=\"T.txt.html\"");
        assertThat(site.resolve("docs/p.svg")).hasSameTextualContentAs(project.resolve("docs/p.svg"));
    }

    @Test
    void aLinkThatLeadsNowhereIsToldAndBecomesText() throws IOException {
        file("README.md", "# A\n\nsee [that](docs/that.md) and [out](../out.md)\n");

        assertThat(write())
                .containsExactly(
                        "README.md links to docs/that.md, which is not there",
                        "README.md links to ../out.md, which is not there");

        assertThat(page("README.html")).contains("see that and out");
    }

    @Test
    void cellsOfWordsBearTheNamesOfTheirColumnsAndFiguresDoNot() throws IOException {
        file(
                "README.md",
                "# A\n\n| `o` | value | |\n|---|---|---|\n| x | 1 | z |\n\n| a | b | c |\n|---|--:|---|\n| x | 1 | z |\n");

        write();

        assertThat(page("README.html"))
                .contains("<table class=\"cards\">", "<td data-label=\"o\">x</td>", "<td data-label=\"\">z</td>")
                .contains("<table>", "<td align=\"right\">1</td>", "<td>z</td>");
    }

    @Test
    void noElementOfColouredJavaGoesOverTheEndOfALine() {
        assertThat(JavaColours.html("/* a\n b */ String s = \"\"\"\n  <x>\"\"\";"))
                .isEqualTo("<span class=\"c\">/* a</span>\n<span class=\"c\"> b */</span> String s = "
                        + "<span class=\"s\">&quot;&quot;&quot;</span>\n"
                        + "<span class=\"s\">  &lt;x&gt;&quot;&quot;&quot;</span>;");
    }

    @Test
    void belowTheBlockOfAfterIsHowItDiffersFromTheOneOfBefore() throws IOException {
        file("docs/Before.java", "");
        file("docs/After.java", "");
        file("README.md", "# A\n");
        file("docs/b.md", block("Before", "x", "int a;\nint b; // <\n}") + block("After", "x", "int a;\nlong b;\n\n}"));
        file("docs/c.md", block("Before", "x", "int a;") + block("After", "y", "int b;"));

        write();

        assertThat(page("docs/b.html"))
                .contains("<summary>From Before.java to After.java: lines removed: 1, added: 2</summary>");
        assertThat(page("docs/b.html").replaceAll("(?s).*<details class=\"diff\">.*?<code>(.*?)</code>.*", "$1"))
                .isEqualTo("""
                        <span>  <span class="k">int</span> a;
                        </span><del>- <span class="k">int</span> b; <span class="c">// &lt;</span>
                        </del><ins>+ <span class="k">long</span> b;
                        </ins><ins>+\s
                        </ins><span>  }
                        </span>""");
        assertThat(page("docs/c.html")).doesNotContain("class=\"diff\"");
    }

    private static String block(String file, String region, String code) {
        return "<!-- %s.java#%s -->\n```java\n%s\n```\n\n".formatted(file, region, code);
    }

    @Test
    void whatIsNoMoreDoesNotStay() throws IOException {
        file("README.md", "# A\n");
        file("docs/b.md", "# B\n");
        write();
        Files.delete(project.resolve("docs/b.md"));

        write();

        assertThat(site.resolve("docs/b.html")).doesNotExist();
    }

    @Test
    void aFolderThatIsNoSiteIsNotEmptied() throws IOException {
        file("README.md", "# A\n");
        file("precious/thing.txt", "x");

        assertThatThrownBy(() -> Site.write(project, project.resolve("precious"), new Javadoc(folder.resolve("none"))))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("precious holds files and is no site");
        assertThat(project.resolve("precious/thing.txt")).exists();
    }

    @Test
    void aTypeLeadsToItsJavadocWhereAPageOfTheGuideFirstNamesIt() throws IOException {
        file("README.md", "# A\n\n`Exchange`\n");
        file("docs/guide/b.md", "# `Exchange`\n\n[`Exchange`](b.md), `Exchange` and `Exchange`, `Nothing`\n");
        file("target/javadoc/io/mehari/Exchange.html", "of the JDK");

        assertThat(Site.write(project, site, new Javadoc(project.resolve("target/javadoc"))))
                .isEmpty();

        String link = "<a href=\"../../javadoc/io/mehari/Exchange.html\"><code>Exchange</code></a>";
        assertThat(page("docs/guide/b.html"))
                .contains("</a>, " + link + " and <code>Exchange</code>, <code>Nothing</code>");
        assertThat(page("README.html")).doesNotContain("javadoc");
        assertThat(page("index.html")).contains("javadoc/index.html");
        assertThat(page("javadoc/io/mehari/Exchange.html")).isEqualTo("of the JDK");
    }

    private List<String> write() throws IOException {
        return Site.write(project, site, new Javadoc(folder.resolve("none")));
    }

    private void file(String path, String text) throws IOException {
        Path file = project.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private String page(String address) throws IOException {
        return Files.readString(site.resolve(address));
    }
}
