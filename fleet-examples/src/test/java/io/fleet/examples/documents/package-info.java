/** Tables of the documents that are made from the code. */
package io.fleet.examples.documents;
