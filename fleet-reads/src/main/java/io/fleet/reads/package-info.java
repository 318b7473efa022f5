/**
 * The read paths beside the log: quorum reads without the leader (rules P1 to P4), leases, bounded staleness and local
 * reads. It has no class yet: every query is ordered like a write and executed by one replica.
 */
package io.fleet.reads;
