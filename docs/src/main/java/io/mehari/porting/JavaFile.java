package io.mehari.porting;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TypeCastTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.tools.JavaCompiler;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * A source file after its names were rewritten, read by the parser of the JDK without the classes that it uses. So
 * types are known as far as Mehari's own list tells them: a variable has the type that it is declared with, and a call
 * what the list says that it returns.
 */
final class JavaFile {
    private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();

    /** A call of which at least one side is known to be Camel's. */
    record Call(
            int line,
            List<String> receivers,
            boolean own,
            String name,
            List<? extends ExpressionTree> arguments,
            List<Api.Literal> literals) {}

    /** The lines of a statement that begins with {@code from}. */
    record Lines(int first, int last, String from) {}

    record Imported(int line, String name, boolean isStatic) {}

    record Text(int line, String text) {}

    final List<Imported> imports = new ArrayList<>();
    final List<Call> calls = new ArrayList<>();
    final List<Lines> routes = new ArrayList<>();
    final List<Text> texts = new ArrayList<>();
    /** Types by the lines at which they are named. */
    final List<Text> names = new ArrayList<>();

    private final Api api;
    private final CompilationUnitTree unit;
    private final SourcePositions positions;
    private final Map<String, String> variables = new HashMap<>();
    /** Parameters of lambdas that Mehari gives an exchange. */
    private final Set<String> exchanges = new HashSet<>();

    private final Map<String, ExpressionTree> constants = new HashMap<>();
    private final Set<String> ownMethods = new HashSet<>();

