package io.fleet.bench.groups;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;

/**
 * What the nodes of this process have used.
 *
 * @param cpuNs   processor time of all threads of nodes that run.
 * @param threads how many those are.
 */
record NodeTime(long cpuNs, int threads) {
    private static final String PREFIX = "fleet-node-";

    /** Up to now. */
    static NodeTime ofNodes() {
        final ThreadMXBean bean = ManagementFactory.getThreadMXBean();
        long cpuNs = 0;
        int threads = 0;
        for (final ThreadInfo thread : bean.getThreadInfo(bean.getAllThreadIds())) {
            if (thread != null && thread.getThreadName().startsWith(PREFIX)) {
                cpuNs += Math.max(0, bean.getThreadCpuTime(thread.getThreadId()));
                threads++;
            }
        }
        return new NodeTime(cpuNs, threads);
    }
}
