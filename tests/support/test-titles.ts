// The titles of the tests that a file holds, read from its source without parsing it: sixty files
// cost nothing.
import { ANY } from './checklist.js';

/**
 * A text that is the first argument of a test, of a property, or of what a table of tests has made.
 */
const TITLE =
  /(\b(?:it|test|property)(?:\.\w+)*(?:<[^()]*>)?|\))\s*\(\s*(?:'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)"|`((?:\\.|[^`\\])*)`)\s*,/g;
const NO_TEST = /^test\.(describe|step)/;

/** The places that a table fills: %s and its like, and $name. */
const unfilled = (text: string): string =>
  text.replace(/%%/g, '%').replace(/%[sdifjo]|\$[a-zA-Z.]+/g, ANY);

const unescaped = (text: string): string =>
  text
    .replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    .replace(/\\(.)/g, '$1');

/** Titles in the order of the source; what differs from case to case is an ellipsis. */
export function testTitles(text: string): string[] {
  return [...text.matchAll(TITLE)].flatMap(([, called = '', single, double, template]) => {
    if (NO_TEST.test(called)) return [];
    const title = unescaped(single ?? double ?? (template ?? '').replace(/\$\{[^}]*\}/g, ANY));
    return [called === ')' ? unfilled(title) : title];
  });
}
