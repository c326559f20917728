/** Guesses commodity and hub of a file from its name and columns. */
import { COMMODITY_KEYS, type CommodityKey } from '../domain/commodity';
import type { PowerHub } from '../domain/contract';
import { type Outcome, succeedWith, createRefusal, rejectWith } from '../domain/outcome';
import { normalizeName } from './csv-columns';

// a venue code may carry a month number or a contract month: NG01, CLZ26
const buildCodePattern = (letters: string): string =>
  String.raw`\b(${letters})(\d{1,2}|[fghjkmnquvxz]\d{2})?\b`;

const WORDS: Readonly<Record<CommodityKey, RegExp>> = {
  electricity: /\b(electricity|power|ercot|pjm|miso|nyiso|caiso|comed|lmp|mwh|et)\b/,
  'natural-gas': new RegExp(
    `${buildCodePattern('ng')}|\\b(henry|natural gas|naturalgas|natgas)\\b`,
  ),
  corn: new RegExp(`${buildCodePattern('zc')}|\\b(corn|maize)\\b`),
  soybeans: new RegExp(`${buildCodePattern('zs')}|\\b(soybeans?|soyb)\\b(?! (oil|meal))`),
  wheat: new RegExp(`${buildCodePattern('zw')}|\\bwheat\\b`),
  'orange-juice': new RegExp(`${buildCodePattern('oj')}|\\b(orange|fcoj)\\b`),
  oil: new RegExp(`${buildCodePattern('ho')}|\\b(heating|ulsd)\\b`),
  coffee: new RegExp(`${buildCodePattern('kc')}|\\b(coffee|arabica)\\b`),
  'crude-oil': new RegExp(`${buildCodePattern('cl')}|\\b(crude|wti|brent)\\b`),
  cotton: new RegExp(`${buildCodePattern('ct')}|\\bcotton\\b`),
};

const HUB_WORDS: readonly (readonly [PowerHub, RegExp])[] = [
  ['NYISO', /\bnyiso\b/],
  ['ERCOT', /\b(ercot|hb (north|south|west|houston|busavg))\b/],
  ['CAISO', /\b(caiso|np15|sp15|zp26)\b/],
  ['PJM', /\b(pjm|comed)\b/],
  ['MISO', /\bmiso\b/],
];

/** File name without folder and extension. */
const getBaseName = (name: string): string =>
  normalizeName((name.split(/[\\/]/).at(-1) ?? name).replace(/\.[a-z]{2,4}$/i, ''));

export interface CommodityGuess {
  readonly commodity: CommodityKey;
  readonly evidence: string;
}

/**
 * Checks the price column, then the file name, then the other columns. The first with exactly one
 * match wins.
 */
export function guessCommodity(
  name: string,
  priceColumn: string,
  header: readonly string[],
): Outcome<CommodityGuess> {
  const sources = [
    { text: normalizeName(priceColumn), evidence: `the column '${priceColumn}'` },
    { text: getBaseName(name), evidence: "the file's name" },
    { text: header.map(normalizeName).join(' '), evidence: 'the header' },
  ];
  for (const { text, evidence } of sources) {
    const found = COMMODITY_KEYS.filter((key) => WORDS[key].test(text));
    const [commodity] = found;
    if (commodity !== undefined && found.length === 1) return succeedWith({ commodity, evidence });
  }
  return rejectWith(
    createRefusal(
      'INVALID',
      `${name}: neither its name nor its columns say which commodity it holds. Name one with --commodity: ${COMMODITY_KEYS.join(', ')}.`,
    ),
  );
}

/** The power hub named in a file; null for none. */
export function guessHub(
  name: string,
  priceColumn: string,
  header: readonly string[],
): PowerHub | null {
  const texts = [
    normalizeName(priceColumn),
    getBaseName(name),
    header.map(normalizeName).join(' '),
  ];
  const found = texts.flatMap((text) =>
    HUB_WORDS.filter(([, words]) => words.test(text)).map(([hub]) => hub),
  );
  return found[0] ?? null;
}
