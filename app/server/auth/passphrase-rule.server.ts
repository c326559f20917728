// Rule for new passphrases: long enough, and more than repeats, sequences, names and common words.
// Stored passphrases are not checked.
import { PASSWORD_LENGTH } from '../../models/account/user.server';
import { COMMON_PASSPHRASES, COMMON_WORDS } from './common-passphrases';

/** Minimum of different characters outside of guessable parts. */
const OTHER_CHARACTERS_MIN = 6;
const REPEATED_MIN = 3;

const ALPHABETS = ['abcdefghijklmnopqrstuvwxyz', '01234567890'];
const ALPHABET_RUN = 3;
const KEY_ROWS = [
  '`1234567890-=',
  '~!@#$%^&*()_+',
  'qwertyuiop[]\\',
  "asdfghjkl;'",
  'zxcvbnm,./',
  'qwertzuiop',
  'azertyuiop',
  'qsdfghjklm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p;/',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
];
const KEY_RUN = 4;

const LOOKALIKES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '!': 'i',
  '3': 'e',
  '4': 'a',
  '@': 'a',
  '5': 's',
  $: 's',
  '7': 't',
};

type Cause = 'name' | 'word' | 'sequence';

const REASONS = {
  repeat: 'This passphrase repeats a short text. Choose one that is harder to guess.',
  common: 'This passphrase is one of the most common ones. Choose one that is harder to guess.',
  name: 'This passphrase is little more than a name. Do not build it from the username or "frontmonth".',
  word: 'This passphrase is little more than common words or dates. Add words that others cannot guess.',
  sequence:
    'This passphrase is little more than a sequence. Avoid neighboring letters, digits and keys.',
} as const satisfies Record<Cause | 'repeat' | 'common', string>;

/**
 * Reason why no one may have this passphrase, with what to do; else null. Applies to the first user's
 * passphrase in the settings, which an operator chooses and often a program.
 */
export function findPlainFault(passphrase: string): string | null {
  const { min, max } = PASSWORD_LENGTH;
  const { length } = [...passphrase];
  if (length < min) return `Use at least ${min} characters; this passphrase has ${length}.`;
  if (passphrase.length > max)
    return `Use at most ${max.toLocaleString('en-US')} characters; this passphrase has ${passphrase.length.toLocaleString('en-US')}.`;
  const text = passphrase.normalize('NFKC').toLowerCase();
  if (isRepetition(text)) return REASONS.repeat;
  return COMMON_PASSPHRASES.has(readPlain(text).letters) ? REASONS.common : null;
}

/** Reason why this may not become the passphrase of the user, with what to do; else null. */
export function findPassphraseFault(passphrase: string, username: string): string | null {
  const plainFault = findPlainFault(passphrase);
  if (plainFault !== null) return plainFault;
  const text = passphrase.normalize('NFKC').toLowerCase();
  const marks = markGuessableParts(text, username.toLowerCase());
  const otherCharacters = new Set([...text].filter((_, index) => marks[index] === undefined));
  return otherCharacters.size < OTHER_CHARACTERS_MIN ? REASONS[getMainCause(marks)] : null;
}

/** Whether the text is a part shorter than the minimum length, given twice or more. */
function isRepetition(text: string): boolean {
  for (let period = 1; period < PASSWORD_LENGTH.min && period * 2 <= text.length; period += 1)
    if (text.slice(period) === text.slice(0, -period)) return true;
  return false;
}

/** Letters and digits of a text, with the index of each in the text. */
interface Reading {
  readonly letters: string;
  readonly indexes: readonly number[];
}

function readText(text: string, convert: (character: string) => string | null): Reading {
  const indexes: number[] = [];
  let letters = '';
  [...text].forEach((character, index) => {
    const converted = convert(character) ?? '';
    letters += converted;
    // One index per code unit, as searches in `letters` count them.
    for (let unit = 0; unit < converted.length; unit += 1) indexes.push(index);
  });
  return { letters, indexes };
}

const toLetter = (character: string): string | null =>
  /^[\p{L}\p{N}]$/u.test(character) ? character : null;
const readPlain = (text: string): Reading => readText(text, toLetter);
const readLookalikes = (text: string): Reading =>
  readText(text, (character) => toLetter(LOOKALIKES[character] ?? character));
/** With punctuation, which can be part of a sequence. */
const readAll = (text: string): Reading => readText(text, (character) => character);

type Marks = (Cause | undefined)[];

function markGuessableParts(text: string, username: string): Marks {
  const marks: Marks = [];
  const markPart = ({ indexes }: Reading, start: number, length: number, cause: Cause): void => {
    for (const index of indexes.slice(start, start + length)) marks[index] ??= cause;
  };
  const markAll = (reading: Reading, part: string, cause: Cause): void => {
    for (
      let at = reading.letters.indexOf(part);
      at >= 0;
      at = reading.letters.indexOf(part, at + 1)
    )
      markPart(reading, at, part.length, cause);
  };
  const [plain, lookalikes, all] = [readPlain(text), readLookalikes(text), readAll(text)];
  for (const name of listNames(username)) {
    markAll(plain, name, 'name');
    markAll(lookalikes, name, 'name');
  }
  for (const word of COMMON_WORDS) {
    markAll(plain, word, 'word');
    markAll(lookalikes, word, 'word');
  }
  for (const { index, 0: year } of plain.letters.matchAll(/(19|20)\d\d/g))
    markPart(plain, index, year.length, 'word');
  for (const reading of [plain, all])
    for (let start = 0; start < reading.letters.length; start += 1)
      markPart(reading, start, getSequenceLength(reading.letters.slice(start)), 'sequence');
  return marks;
}

function listNames(username: string): string[] {
  const names = ['frontmonth', username, ...username.split(/[^\p{L}\p{N}]+/u)];
  return names.map((name) => readPlain(name).letters).filter(({ length }) => length >= 3);
}

const reverseText = (text: string): string => [...text].reverse().join('');
const RUNS = [
  ...ALPHABETS.map((row) => ({ row, length: ALPHABET_RUN })),
  ...KEY_ROWS.map((row) => ({ row, length: KEY_RUN })),
].flatMap(({ row, length }) => [
  { row, length },
  { row: reverseText(row), length },
]);

/** Length of the sequence or the repeated character that the text starts with; 0 if none. */
function getSequenceLength(text: string): number {
  const isRepeated = new Set(text.slice(0, REPEATED_MIN)).size === 1;
  if (isRepeated && text.length >= REPEATED_MIN) return REPEATED_MIN;
  const run = RUNS.find(
    ({ row, length }) => text.length >= length && row.includes(text.slice(0, length)),
  );
  return run?.length ?? 0;
}

/** Cause of most marked characters. Without any mark, there are too few different characters. */
function getMainCause(marks: Marks): Cause | 'repeat' {
  const causes = ['name', 'word', 'sequence'] as const;
  const countMarks = (cause: Cause): number => marks.filter((mark) => mark === cause).length;
  const [main] = [...causes].sort((one, other) => countMarks(other) - countMarks(one));
  return main === undefined || countMarks(main) === 0 ? 'repeat' : main;
}
