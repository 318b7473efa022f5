/**
 * Fuzzing of decoders: valid inputs are changed with their structure in mind, checksums are made right again, and
 * whatever comes out is either refused as declared or means the same when it is written again. Inputs that are refused
 * for a new reason, or taken in a new way, are kept and changed further.
 */
package io.fleet.verify.fuzz;
