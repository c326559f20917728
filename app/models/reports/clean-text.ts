/**
 * What no document may hold: control characters other than tab and line feed, lone surrogates and
 * code points that are no characters. Marks that change the text direction are replaced too,
 * because a name could pass for another one with them.
 */
const UNSAFE = /(?![\t\n])\p{Cc}|\p{Cs}|\p{Noncharacter_Code_Point}|[\u202a-\u202e\u2066-\u2069]/gu;

/** The text with every unsafe character replaced by U+FFFD. */
export const cleanText = (text: string): string => text.replace(UNSAFE, '\ufffd');
