package io.fleet.testkit.run.plan;

/**
 * One operation that a client is told to issue.
 *
 * @param client  which client, from 0.
 * @param atNs    when, in virtual nanoseconds. It is left out when the client has no batcher then.
 * @param ballast how many bytes that mean nothing its payload has.
 * @param text    what is asked for, in the words of the service.
 */
public record PlannedOperation(int client, long atNs, int ballast, String text) {
}
