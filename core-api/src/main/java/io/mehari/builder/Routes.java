package io.mehari.builder;

/** Describes routes with the given builder: the lambda form of a {@link RouteBuilder}. */
@FunctionalInterface
public interface Routes {
    void accept(RouteBuilder builder) throws Exception;
}
