/** Fuzzing of what the key-value store decodes: batches of commands, answers, snapshots, and what its clients send. */
package io.fleet.verify.fuzz.kv;
