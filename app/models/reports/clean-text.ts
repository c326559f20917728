/**
 * Control characters except tab and line feed, lone surrogates, noncharacters, and bidi controls,
 * which can disguise a name.
 */
const UNSAFE = /(?![\t\n])\p{Cc}|\p{Cs}|\p{Noncharacter_Code_Point}|[\u202a-\u202e\u2066-\u2069]/gu;

/** Replaces unsafe characters with U+FFFD. */
export const cleanText = (text: string): string => text.replace(UNSAFE, '\ufffd');
