package io.fleet.verify.crashpoint;

/** What crashes. */
public enum CrashLevel {
    /** Each log or store alone, without a cluster. */
    STORAGE,
    /** A cluster of one node. */
    NODE,
    /** A cluster of three nodes: each of them alone, and all at once. */
    CLUSTER
}
