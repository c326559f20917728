// Reads test titles from source with regular expressions, for speed.
import { ANY } from './checklist.js';

/** First argument of a test, property or test table. */
const TITLE =
  /(\b(?:it|test|property)(?:\.\w+)*(?:<[^()]*>)?|\))\s*\(\s*(?:'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)"|`((?:\\.|[^`\\])*)`)\s*,/g;
const NO_TEST = /^test\.(describe|step)/;

/** Placeholders of test tables: %s etc. and $name. */
const replacePlaceholders = (text: string): string =>
  text.replace(/%%/g, '%').replace(/%[sdifjo]|\$[a-zA-Z.]+/g, ANY);

const unescapeText = (text: string): string =>
  text
    .replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    .replace(/\\(.)/g, '$1');

/** Titles in source order, with an ellipsis for variable parts. */
export function listTestTitles(text: string): string[] {
  return [...text.matchAll(TITLE)].flatMap(([, callee = '', single, double, template]) => {
    if (NO_TEST.test(callee)) return [];
    const title = unescapeText(single ?? double ?? (template ?? '').replace(/\$\{[^}]*\}/g, ANY));
    return [callee === ')' ? replacePlaceholders(title) : title];
  });
}
