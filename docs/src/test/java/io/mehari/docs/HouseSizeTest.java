package io.mehari.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * No module and no package grows beyond docs/api/sizes.txt, and what has become smaller is written there. Kilobytes may
 * differ by two percent, because not every JDK 17 has the same zlib.
 */
class HouseSizeTest {

    @Test
    void nothingGrows() throws IOException {
        Map<String, Integer> limits = HouseSize.limits();
        Map<String, Integer> sizes = HouseSize.measured();
        if (Boolean.getBoolean("mehari.docs.write")) {
            Map<String, Integer> lower = new TreeMap<>(sizes);
            lower.replaceAll((what, size) -> Math.min(size, limits.getOrDefault(what, size)));
            HouseSize.write(lower);
            limits.clear();
            limits.putAll(lower);
        }
        List<String> wrong = new ArrayList<>();
        sizes.forEach((what, size) -> {
            Integer limit = limits.remove(what);
            int slack = limit != null && what.endsWith(" kB") ? Math.max(1, limit / 50) : 0;
            if (limit == null || size > limit + slack) {
                wrong.add(what + ": " + size + ", the limit is " + limit);
            } else if (size < limit - slack) {
                wrong.add(what + ": " + size + ", lower the limit of " + limit);
            }
        });
        limits.forEach((what, limit) -> wrong.add(what + ": no longer exists"));
        assertThat(wrong)
                .as("sizes that differ from docs/api/sizes.txt; to lower them: mvn -o -pl docs -am test"
                        + " -Dtest=HouseSizeTest -Dmehari.docs.write=true -Dsurefire.failIfNoSpecifiedTests=false")
                .isEmpty();
    }
}
