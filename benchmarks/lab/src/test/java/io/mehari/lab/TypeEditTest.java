package io.mehari.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An edit changes what it describes, and refuses a class that is not as described. */
class TypeEditTest {
    private static final String SHELF = Shelf.class.getName();
    private static final String SHORT = ShortList.class.getName();

    @TempDir
    Path folder;

    /** The class to edit. */
    public static final class Shelf implements Function<String, Object> {
        private final ArrayList<String> books = new ArrayList<>();

        @Override
        public Object apply(String book) {
            books.add(book);
            return copy(books);
        }

        @SuppressWarnings("NonApiType") // the type to replace
        private static ArrayList<String> copy(ArrayList<String> books) {
            return new ArrayList<>(books);
        }
    }

    /** The replacement type. */
    public static final class ShortList extends ArrayList<String> {
        private static final long serialVersionUID = 1;

        public ShortList() {
            super(1);
        }

        public ShortList(java.util.Collection<String> other) {
            super(other);
        }
    }

    private TypeEdit edit(String... lines) throws IOException {
        return TypeEdit.read(Files.write(folder.resolve("edits.txt"), List.of(lines)))
                .get(0);
    }

    private TypeEdit ofShelf(String members) throws IOException {
        return edit("# a remark", "replace java.util.ArrayList with " + SHORT, "", "  in " + SHELF + " at " + members);
    }

    private static byte[] shelf() throws IOException {
        try (InputStream in = Shelf.class.getResourceAsStream("TypeEditTest$Shelf.class")) {
            return in.readAllBytes();
        }
    }

    @Test
    @SuppressWarnings("unchecked") // a Shelf, of another loader
    void fieldsAllocationsParametersAndCallsHaveTheOtherType() throws Exception {
        byte[] edited = ofShelf("books <init> apply copy").apply(shelf());
        Class<?> type = new ClassLoader(Shelf.class.getClassLoader()) {
            Class<?> define() {
                return defineClass(SHELF, edited, 0, edited.length);
            }
        }.define();
        assertThat(type.getDeclaredField("books").getType()).isEqualTo(ShortList.class);
        assertThat(type.getDeclaredMethod("copy", ShortList.class).getReturnType())
                .isEqualTo(ShortList.class);
        Function<String, Object> shelf =
                (Function<String, Object>) type.getConstructor().newInstance();
        assertThat(shelf.apply("Ulysses")).isInstanceOf(ShortList.class).isEqualTo(List.of("Ulysses"));
    }

    @Test
    void aMemberThatDoesNotMentionTheTypeIsRefused() throws IOException {
        for (String member : List.of("pages", "shelves")) {
            TypeEdit edit = ofShelf("books " + member);
            assertThatThrownBy(() -> edit.apply(shelf()))
                    .isInstanceOf(TypeEdit.Unfit.class)
                    .hasMessageContaining("The edit of " + SHELF + " does not fit")
                    .hasMessageContaining("its member " + member + " does not mention java.util.ArrayList")
                    .hasMessageContaining("another version of the framework: measure that one, or correct the");
        }
    }

    @Test
    void aDescriptionWithoutAnEditOrWithAnUnknownLineIsRefused() {
        assertThatThrownBy(() -> edit("# nothing", "")).hasMessageContaining("describes no edit");
        assertThatThrownBy(() -> edit("in A at b")).hasMessageContaining("not understood: in A at b");
        assertThatThrownBy(() -> edit("replace A by B")).hasMessageContaining("Write: replace A with B");
    }
}
