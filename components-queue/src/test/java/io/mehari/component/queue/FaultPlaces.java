package io.mehari.component.queue;

import static io.mehari.builder.RouteBuilder.body;
import static io.mehari.builder.RouteBuilder.constant;
import static io.mehari.builder.RouteBuilder.deadLetterChannel;
import static io.mehari.builder.RouteBuilder.defaultErrorHandler;

import io.mehari.AggregationStrategy;
import io.mehari.AsyncProcessor;
import io.mehari.AsyncProducer;
import io.mehari.Consumer;
import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.Expression;
import io.mehari.PollingConsumer;
import io.mehari.Predicate;
import io.mehari.Processor;
import io.mehari.Producer;
import io.mehari.ProducerTemplate;
import io.mehari.Route;
import io.mehari.RoutingContext;
import io.mehari.Service;
import io.mehari.builder.ProcessorDefinition;
import io.mehari.builder.RouteBuilder;
import io.mehari.processor.aggregate.AbstractListAggregationStrategy;
import io.mehari.spi.DataFormat;
import io.mehari.spi.EventNotifier;
import io.mehari.spi.IdempotentRepository;
import io.mehari.spi.LifecycleStrategy;
import io.mehari.spi.MessageClock;
import io.mehari.spi.MessageScope;
import io.mehari.spi.RoutingContextExtension;
import io.mehari.spi.StepInterceptor;
import io.mehari.spi.Synchronization;
import io.mehari.spi.ThreadPools;
import io.mehari.spi.TypeConverterRegistry;
import io.mehari.spi.UuidGenerator;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Every place at which a route calls the user's code. */
final class FaultPlaces {

    /** The route that is made. */
    interface Steps {
        RoutingContext context();

        /** From here on its steps are added; to be asked for once, after what belongs to the builder. */
        ProcessorDefinition<?> get();
    }

    /** Adds a step that calls failing code to a route. */
    interface Maker {
        void make(RouteBuilder routes, Steps steps, Fault fault) throws Exception;
    }

    /** A place, and the type of the code that is called there. */
    record Place(String name, Class<?> type, Maker maker) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static final List<Place> ALL = new ArrayList<>();

    private FaultPlaces() {}

    static List<Place> all() {
        return List.copyOf(ALL);
    }

    private static void add(String name, Class<?> type, Maker maker) {
        ALL.add(new Place(name, type, maker));
    }

    private static Expression expression(Fault fault, Object value) {
        return exchange -> fault.or(value);
    }

    private static Predicate predicate(Fault fault) {
        return exchange -> {
            fault.strike();
            return true;
        };
    }

    private static DataFormat format(Fault fault) {
        return new DataFormat() {
            @Override
            public void marshal(Exchange exchange, Object body, OutputStream stream) {
                fault.strike();
            }

            @Override
            public @Nullable Object unmarshal(Exchange exchange, InputStream stream) {
                return fault.or("x");
            }
        };
    }

    private static Processor processor(Fault fault) {
        return exchange -> fault.strike();
    }

    private static AggregationStrategy strategy(Fault fault) {
        return (old, next) -> fault.or(next);
    }

    private static final String FAILURE = "the failure to be dealt with";

    private static void fail(Exchange exchange) {
        throw theOneToDealWith();
    }

    static IllegalArgumentException theOneToDealWith() {
        return new IllegalArgumentException(FAILURE);
    }

    /** Whether it is the one that handlers are called for. */
    static boolean isTheOneToDealWith(@Nullable Throwable failure) {
        return failure instanceof IllegalArgumentException && FAILURE.equals(failure.getMessage());
    }

