// What a benchmark found: one row a method with its losses beside those of its rivals, and a hash
// of all of it.
import type { HistoryBenchmarkId } from './options';
import { computeDigest } from '../../server/backtests/ledger';
import { canonicalJson } from '../../trading/domain/canonical';
import { dieboldMariano } from '../../trading/statistics/diebold-mariano';
import { customaryLag } from '../../trading/statistics/long-run-variance';
import { computeMean } from '../../trading/statistics/sample';

/**
 * `bound` knows what nobody could know: it shows what a better input would be worth at most, and is
 * no forecast.
 */
export type MethodKind = 'baseline' | 'published' | 'ours' | 'bound';

/** The mean absolute errors of a method, one a day or week, in the order of time. */
export interface MethodLosses {
  readonly method: string;
  readonly kind: MethodKind;
  /** What it was given, in words. */
  readonly knows: string;
  readonly chosen: Float64Array;
  readonly judged: Float64Array;
}

export interface Versus {
  readonly rival: string;
  /** Mean loss less the rival's: below zero where the method is better. */
  readonly difference: number;
  /** Two-sided, of Diebold and Mariano's test; null where the losses do not differ. */
  readonly pValue: number | null;
}

export interface ResultRow {
  readonly method: string;
  readonly kind: MethodKind;
  readonly knows: string;
  /** Mean loss where methods were chosen, and where they were judged. */
  readonly chosen: number;
  readonly judged: number;
  /** Judged loss over that of the first rival. */
  readonly relative: number;
  readonly versus: readonly Versus[];
}

/** From the first day to the last, as dates. */
export interface Span {
  readonly from: string;
  readonly until: string;
  readonly count: number;
}

export interface BenchmarkHead {
  readonly benchmark: HistoryBenchmarkId;
  readonly title: string;
  readonly unit: string;
  /** What its losses are where they are no mean absolute errors. */
  readonly loss?: string;
  readonly chosenOn: Span;
  readonly judgedOn: Span;
  /** Names of the methods that the others are held against; the first is the one to beat. */
  readonly rivals: readonly string[];
  readonly seeds: readonly string[];
  /** SHA-256 of each file that was read. */
  readonly data: Readonly<Record<string, string>>;
  /** Configurations that were looked at where methods are chosen, these included. */
  readonly configurations: number;
}

export interface BenchmarkResult extends BenchmarkHead {
  readonly rows: readonly ResultRow[];
  /** SHA-256 of everything else in canonical JSON. */
  readonly hash: string;
}

const DIGITS = 9;
const kept = (value: number): number => Number(value.toPrecision(DIGITS));

/**
 * Rows in the order of the methods. Throws RangeError for a rival that is not among them, or losses
 * of unequal lengths.
 */
export function buildResult(
  head: BenchmarkHead,
  methods: readonly MethodLosses[],
): BenchmarkResult {
  const rivals = head.rivals.map((name) => {
    const rival = methods.find(({ method }) => method === name);
    if (!rival) throw new RangeError(`${name} is no method of this benchmark`);
    return rival;
  });
  const first = computeMean(rivals[0]?.judged ?? []);
  const rows = methods.map(
    (own): ResultRow => ({
      method: own.method,
      kind: own.kind,
      knows: own.knows,
      chosen: kept(computeMean(own.chosen)),
      judged: kept(computeMean(own.judged)),
      relative: kept(computeMean(own.judged) / first),
      versus: rivals.filter((rival) => rival !== own).map((rival) => compareWith(own, rival)),
    }),
  );
  const content = { ...head, rows };
  return { ...content, hash: computeHash(content) };
}

function compareWith(own: MethodLosses, rival: MethodLosses): Versus {
  const test = dieboldMariano(own.judged, rival.judged, customaryLag(own.judged.length));
  return {
    rival: rival.method,
    difference: kept(computeMean(own.judged) - computeMean(rival.judged)),
    pValue: test === null ? null : kept(test.pValue),
  };
}

/** The hash of a result without its hash. */
export const computeHash = (content: Omit<BenchmarkResult, 'hash'>): string =>
  computeDigest(canonicalJson(content));
