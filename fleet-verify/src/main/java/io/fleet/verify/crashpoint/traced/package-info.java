/**
 * A file system of the JDK that tells each operation, so that real files can be cut off at any of them.
 */
package io.fleet.verify.crashpoint.traced;