    static {
        add("process", Processor.class, (r, steps, fault) -> steps.get().process(processor(fault)));
        add(
                "async process",
                AsyncProcessor.class,
                (r, steps, fault) -> steps.get()
                        .process(FaultyComponent.processor(fault))
                        .delay(4)
                        .process(exchange -> {}));
        add("marshal", DataFormat.class, (r, steps, fault) -> steps.get().marshal(format(fault)));
        add("unmarshal", DataFormat.class, (r, steps, fault) -> steps.get().unmarshal(format(fault)));
        add("producer", Producer.class, (r, steps, fault) -> steps.get().to("faulty:plain"));
        add(
                "async producer",
                AsyncProducer.class,
                (r, steps, fault) -> steps.get().to("faulty:async").delay(4).process(exchange -> {}));
        add(
                "pollEnrich",
                PollingConsumer.class,
                (r, steps, fault) -> steps.get().pollEnrich("faulty:plain", 1));
        add(
                "pollEnrich from where the message says",
                PollingConsumer.class,
                (r, steps, fault) ->
                        steps.get().pollEnrich(constant("faulty:plain")).timeout(1));
        add(
                "where pollEnrich receives",
                Expression.class,
                (r, steps, fault) ->
                        steps.get().pollEnrich(expression(fault, "seda:none")).timeout(0));
        expressions();
        predicates();
        errorHandlers();
        strategies();
        aggregates();
        executors();
        others();
    }

    private static void expressions() {
        add("setBody", Expression.class, (r, steps, fault) -> steps.get().setBody(expression(fault, "x")));
        add("setHeader", Expression.class, (r, steps, fault) -> steps.get().setHeader("h", expression(fault, "x")));
        add("setProperty", Expression.class, (r, steps, fault) -> steps.get().setProperty("p", expression(fault, "x")));
        add("loop", Expression.class, (r, steps, fault) -> steps.get().loop(expression(fault, 2)));
        add("delay", Expression.class, (r, steps, fault) -> steps.get().delay(expression(fault, 1)));
        add("throttle", Expression.class, (r, steps, fault) -> steps.get().throttle(expression(fault, 5)));
        add("split", Expression.class, (r, steps, fault) -> steps.get().split(expression(fault, List.of(1, 2))));
        add(
                "recipientList",
                Expression.class,
                (r, steps, fault) -> steps.get().recipientList(expression(fault, "direct:end")));
        add("enrich", Expression.class, (r, steps, fault) -> steps.get().enrich(expression(fault, "direct:end")));
        add(
                "body function",
                Function.class,
                (r, steps, fault) -> steps.get().setBody(body(Object.class, value -> fault.or(value))));
        add(
                "iterator",
                Expression.class,
                (r, steps, fault) -> steps.get()
                        .split(exchange -> (Iterable<Object>) () -> new java.util.Iterator<>() {
                            private int given;

                            @Override
                            public boolean hasNext() {
                                return given < 2;
                            }

                            @Override
                            public Object next() {
                                return given++ == 0 ? "first" : fault.or("second");
                            }
                        })
                        .streaming()
                        .delay(1));
    }

    private static void predicates() {
        add("filter", Predicate.class, (r, steps, fault) -> steps.get().filter(predicate(fault)));
        add("when", Predicate.class, (r, steps, fault) -> steps.get().choice().when(predicate(fault)));
        add("validate", Predicate.class, (r, steps, fault) -> steps.get().validate(predicate(fault)));
        add("loopDoWhile", Predicate.class, (r, steps, fault) -> {
            int[] rounds = {0};
            steps.get().loopDoWhile(exchange -> {
                fault.strike();
                return rounds[0]++ < 2;
            });
        });
        add(
                "doCatch onWhen",
                Predicate.class,
                (r, steps, fault) -> steps.get()
                        .doTry()
                        .process(FaultPlaces::fail)
                        .doCatch(IllegalArgumentException.class)
                        .onWhen(predicate(fault)));
        add(
                "doFinally",
                Processor.class,
                (r, steps, fault) -> steps.get()
                        .doTry()
                        .process(FaultPlaces::fail)
                        .doFinally()
                        .process(processor(fault)));
    }

