/**
 * The key-value server as a program ({@link io.fleet.examples.kv.server.KvMain}): options, replicas in one process or
 * one node of a cluster, metrics and health over HTTP.
 */
package io.fleet.examples.kv.server;
