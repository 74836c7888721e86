/**
 * The endpoint {@code kafka:}, records of Apache Kafka: routes from topics and to topics.
 *
 * <pre>
 *   topic, by partition        one poll thread a consumer          threads of the route
 *   0  --- records ---&gt;  one line of records a partition  --&gt;  from("kafka:orders?brokers=...")
 *   1  --- records ---&gt;  one line of records a partition  --&gt;
 *      &lt;-- offset ----  lowest one that is not done yet   &lt;--  end of the route
 * </pre>
 *
 * <h2>Which thread calls what</h2>
 *
 * <ul>
 *   <li><b>Poll threads</b>, one for each of {@code consumersCount}, call the client: they poll, commit and take part
 *       in rebalances. They run no route, and continue to poll while routes are busy.
 *   <li><b>A route from Kafka</b> runs on a bounded pool of its own. Deserializers are called there, too.
 *   <li><b>A sender</b> serializes its message on its own thread. Then its exchange is suspended, a thread of the
 *       endpoint passes the record to the client, and the route continues on a thread of the shared pool.
 * </ul>
 *
 * <h2>Transactions</h2>
 *
 * With {@code transactionalId} the poll thread also begins, commits and aborts transactions. One transaction has the
 * records of all partitions of its consumer, and what the route sends in them, by a thread and a producer of the
 * consumer. See {@code Transactions}.
 *
 * <h2>Order, and memory consistency</h2>
 *
 * The records of a partition enter the route one at a time, in the order of their offsets: the next one when the
 * exchange of the one before is done, on whatever thread. With {@code concurrency=Key} this holds for the records of a
 * partition that have the same key. Each record <i>happens-before</i> the next. Records of different partitions are not
 * ordered. What a sender does before it sends <i>happens-before</i> the continuation of its route.
 */
@org.jspecify.annotations.NullMarked
package io.mehari.component.kafka;