    private static void errorHandlers() {
        add("onWhen", Predicate.class, (r, steps, fault) -> {
            r.onException(IllegalArgumentException.class)
                    .onWhen(predicate(fault))
                    .handled(true);
            steps.get().process(FaultPlaces::fail);
        });
        add("handled", Predicate.class, (r, steps, fault) -> {
            r.onException(IllegalArgumentException.class).handled(predicate(fault));
            steps.get().process(FaultPlaces::fail);
        });
        add("continued", Predicate.class, (r, steps, fault) -> {
            r.onException(IllegalArgumentException.class).continued(predicate(fault));
            steps.get().process(FaultPlaces::fail);
        });
        add("retryWhile", Predicate.class, (r, steps, fault) -> {
            int[] tries = {0};
            r.onException(IllegalArgumentException.class).redeliveryDelay(1).retryWhile(exchange -> {
                fault.strike();
                return tries[0]++ < 2;
            });
            steps.get().process(FaultPlaces::fail);
        });
        add("step of onException", Processor.class, (r, steps, fault) -> {
            r.onException(IllegalArgumentException.class).handled(true).process(processor(fault));
            steps.get().process(FaultPlaces::fail);
        });
        add("onRedelivery", Processor.class, (r, steps, fault) -> {
            r.errorHandler(defaultErrorHandler()
                    .maximumRedeliveries(1)
                    .redeliveryDelay(1)
                    .onRedelivery(processor(fault)));
            steps.get().process(FaultPlaces::fail);
        });
        add("onExceptionOccurred", Processor.class, (r, steps, fault) -> {
            r.errorHandler(defaultErrorHandler().onExceptionOccurred(processor(fault)));
            steps.get().process(FaultPlaces::fail);
        });
        add("onPrepareFailure", Processor.class, (r, steps, fault) -> {
            r.errorHandler(deadLetterChannel("direct:end").onPrepareFailure(processor(fault)));
            steps.get().process(FaultPlaces::fail);
        });
        add("onPrepareFailure without dead letters", Processor.class, (r, steps, fault) -> {
            r.errorHandler(defaultErrorHandler().onPrepareFailure(processor(fault)));
            steps.get().process(FaultPlaces::fail);
        });
        add("onCompletion", Processor.class, (r, steps, fault) -> {
            r.onCompletion().onWhen(predicate(fault)).process(processor(fault));
            steps.get().process(exchange -> {});
        });
    }

    private static void strategies() {
        add(
                "split strategy",
                AggregationStrategy.class,
                (r, steps, fault) -> steps.get()
                        .split(constant(List.of(1, 2, 3)), strategy(fault))
                        .delay(1));
        add(
                "parallel strategy",
                AggregationStrategy.class,
                (r, steps, fault) -> steps.get()
                        .split(constant(List.of(1, 2, 3)), strategy(fault))
                        .parallelProcessing()
                        .delay(1));
        add(
                "strategy onCompletion",
                AggregationStrategy.class,
                (r, steps, fault) -> steps.get()
                        .split(constant(List.of(1, 2)), new AggregationStrategy() {
                            @Override
                            public Exchange aggregate(@Nullable Exchange old, Exchange next) {
                                return next;
                            }

                            @Override
                            public void onCompletion(@Nullable Exchange exchange, @Nullable Exchange input) {
                                fault.strike();
                            }
                        })
                        .parallelProcessing());
        add(
                "strategy timeout",
                AggregationStrategy.class,
                (r, steps, fault) -> steps.get()
                        .split(constant(List.of(1, 2, 3)), new AggregationStrategy() {
                            @Override
                            public Exchange aggregate(@Nullable Exchange old, Exchange next) {
                                return next;
                            }

                            @Override
                            public void timeout(@Nullable Exchange exchange, int index, int total, long timeout) {
                                fault.strike();
                            }
                        })
                        .parallelProcessing()
                        .timeout(2)
                        .delay(20));
        add(
                "value for a list",
                AggregationStrategy.class,
                (r, steps, fault) -> steps.get()
                        .split(constant(List.of(1, 2)), new AbstractListAggregationStrategy<Object>() {
                            @Override
                            public Object getValue(Exchange exchange) {
                                return fault.or("value");
                            }
                        })
                        .delay(1));
        add(
                "enrich strategy",
                AggregationStrategy.class,
                (r, steps, fault) -> steps.get().enrich("direct:end", strategy(fault)));
        add(
                "multicast strategy",
                AggregationStrategy.class,
                (r, steps, fault) ->
                        steps.get().multicast(strategy(fault)).to("direct:end").to("direct:end"));
        add(
                "recipientList strategy",
                AggregationStrategy.class,
                (r, steps, fault) -> steps.get()
                        .recipientList(constant("direct:end,direct:end"))
                        .aggregationStrategy(strategy(fault)));
    }

