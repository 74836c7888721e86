s/org\.apache\.camel\.processor\.aggregate\.AggregationStrategy\b/io.mehari.AggregationStrategy/
s/org\.apache\.camel\.support\.processor\.idempotent\./io.mehari.impl./
s/org\.apache\.camel\.support\.builder\./io.mehari.builder./
s/org\.apache\.camel\.builder\.NotifyBuilder/io.mehari.testing.NotifyBuilder/
s/org\.apache\.camel\.support\.processor\.PredicateValidationException/io.mehari.PredicateValidationException/
s/org\.apache\.camel\.support\.service\.ServiceSupport/io.mehari.support.ServiceSupport/
s/org\.apache\.camel\.builder\.ThreadPoolProfileBuilder/io.mehari.support.ThreadPoolProfileBuilder/
s/org\.apache\.camel\.spi\.(ThreadPoolProfile|ExecutorServiceManager)\b/io.mehari.support.\1/
s/((\w+(\(\))?)(\.\w+(\(\))?)*)\.getExecutorServiceManager\(\)/new io.mehari.support.ExecutorServiceManager(\1)/g
s/org\.apache\.camel\.support\.SynchronizationAdapter/io.mehari.spi.SynchronizationAdapter/
s/org\.apache\.camel\.util\.concurrent\.ThreadPoolRejectedPolicy/io.mehari.spi.ThreadPoolRejectedPolicy/
s/\bSynchronizationVetoable\b/Synchronization/g
s/org\.apache\.camel\.support\.DefaultExchange/io.mehari.Exchange/
s/new DefaultExchange\(([^(),]+(\(\))?)(, *)?/\1.createExchange(/g
s/\bDefaultExchange\b/Exchange/g
s/org\.apache\.camel\.impl\.engine\./io.mehari.impl./
s/org\.apache\.camel\.model\./io.mehari.builder./
s/\.log(StackTrace|Exhausted|ExhaustedMessageHistory|ExhaustedMessageBody)\([a-z]*\)//g
s/\.log(Handled|Continued|NewException)\([a-z]*\)//g
s/\.[a-zA-Z]*LogLevel\(LoggingLevel\.[A-Z]*\)//g
s/\.(syncDelayed|asyncDelayed|asyncDelayedRedelivery|modeAfterConsumer)\(\)//g
s/\.synchronous\(\)//g
s/UseOriginalAggregationStrategy\(null, */UseOriginalAggregationStrategy(/g
s/\.routeDescription\(/.description(/g
s/\bGroupedMessageAggregationStrategy\b/GroupedExchangeAggregationStrategy/g
s/\.setExchangePattern\("(\w+)"\)/.setExchangePattern(io.mehari.ExchangePattern.\1)/g
s/\.disableRedelivery\(\)/.maximumRedeliveries(0)/g
s/\.useCollisionAvoidance\(\)/.jitter(0.15)/g
s/\.collisionAvoidanceFactor\(/.jitter(/g
s/\.loggingLevel\([A-Za-z.]*\)//g
/\.setShutdownNowOnTimeout\(/d
s/\.timeoutCheckerExecutorService\([^()]*\)//g
s/(\.log\([A-Za-z.]+, *"[^"]*"), *"[^"]*"(, *")/\1\2/g
s/\.getManagementStrategy\(\)\.(add|remove)EventNotifier\(/.getCamelContextExtension().\1EventNotifier(/g
/\.setUseMDCLogging\(/d
s/\.idempotentConsumer\((\w+\([^()]*\))\)\.idempotentRepository\(/.idempotentConsumer(\1, /g
s/\.loopDoWhile\(\)\.simple\(("[^"]*")\)/.loopDoWhile(simple(\1))/g
s/\.useExponentialBackOff\(\)(.*\.backOffMultiplier\()/\1/
s/(\.backOffMultiplier\(.*)\.useExponentialBackOff\(\)/\1/
s/\.receiveBodyNoWait\(("[^"]*"|\w+)(, *\w+\.class)?\)/.receiveBody(\1, 0\2)/g
s/public <T> T evaluate\(Exchange (\w+), Class<T> \w+\)/public Object evaluate(Exchange \1) { return evaluate(\1, Object.class); } @Override &/
s/\bExpressionBuilder\.(body|header|exchangeProperty|constant|simple)Expression\(/RouteBuilder.\1(/g
s/\bbuilder\.ExpressionBuilder;/builder.RouteBuilder;/
s/\.completeAllOnStop\(\)/.forceCompletionOnStop()/g
s/\.completionTimeoutCheckerInterval\([^()]*\)//g
s/\.aggregationRepository\(new MemoryAggregationRepository\([a-z]*\)\)(\.optimisticLocking\(\))?//g
/^import .*\.MemoryAggregationRepository;/d
s/"(direct|seda|disruptor|mock|timer|log):[^"a-zA-Z0-9${]{2}/"\1:/g
s/org\.apache\.camel\.ErrorHandlerFactory/io.mehari.builder.ErrorHandlerBuilder/
s/\bErrorHandlerFactory\b/ErrorHandlerBuilder/g
s/org\.apache\.camel\.CamelException/java.lang.Exception/
s/\bCamelException\b/Exception/g
/^import org\.apache\.camel\.LoggingLevel;/d
s/^import static org\.apache\.camel\.LoggingLevel\./import static java.lang.System.Logger.Level./
s/\bLoggingLevel\.WARN\b/System.Logger.Level.WARNING/g
s/\bLoggingLevel\.(TRACE|DEBUG|INFO|ERROR|OFF)\b/System.Logger.Level.\1/g
s/org\.apache\.camel\./io.mehari./
s/DefaultCamelContext/DefaultRoutingContext/g
s/RuntimeCamelException/RuntimeRoutingException/g
s/CamelExecutionException/RoutingExecutionException/g
s/CamelExchangeException/RoutingExchangeException/g
s/\bgetCamelContext\b/getContext/g
s/\.getHeader\(([^(),]+), ("[^"]*"|[0-9]+|true|false)\)/.getHeaderOrDefault(\1, \2)/g
s/\.getHeader\(([^(),]+), \(\) ->/.getHeaderOrElse(\1, () ->/g
s/\b(e|[a-zA-Z]*[eE]xchange)\.getProperty\(([^(),]+), ("[^"]*"|[0-9]+|true|false)\)/\1.getPropertyOrDefault(\2, \3)/g
s/CamelContext/RoutingContext/g
s/\bLambdaRouteBuilder\b/Routes/g
