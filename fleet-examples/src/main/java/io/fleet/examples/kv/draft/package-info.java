/**
 * The key-value store that speculates: batches of commands are run over drafts before they are chosen, and what came of
 * them is looked at again when they are published.
 */
package io.fleet.examples.kv.draft;
