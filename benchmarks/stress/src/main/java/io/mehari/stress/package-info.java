/**
 * Runs checks for which jcstress has no command. The tests are in the packages of the classes that they test. Each test
 * is a separate class with a {@code Shipped} and a {@code Weakened} variant.
 *
 * <pre>
 * mvn -pl :mehari-benchmarks-stress -am -DskipTests package
 * java -jar target/stress.jar -m sanity -t Shipped     # that they run: a few samples in every compilation mode
 * java -jar target/stress.jar -m sanity -sc false -time 100 -strideSize 1000 -strideCount 10 -t Shipped   # for CI
 * java -jar target/stress.jar -m quick -sc false -t Shipped   # minutes; without -sc false an hour
 * java -cp target/stress.jar io.mehari.stress.WeakenedTestsFail   # that each weakened variant is caught: five minutes
 * </pre>
 */
@org.jspecify.annotations.NullMarked
package io.mehari.stress;
