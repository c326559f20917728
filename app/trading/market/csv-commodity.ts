/** Which commodity a file is about, by the words of its name and columns. */
import { COMMODITY_KEYS, type CommodityKey } from '../domain/commodity';
import type { PowerHub } from '../domain/contract';
import { type Outcome, succeedWith, createRefusal, rejectWith } from '../domain/outcome';
import { plainName } from './csv-columns';

// a venue code may carry a month number or a contract month: NG01, CLZ26
const findCode = (letters: string): string =>
  String.raw`\b(${letters})(\d{1,2}|[fghjkmnquvxz]\d{2})?\b`;

const WORDS: Readonly<Record<CommodityKey, RegExp>> = {
  electricity: /\b(electricity|power|ercot|pjm|miso|nyiso|caiso|comed|lmp|mwh|et)\b/,
  'natural-gas': new RegExp(`${findCode('ng')}|\\b(henry|natural gas|naturalgas|natgas)\\b`),
  corn: new RegExp(`${findCode('zc')}|\\b(corn|maize)\\b`),
  soybeans: new RegExp(`${findCode('zs')}|\\b(soybeans?|soyb)\\b(?! (oil|meal))`),
  wheat: new RegExp(`${findCode('zw')}|\\bwheat\\b`),
  'orange-juice': new RegExp(`${findCode('oj')}|\\b(orange|fcoj)\\b`),
  oil: new RegExp(`${findCode('ho')}|\\b(heating|ulsd)\\b`),
  coffee: new RegExp(`${findCode('kc')}|\\b(coffee|arabica)\\b`),
  'crude-oil': new RegExp(`${findCode('cl')}|\\b(crude|wti|brent)\\b`),
  cotton: new RegExp(`${findCode('ct')}|\\bcotton\\b`),
};

const HUB_WORDS: readonly (readonly [PowerHub, RegExp])[] = [
  ['NYISO', /\bnyiso\b/],
  ['ERCOT', /\b(ercot|hb (north|south|west|houston|busavg))\b/],
  ['CAISO', /\b(caiso|np15|sp15|zp26)\b/],
  ['PJM', /\b(pjm|comed)\b/],
  ['MISO', /\bmiso\b/],
];

/** The file's own name without folders and ending. */
const baseName = (name: string): string =>
  plainName((name.split(/[\\/]/).at(-1) ?? name).replace(/\.[a-z]{2,4}$/i, ''));

export interface CommodityGuess {
  readonly commodity: CommodityKey;
  readonly because: string;
}

/**
 * Looks at the price column, then the file's name, then the other columns; the first that speaks of
 * one commodity alone decides.
 */
export function guessCommodity(
  name: string,
  priceColumn: string,
  header: readonly string[],
): Outcome<CommodityGuess> {
  const places = [
    { text: plainName(priceColumn), because: `the column '${priceColumn}'` },
    { text: baseName(name), because: "the file's name" },
    { text: header.map(plainName).join(' '), because: 'the header' },
  ];
  for (const { text, because } of places) {
    const found = COMMODITY_KEYS.filter((key) => WORDS[key].test(text));
    const [commodity] = found;
    if (commodity !== undefined && found.length === 1) return succeedWith({ commodity, because });
  }
  return rejectWith(
    createRefusal(
      'INVALID',
      `${name}: neither its name nor its columns say which commodity it holds. Name one with --commodity: ${COMMODITY_KEYS.join(', ')}.`,
    ),
  );
}

/** The power hub that a file speaks of, null when it names none. */
export function guessHub(
  name: string,
  priceColumn: string,
  header: readonly string[],
): PowerHub | null {
  const texts = [plainName(priceColumn), baseName(name), header.map(plainName).join(' ')];
  const found = texts.flatMap((text) =>
    HUB_WORDS.filter(([, words]) => words.test(text)).map(([hub]) => hub),
  );
  return found[0] ?? null;
}
