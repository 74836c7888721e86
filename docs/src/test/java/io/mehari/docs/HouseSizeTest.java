package io.mehari.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * How large each module and package is: docs/api/sizes.txt, which a commit may only lower. Whoever needs more raises the
 * number by hand, and says why in the commit.
 */
class HouseSizeTest {

    @Test
    void nothingGrows() throws IOException {
        TreeMap<String, Integer> limits = HouseSize.limits();
        TreeMap<String, Integer> sizes = HouseSize.measured();
        if (Boolean.getBoolean("mehari.docs.write")) {
            sizes.replaceAll((what, size) -> Math.min(size, limits.getOrDefault(what, size)));
            HouseSize.write(sizes);
            limits.clear();
            limits.putAll(sizes);
        }
        List<String> wrong = new ArrayList<>();
        HouseSize.measured().forEach((what, size) -> {
            Integer limit = limits.remove(what);
            if (limit == null || size > limit) {
                wrong.add(what + ": " + size + ", the limit is " + limit);
            } else if (size < limit) {
                wrong.add(what + ": " + size + ", so its limit is not " + limit + " any more");
            }
        });
        limits.forEach((what, limit) -> wrong.add(what + ": is not there any more"));
        assertThat(wrong)
                .as(
                        "sizes that are not those of docs/api/sizes.txt; what became smaller is written by mvn -o -pl docs -am"
                                + " test -Dtest=HouseSizeTest -Dmehari.docs.write=true -Dsurefire.failIfNoSpecifiedTests=false")
                .isEmpty();
    }
}
