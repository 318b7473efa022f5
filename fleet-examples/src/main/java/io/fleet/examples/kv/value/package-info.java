/** What is computed of words and values alone, with nothing around them. */
package io.fleet.examples.kv.value;
