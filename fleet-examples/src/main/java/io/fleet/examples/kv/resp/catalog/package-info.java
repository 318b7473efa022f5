/** What Redis tells of its commands, and how it reads numbers. */
package io.fleet.examples.kv.resp.catalog;
