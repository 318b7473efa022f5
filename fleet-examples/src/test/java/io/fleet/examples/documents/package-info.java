/** What the documents say that can be checked: tables that are made from the code, names, links and samples. */
package io.fleet.examples.documents;
