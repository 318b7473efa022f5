/** {@code fleet bench handover}: what clients notice when leadership is handed over and nodes are restarted. */
package io.fleet.bench.handover;
