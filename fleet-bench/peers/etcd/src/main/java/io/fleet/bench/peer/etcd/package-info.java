/** etcd under the cluster benchmark: servers of the system's package, and a client of the library jetcd. */
package io.fleet.bench.peer.etcd;