    JavaFile(String source, Api api) throws IOException {
        this.api = api;
        var file = new SimpleJavaFileObject(URI.create("string:///Source.java"), SimpleJavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return source;
            }
        };
        JavacTask task =
                (JavacTask) COMPILER.getTask(null, null, each -> {}, List.of("-proc:none"), null, List.of(file));
        unit = task.parse().iterator().next();
        positions = Trees.instance(task).getSourcePositions();
        new Declarations().scan(unit, null);
        new Lambdas().scan(unit, null);
        new Uses().scan(unit, null);
    }

    int line(Tree tree) {
        return lineAt(positions.getStartPosition(unit, tree));
    }

    private int lineAt(long position) {
        return position < 0 ? 1 : (int) unit.getLineMap().getLineNumber(position);
    }

    /** The name of a method stands at the end of what it is called on. */
    private int lineOf(MethodInvocationTree call) {
        return call.getMethodSelect() instanceof MemberSelectTree
                ? lineAt(positions.getEndPosition(unit, call.getMethodSelect()))
                : line(call);
    }

    /** The text that an expression begins with, if it is one: of a literal, a sum, or a constant of this file. */
    Optional<String> text(Tree tree) {
        if (tree instanceof LiteralTree literal && literal.getValue() instanceof String text) {
            return Optional.of(text);
        }
        if (tree instanceof BinaryTree sum) {
            return text(sum.getLeftOperand())
                    .map(left -> left + text(sum.getRightOperand()).orElse("${?}"));
        }
        if (tree instanceof IdentifierTree name && constants.containsKey(name.toString())) {
            return text(constants.get(name.toString()));
        }
        return Optional.empty();
    }

    /** A method for each endpoint, as in {@code from(timer("tick").period(1000))}. */
    boolean usesTheEndpointLanguage() {
        return imports.stream().anyMatch(each -> each.name.contains(".builder.endpoint."));
    }

    // ---- types

    private List<String> types(Tree tree) {
        if (tree instanceof ParenthesizedTree inner) {
            return types(inner.getExpression());
        }
        if (tree instanceof TypeCastTree cast) {
            return named(cast.getType());
        }
        if (tree instanceof NewClassTree made) {
            return named(made.getIdentifier());
        }
        if (tree instanceof IdentifierTree name) {
            String type = variables.getOrDefault(name.toString(), name.toString());
            return isImported(type)
                    ? List.of(type)
                    : type.isEmpty() && exchanges.contains(name.toString()) ? List.of("Exchange") : List.of();
        }
        if (tree instanceof MethodInvocationTree call) {
            List<String> receivers = receivers(call);
            if (receivers.isEmpty()) {
                return List.of();
            }
            Optional<Set<String>> returned = api.call(receivers, name(call), literals(call));
            return returned.<List<String>>map(ArrayList::new)
                    .orElseGet(() -> receivers.stream().anyMatch(JavaFile::isStep) ? api.language() : List.of());
        }
        return List.of();
    }

    private static boolean isStep(String type) {
        return type.contains("Definition") || type.equals("RouteBuilder");
    }

    private List<String> named(Tree type) {
        String name = Api.plain(type.toString());
        return isImported(name) ? List.of(name) : List.of();
    }

    private boolean isImported(String type) {
        return api.knows(type)
                && imports.stream()
                        .anyMatch(each -> each.name.startsWith("io.mehari.")
                                && (each.name.endsWith("." + type) || each.name.endsWith(".*")));
    }

    private List<String> receivers(MethodInvocationTree call) {
        if (call.getMethodSelect() instanceof MemberSelectTree select) {
            List<String> types = types(select.getExpression());
            return types.isEmpty() && beginsARoute(call) ? List.of("RouteBuilder") : types;
        }
        String name = name(call);
        return ownMethods.contains(name)
                        || !api.call(List.of("RouteBuilder"), name, literals(call))
                                .isPresent()
                ? List.of()
                : List.of("RouteBuilder");
    }

    /** As in {@code routes -> routes.from("direct:orders")}: the parameter of a lambda has no type in the source. */
    private boolean beginsARoute(MethodInvocationTree call) {
        return name(call).equals("from")
                && call.getArguments().size() == 1
                && text(call.getArguments().get(0))
                        .filter(each -> each.matches("[a-z][a-z-]+:.*"))
                        .isPresent();
    }

    private static String name(MethodInvocationTree call) {
        return call.getMethodSelect() instanceof MemberSelectTree select
                ? select.getIdentifier().toString()
                : call.getMethodSelect().toString();
    }

    private List<Api.Literal> literals(MethodInvocationTree call) {
        return call.getArguments().stream().map(this::literal).toList();
    }

    private Api.Literal literal(ExpressionTree argument) {
        if (text(argument).isPresent()) {
            return Api.Literal.TEXT;
        }
        return switch (argument.getKind()) {
            case INT_LITERAL, LONG_LITERAL -> Api.Literal.NUMBER;
            case BOOLEAN_LITERAL -> Api.Literal.CONDITION;
            default -> Api.Literal.OTHER;
        };
    }

    // ---- walks

    private final class Declarations extends TreePathScanner<Void, Void> {
        @Override
        public Void visitImport(ImportTree tree, Void nothing) {
            imports.add(new Imported(line(tree), tree.getQualifiedIdentifier().toString(), tree.isStatic()));
            return null;
        }

        @Override
        public Void visitMethod(MethodTree tree, Void nothing) {
            ownMethods.add(tree.getName().toString());
            return super.visitMethod(tree, null);
        }

        @Override
        public Void visitVariable(VariableTree tree, Void nothing) {
            String name = tree.getName().toString();
            String type = tree.getType() == null ? "" : Api.plain(tree.getType().toString());
            String before = variables.put(name, type);
            if (before != null && !before.equals(type)) {
                variables.put(name, ""); // two variables of one name: neither is known
            }
            if (tree.getInitializer() != null && tree.getModifiers().toString().contains("final")) {
                constants.put(name, tree.getInitializer());
            }
            return super.visitVariable(tree, null);
        }
    }

    /** What lambdas are given, when all variables are known. */
    private final class Lambdas extends TreePathScanner<Void, Void> {
        private static final Set<String> OF_EXCHANGES =
                Set.of("Processor", "Predicate", "Expression", "AggregationStrategy");

        @Override
        public Void visitLambdaExpression(LambdaExpressionTree tree, Void nothing) {
            if (getCurrentPath().getParentPath().getLeaf() instanceof MethodInvocationTree call) {
                Set<String> taken = api.taken(
                        receivers(call), name(call), call.getArguments().indexOf(tree));
                if (taken.stream().anyMatch(OF_EXCHANGES::contains)) {
                    tree.getParameters()
                            .forEach(each -> exchanges.add(each.getName().toString()));
                }
            }
            return super.visitLambdaExpression(tree, null);
        }
    }

    private final class Uses extends TreePathScanner<Void, Void> {
        @Override
        public Void visitImport(ImportTree tree, Void nothing) {
            return null;
        }

        @Override
        public Void visitIdentifier(IdentifierTree tree, Void nothing) {
            if (Character.isUpperCase(tree.toString().charAt(0))) {
                names.add(new Text(line(tree), tree.toString()));
            }
            return null;
        }

        @Override
        public Void visitMemberSelect(MemberSelectTree tree, Void nothing) {
            if (Character.isUpperCase(tree.getIdentifier().toString().charAt(0))
                    && tree.getExpression() instanceof IdentifierTree owner) {
                names.add(new Text(line(tree), owner + "." + tree.getIdentifier()));
            }
            return super.visitMemberSelect(tree, null);
        }

        @Override
        public Void visitLiteral(LiteralTree tree, Void nothing) {
            if (tree.getValue() instanceof String text) {
                texts.add(new Text(line(tree), text));
            }
            return null;
        }

        @Override
        public Void visitMethodInvocation(MethodInvocationTree tree, Void nothing) {
            super.visitMethodInvocation(tree, null);
            boolean own = tree.getMethodSelect() instanceof IdentifierTree;
            List<String> receivers = own && isInBuilder() && !ownMethods.contains(name(tree)) && !isStaticImport(tree)
                    ? List.of("RouteBuilder")
                    : receivers(tree);
            if (!receivers.isEmpty()) {
                calls.add(new Call(lineOf(tree), receivers, own, name(tree), tree.getArguments(), literals(tree)));
                if (receivers.contains("RouteBuilder")
                        && Set.of("from", "fromF", "rest").contains(name(tree))) {
                    route(tree);
                }
            }
            return null;
        }

        private boolean isStaticImport(MethodInvocationTree tree) {
            return imports.stream().anyMatch(each -> each.isStatic && each.name.endsWith("." + name(tree)));
        }

        /** In the innermost class, which may be anonymous. */
        private boolean isInBuilder() {
            for (TreePath path = getCurrentPath(); path != null; path = path.getParentPath()) {
                if (path.getLeaf() instanceof ClassTree type) {
                    boolean anonymous = path.getParentPath().getLeaf() instanceof NewClassTree;
                    Tree above = anonymous
                            ? ((NewClassTree) path.getParentPath().getLeaf()).getIdentifier()
                            : type.getExtendsClause();
                    return above != null && above.toString().matches("(.*\\.)?\\w*RouteBuilder");
                }
            }
            return false;
        }

        /** From its {@code from} to the end of the outermost expression around it. */
        private void route(MethodInvocationTree from) {
            Tree whole = from;
            for (TreePath path = getCurrentPath(); path != null; path = path.getParentPath()) {
                Tree leaf = path.getLeaf();
                if (!(leaf instanceof ExpressionTree)
                        || leaf instanceof LambdaExpressionTree
                        || leaf instanceof NewClassTree) {
                    break;
                }
                whole = leaf;
            }
            String text = from.getArguments().stream()
                    .findFirst()
                    .map(each -> text(each).orElse(each.toString()))
                    .orElse("");
            routes.add(new Lines(
                    line(from), lineAt(positions.getEndPosition(unit, whole)), name(from) + "(" + text + ")"));
        }
    }
}
