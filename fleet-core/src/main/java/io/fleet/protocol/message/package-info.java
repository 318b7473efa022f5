/**
 * The messages of the scattered mode and of clients, and in {@code coded} those of the coded mode, as plain, reused
 * data: roles read and fill them, {@code io.fleet.wire} turns them into bytes and back. No message knows its encoding.
 */
package io.fleet.protocol.message;