    private static void aggregates() {
        add(
                "aggregate key",
                Expression.class,
                (r, steps, fault) -> steps.get()
                        .aggregate(expression(fault, "key"), (old, next) -> next)
                        .completionSize(1));
        add(
                "aggregate strategy",
                AggregationStrategy.class,
                (r, steps, fault) ->
                        steps.get().aggregate(constant("key"), strategy(fault)).completionSize(1));
        add(
                "aggregate predicate",
                Predicate.class,
                (r, steps, fault) -> steps.get()
                        .aggregate(constant("key"), (old, next) -> next)
                        .completionPredicate(predicate(fault)));
        add(
                "aggregate executor",
                ExecutorService.class,
                (r, steps, fault) -> steps.get()
                        .aggregate(constant("key"), (old, next) -> next)
                        .completionSize(1)
                        .parallelProcessing()
                        .executorService(new FaultyExecutor(fault)));
    }

    private static void executors() {
        add(
                "threads",
                ExecutorService.class,
                (r, steps, fault) -> steps.get()
                        .threads()
                        .executorService(new FaultyExecutor(fault))
                        .process(exchange -> {}));
        add(
                "parallel split",
                ExecutorService.class,
                (r, steps, fault) -> steps.get()
                        .split(constant(List.of(1, 2, 3)))
                        .executorService(new FaultyExecutor(fault))
                        .delay(1));
        add(
                "wireTap",
                ExecutorService.class,
                (r, steps, fault) -> steps.get().wireTap("direct:end").executorService(new FaultyExecutor(fault)));
    }

    private static void others() {
        add(
                "split onPrepare",
                Processor.class,
                (r, steps, fault) -> steps.get()
                        .split(constant(List.of(1, 2, 3)))
                        .onPrepare(processor(fault))
                        .delay(1));
        add(
                "parallel onPrepare",
                Processor.class,
                (r, steps, fault) -> steps.get()
                        .split(constant(List.of(1, 2, 3)))
                        .onPrepare(processor(fault))
                        .parallelProcessing()
                        .delay(1));
        add(
                "wireTap onPrepare",
                Processor.class,
                (r, steps, fault) -> steps.get().wireTap("direct:end").onPrepare(processor(fault)));
        add(
                "idempotent repository",
                IdempotentRepository.class,
                (r, steps, fault) -> steps.get().idempotentConsumer(constant("key"), new IdempotentRepository() {
                    @Override
                    public boolean add(String key) {
                        return true;
                    }

                    @Override
                    public boolean contains(String key) {
                        fault.strike();
                        return false;
                    }

                    @Override
                    public boolean remove(String key) {
                        fault.strike();
                        return true;
                    }

                    @Override
                    public boolean confirm(String key) {
                        fault.strike();
                        return true;
                    }
                }));
        add(
                "completion",
                Synchronization.class,
                (r, steps, fault) -> steps.get()
                        .process(exchange -> exchange.getExchangeExtension().addOnCompletion(new Synchronization() {
                            @Override
                            public void onComplete(Exchange done) {
                                fault.strike();
                            }

                            @Override
                            public void onFailure(Exchange done) {
                                fault.strike();
                            }
                        })));
        add("event notifier", EventNotifier.class, (r, steps, fault) -> {
            steps.context().getRoutingContextExtension().addEventNotifier(new EventNotifier() {
                @Override
                public void onExchangeCreated(Exchange exchange) {
                    fault.strike();
                }

                @Override
                public void onExchangeCompleted(Exchange exchange, long nanos) {
                    fault.strike();
                }
            });
            steps.get().to("direct:end");
        });
        add("event notifier of steps", EventNotifier.class, (r, steps, fault) -> {
            steps.context().getRoutingContextExtension().addEventNotifier(new EventNotifier() {
                @Override
                public void onStepStarted(Exchange exchange, String stepId) {
                    fault.strike();
                }

                @Override
                public void onStepCompleted(Exchange exchange, String stepId) {
                    fault.strike();
                }
            });
            steps.get().step("one").to("direct:end");
        });
        add("event notifier of sends", EventNotifier.class, (r, steps, fault) -> {
            r.errorHandler(defaultErrorHandler().maximumRedeliveries(1).redeliveryDelay(0));
            steps.context().getRoutingContextExtension().addEventNotifier(new EventNotifier() {
                @Override
                public void onExchangeSending(Exchange exchange, Endpoint endpoint) {
                    fault.strike();
                }

                @Override
                public void onExchangeSent(Exchange exchange, Endpoint endpoint, long nanos) {
                    fault.strike();
                }

                @Override
                public void onExchangeRedelivery(Exchange exchange, int attempt) {
                    fault.strike();
                }

                @Override
                public void onExchangeFailed(Exchange exchange, long nanos) {
                    fault.strike();
                }
            });
            steps.get().to("direct:end").process(FaultPlaces::fail);
        });
        plugins();
        add(
                "stop of a service",
                Service.class,
                (r, steps, fault) -> steps.get().process(new Attached(() -> {}, fault::strike)));
        add(
                "stop of a producer",
                Producer.class,
                (r, steps, fault) -> steps.get().to("faulty:stop"));
        add("consumer", Consumer.class, (r, steps, fault) -> {
            r.from("faulty:consumer").to("direct:end");
            steps.get().to("faulty:consumer");
        });
        add("clock", MessageClock.class, (r, steps, fault) -> {
            AtomicBoolean broken = new AtomicBoolean();
            steps.context().getRoutingContextExtension().setClock(new MessageClock() {
                @Override
                public long millis() {
                    if (broken.get()) {
                        fault.strike();
                    }
                    return 0;
                }

                @Override
                public void close() {
                    fault.strike();
                }
            });
            ProducerTemplate template = steps.context().createProducerTemplate();
            steps.get().process(exchange -> broken.set(true)).process(exchange -> template.sendBody("direct:end", "x"));
        });
        add("converter", TypeConverterRegistry.Conversion.class, (r, steps, fault) -> {
            steps.context()
                    .getRoutingContextExtension()
                    .getTypeConverterRegistry()
                    .addTypeConverter(Converted.class, Object.class, (value, exchange) -> fault.or(new Converted()));
            steps.get().convertBodyTo(Converted.class).delay(1);
        });
        add("fallback of conversions", BiFunction.class, (r, steps, fault) -> {
            steps.context()
                    .getRoutingContextExtension()
                    .getTypeConverterRegistry()
                    .setFallback((to, from) -> {
                        fault.strike();
                        return (value, exchange) -> new Converted();
                    });
            steps.get()
                    .setBody(constant(new Object()))
                    .convertBodyTo(Converted.class)
                    .delay(1);
        });
        add("converter of an expression", TypeConverterRegistry.Conversion.class, (r, steps, fault) -> {
            steps.context()
                    .getRoutingContextExtension()
                    .getTypeConverterRegistry()
                    .addTypeConverter(Integer.class, Converted.class, (value, exchange) -> fault.or(2));
            steps.get().loop(constant(new Converted())).delay(1);
        });
        add("id generator", UuidGenerator.class, (r, steps, fault) -> {
            steps.context().getRoutingContextExtension().setUuidGenerator(() -> fault.or("id"));
            steps.get().multicast().to("direct:end").to("direct:end");
        });
    }

