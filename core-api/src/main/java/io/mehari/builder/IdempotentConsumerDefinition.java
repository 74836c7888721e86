package io.mehari.builder;

import io.mehari.Expression;
import io.mehari.builder.model.Node;
import io.mehari.spi.IdempotentRepository;
import java.util.List;

/**
 * Steps for messages whose key was not seen before. Duplicates skip the block, with the property {@code
 * Exchange.DUPLICATE_MESSAGE} set. Whether a key is kept is decided when the exchange is done.
 */
public final class IdempotentConsumerDefinition extends ProcessorDefinition<IdempotentConsumerDefinition> {
    private final Expression key;
    private final IdempotentRepository repository;
    private boolean eager = true;
    private boolean skipDuplicate = true;
    private boolean removeOnFailure = true;

    IdempotentConsumerDefinition(ProcessorDefinition<?> parent, Expression key, IdempotentRepository repository) {
        super(parent);
        this.key = key;
        this.repository = repository;
    }

    /**
     * Whether a key is stored as soon as its message comes; true by default. With false, it is stored when its message
     * is done and has not failed.
     */
    public IdempotentConsumerDefinition eager(boolean eager) {
        this.eager = eager;
        return this;
    }

    /**
     * Whether duplicates skip the block; true by default. With false, the block runs for them, with the property set.
     */
    public IdempotentConsumerDefinition skipDuplicate(boolean skipDuplicate) {
        this.skipDuplicate = skipDuplicate;
        return this;
    }

    /** Whether the key of a failed message is removed, so that the message can come again; true by default. */
    public IdempotentConsumerDefinition removeOnFailure(boolean removeOnFailure) {
        this.removeOnFailure = removeOnFailure;
        return this;
    }

    @Override
    Node toNode() {
        return new Node.Idempotent(key, repository, eager, skipDuplicate, removeOnFailure, List.copyOf(steps));
    }
}
