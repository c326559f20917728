/** Markup made by hand, and the one function that makes any text harmless in it. */

/**
 * Text that is markup already: made by `html`, and by the drawings, which escape their words
 * themselves.
 */
export class Markup {
  constructor(readonly text: string) {}
}

/**
 * What may stand in a template: texts are escaped, markup is not, lists are joined, null is
 * nothing.
 */
export type Part = Markup | string | number | null | readonly Part[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const SPECIAL = /[&<>"']/g;
/**
 * What no document may hold: control characters but tab and line feed, halves of pairs, places that
 * are no characters.
 */
const NOT_A_CHARACTER = /\p{Cc}|\p{Cs}|\p{Noncharacter_Code_Point}/gu;
/** Marks that turn the direction of everything after them: a name could dress up as another. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;
const REPLACEMENT = '\ufffd';

/**
 * Any text for use between tags or inside a quoted attribute, in HTML and in SVG: it shows as
 * itself and does nothing.
 */
export const escapeMarkup = (text: string): string =>
  text
    .replace(NOT_A_CHARACTER, (found) => (found === '\t' || found === '\n' ? found : REPLACEMENT))
    .replace(TURNS, REPLACEMENT)
    .replace(SPECIAL, (character) => ENTITIES[character] ?? '');

function textOf(part: Part): string {
  if (part === null) return '';
  if (part instanceof Markup) return part.text;
  if (typeof part === 'string') return escapeMarkup(part);
  if (typeof part === 'number') return escapeMarkup(String(part));
  return part.map(textOf).join('');
}

/**
 * A template whose parts are escaped. Parts may stand between tags and inside double quotes,
 * nowhere else.
 */
export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Markup =>
  new Markup(texts.map((text, place) => `${text}${textOf(parts[place] ?? null)}`).join(''));