    /** What a user may replace of the engine itself. */
    private static void plugins() {
        for (boolean schedules : new boolean[] {false, true}) {
            threadPools(schedules ? "shared pool" : "thread pools", schedules);
        }
        add("step interceptor, before", StepInterceptor.class, (r, steps, fault) -> {
            steps.context()
                    .getRoutingContextExtension()
                    .addStepInterceptor((exchange, place) -> fault.or(StepInterceptor.Decision.proceed()));
            steps.get().to("direct:end");
        });
        add("step interceptor, after", StepInterceptor.class, (r, steps, fault) -> {
            steps.context().getRoutingContextExtension().addStepInterceptor(new StepInterceptor() {
                @Override
                public Decision before(Exchange exchange, StepInterceptor.Place place) {
                    return Decision.proceed();
                }

                @Override
                public void after(Exchange exchange, StepInterceptor.Place place) {
                    fault.strike();
                }
            });
            steps.get().delay(1).to("direct:end");
        });
        for (boolean before : new boolean[] {true, false}) {
            add("message scope, " + (before ? "before" : "after"), MessageScope.class, (r, steps, fault) -> {
                steps.context().getRoutingContextExtension().addMessageScope((exchange, work) -> {
                    if (before) {
                        fault.strike();
                    }
                    work.run();
                    fault.strike();
                });
                steps.get().delay(1).to("direct:end");
            });
        }
        add("lifecycle strategy", LifecycleStrategy.class, (r, steps, fault) -> {
            steps.context().getRoutingContextExtension().addLifecycleStrategy(new LifecycleStrategy() {
                @Override
                public void onContextStopped(RoutingContext context) {
                    fault.strike();
                }

                @Override
                public void onEndpointStarted(Endpoint endpoint) {
                    fault.strike();
                }

                @Override
                public void onEndpointStopped(Endpoint endpoint) {
                    fault.strike();
                }

                @Override
                public void onRouteStarted(Route route) {
                    fault.strike();
                }

                @Override
                public void onRouteStopped(Route route) {
                    fault.strike();
                }
            });
            steps.get().to("seda:lifecycle?discardIfNoConsumers=true");
        });
        add(
                "idempotent add",
                IdempotentRepository.class,
                (r, steps, fault) -> steps.get()
                        .idempotentConsumer(constant("key"), new IdempotentRepository() {
                            @Override
                            public boolean add(String key) {
                                fault.strike();
                                return true;
                            }

                            @Override
                            public boolean contains(String key) {
                                return false;
                            }

                            @Override
                            public boolean remove(String key) {
                                fault.strike();
                                return true;
                            }

                            @Override
                            public boolean confirm(String key) {
                                return true;
                            }
                        })
                        .delay(1));
    }

