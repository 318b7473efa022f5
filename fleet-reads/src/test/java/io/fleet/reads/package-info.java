/** Tests of the reads beside the log, alone and on whole nodes. */
package io.fleet.reads;
