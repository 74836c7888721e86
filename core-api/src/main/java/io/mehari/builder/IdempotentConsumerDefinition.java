package io.mehari.builder;

import io.mehari.Expression;
import io.mehari.spi.IdempotentRepository;
import java.util.List;

/**
 * Steps for messages whose key was not seen before. Others go on behind the block, with {@code Exchange.DUPLICATE_MESSAGE}
 * set. Whether the key stays is decided when the exchange is done.
 */
public final class IdempotentConsumerDefinition extends ProcessorDefinition<IdempotentConsumerDefinition> {
    private final Expression key;
    private final IdempotentRepository repository;
    private final List<Node> steps = list();
    private boolean eager = true;
    private boolean completionEager;
    private boolean skipDuplicate = true;
    private boolean removeOnFailure = true;

    IdempotentConsumerDefinition(ProcessorDefinition<?> parent, Expression key, IdempotentRepository repository) {
        super(parent);
        this.key = key;
        this.repository = repository;
    }

    /** Whether a key counts as seen from the moment it comes, as it does unless said, or only when its message is done. */
    public IdempotentConsumerDefinition eager(boolean eager) {
        this.eager = eager;
        return this;
    }

    /** Whether it is decided at the end of the block, instead of that of the exchange, whether the key stays. */
    public IdempotentConsumerDefinition completionEager(boolean completionEager) {
        this.completionEager = completionEager;
        return this;
    }

    /** False: the block runs for duplicates too, marked by the property. */
    public IdempotentConsumerDefinition skipDuplicate(boolean skipDuplicate) {
        this.skipDuplicate = skipDuplicate;
        return this;
    }

    /** Whether the key of a message that failed is forgotten, so that it may come again; true unless said. */
    public IdempotentConsumerDefinition removeOnFailure(boolean removeOnFailure) {
        this.removeOnFailure = removeOnFailure;
        return this;
    }

    @Override
    IdempotentConsumerDefinition self() {
        return this;
    }

    @Override
    List<Node> steps() {
        return steps;
    }

    @Override
    Node toNode() {
        return new Node.Idempotent(
                key, repository, eager, completionEager, skipDuplicate, removeOnFailure, List.copyOf(steps));
    }
}