    private static void threadPools(String what, boolean schedules) {
        threadPools(what + ", delay", schedules, r -> {}, in -> in.delay(1).process(exchange -> {}));
        threadPools(
                what + ", throttle",
                schedules,
                r -> {},
                in -> in.throttle(1).timePeriodMillis(2).process(exchange -> {}));
        threadPools(
                what + ", redelivery",
                schedules,
                r -> r.errorHandler(defaultErrorHandler().maximumRedeliveries(1).redeliveryDelay(1)),
                in -> in.process(FaultPlaces::fail));
        threadPools(
                what + ", parallel split",
                schedules,
                r -> {},
                in -> in.split(constant(List.of(1, 2)))
                        .parallelProcessing()
                        .timeout(20)
                        .to("direct:end"));
        threadPools(
                what + ", request",
                schedules,
                r -> r.from("seda:asked").process(exchange -> {}),
                in -> in.to("seda:asked?waitForTaskToComplete=Always&timeout=50"));
        threadPools(
                what + ", aggregate",
                schedules,
                r -> {},
                in -> in.aggregate(constant("key"), (old, next) -> next).completionTimeout(1));
    }

    private static void threadPools(
            String name,
            boolean schedules,
            java.util.function.Consumer<RouteBuilder> before,
            java.util.function.Consumer<ProcessorDefinition<?>> in) {
        add(name, ThreadPools.class, (r, steps, fault) -> {
            RoutingContextExtension services = steps.context().getRoutingContextExtension();
            services.setThreadPools(new FaultyPools(services.getThreadPools(), fault, schedules));
            before.accept(r);
            in.accept(steps.get());
        });
    }

    /** What only a converter of the user's makes, or makes something of. */
    private static final class Converted {}

    /** A processor with a life, which starts and stops with the route. */
    static final class Attached implements Processor, Service {
        private final Runnable start;
        private final Runnable stop;

        Attached(Runnable start, Runnable stop) {
            this.start = start;
            this.stop = stop;
        }

        Attached(Runnable start) {
            this(start, () -> {});
        }

        @Override
        public void process(Exchange exchange) {}

        @Override
        public void start() {
            start.run();
        }

        @Override
        public void stop() {
            stop.run();
        }
    }

    /** Refuses in some way, or runs each task twice, or runs it and throws. */
    private static final class FaultyExecutor extends AbstractExecutorService {
        private final Fault fault;

        FaultyExecutor(Fault fault) {
            this.fault = fault;
        }

        @Override
        public void execute(Runnable task) {
            fault.strike();
            task.run();
            if (fault == Fault.TWICE) {
                task.run();
            } else if (fault == Fault.LATE) {
                throw new IllegalStateException("it has run, and the executor throws");
            }
        }

        @Override
        public void shutdown() {}

        @Override
        public List<Runnable> shutdownNow() {
            return List.of();
        }

        @Override
        public boolean isShutdown() {
            return false;
        }

        @Override
        public boolean isTerminated() {
            return false;
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) {
            return true;
        }
    }
}
