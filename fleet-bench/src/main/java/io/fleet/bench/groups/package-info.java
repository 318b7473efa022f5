/** {@code fleet bench groups}: what many groups on the same nodes cost, idle and under load. */
package io.fleet.bench.groups;
