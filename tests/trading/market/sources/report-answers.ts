// Tools for tests of report sources: request histories, runs of planners, damaged bodies.
import fc from 'fast-check';
import { chooseSize } from '../../../support/run-size';
import { expect } from 'vitest';
import { RefusedAnswer } from '../../../../app/trading/market/sources/answer';
import type { Reading } from '../../../../app/trading/market/sources/reading';
import type {
  ParsedAnswer,
  PublicSource,
  SourceHistory,
} from '../../../../app/trading/market/sources/source';

interface TestHistory extends SourceHistory {
  record(requestId: string, atMs: number, links?: Readonly<Record<string, string>>): void;
}

export function createHistory(): TestHistory {
  const answers = new Map<string, number>();
  const found = new Map<string, string>();
  return {
    getAnsweredMs: (id) => answers.get(id) ?? null,
    getTriedMs: (id) => answers.get(id) ?? null,
    findLink: (name) => found.get(name) ?? null,
    record: (id, atMs, links = {}) => {
      answers.set(id, atMs);
      for (const [name, text] of Object.entries(links)) found.set(name, text);
    },
  };
}

interface SentRequest {
  readonly id: string;
  readonly atMs: number;
}

interface PlannerRun {
  readonly source: PublicSource;
  readonly from: string;
  readonly until: string;
  /** Links of the answer to a request. */
  readonly answer?: (id: string, atMs: number) => Readonly<Record<string, string>>;
  readonly history?: TestHistory;
}

/** Sends what a planner plans, one request per gap, and returns the requests in order. */
export function runPlanner(run: PlannerRun): readonly SentRequest[] {
  const { source, answer, history = createHistory() } = run;
  const stepMs = 60_000;
  const sent: SentRequest[] = [];
  for (let nowMs = Date.parse(run.from); nowMs < Date.parse(run.until); nowMs += stepMs) {
    const planned = source.planRequests(nowMs, history);
    expect(new Set(planned.map(({ id }) => id)).size).toBe(planned.length);
    for (const { id } of planned.slice(0, Math.max(1, Math.floor(stepMs / source.gapMs)))) {
      sent.push({ id, atMs: nowMs });
      history.record(id, nowMs, answer?.(id, nowMs));
    }
  }
  return sent;
}

export const toBytes = (document: unknown): Uint8Array =>
  new TextEncoder().encode(typeof document === 'string' ? document : JSON.stringify(document));

/** Bodies no source may accept. */
export const HOSTILE_BODIES: readonly (readonly [title: string, body: Uint8Array])[] = [
  ['nothing', new Uint8Array()],
  ['an HTML page', toBytes('<!DOCTYPE html><html><body>Access denied</body></html>')],
  ['bytes of another encoding', new Uint8Array([0xff, 0xfe, 0x00, 0xd8])],
  ['a text', toBytes('Service unavailable')],
  ['null', toBytes('null')],
  ['a number out of range', toBytes('1e309')],
  ['an empty object', toBytes('{}')],
  ['an empty list', toBytes('[]')],
  ['deep nesting', toBytes('['.repeat(50_000) + ']'.repeat(50_000))],
  ['an error with a text', toBytes({ error: 'not available', code: 500 })],
  ['an error with a message', toBytes({ error: true, message: 'Invalid SoQL query' })],
];

const damageBody = (body: Uint8Array): fc.Arbitrary<Uint8Array> => {
  const text = new TextDecoder().decode(body);
  const index = fc.nat({ max: body.length - 1 });
  const flips = fc
    .array(fc.tuple(index, fc.nat({ max: 7 })), { minLength: 1, maxLength: 4 })
    .map((places) => {
      const damaged = Uint8Array.from(body);
      for (const [at, bit] of places) damaged[at] = (damaged[at] ?? 0) ^ (1 << bit);
      return damaged;
    });
  const cuts = index.map((length) => body.slice(0, length));
  const figures = [...text.matchAll(/-?\d+(\.\d+)?/g)];
  const changedFigures = fc
    .tuple(
      fc.nat({ max: Math.max(0, figures.length - 1) }),
      fc.constantFrom('1e309', '-1', '0', '1e21', 'null', '"."', 'NaN', '99999999', '-0', '""'),
    )
    .map(([nth, figure]) => {
      const match = figures[nth];
      if (!match) return body;
      const end = match.index + match[0].length;
      return toBytes(text.slice(0, match.index) + figure + text.slice(end));
    });
  const repeats = fc
    .tuple(index, index)
    .map(([a, b]) => toBytes(text.slice(0, Math.max(a, b)) + text.slice(Math.min(a, b))));
  return fc.oneof(flips, cuts, changedFigures, repeats);
};

const DAMAGED_RUNS = chooseSize(200, 2000, 10_000);

/**
 * Damages a body in many ways: only RefusedAnswer may be thrown, and each accepted reading must
 * pass the check. Returns the share of accepted bodies.
 */
export function measureAcceptedDamage(
  body: Uint8Array,
  parse: (body: Uint8Array) => ParsedAnswer,
  isWithinBounds: (reading: Reading) => boolean,
): number {
  let accepted = 0;
  fc.assert(
    fc.property(damageBody(body), (damaged) => {
      let readings: readonly Reading[];
      try {
        readings = parse(damaged).readings;
      } catch (error) {
        expect(error).toBeInstanceOf(RefusedAnswer);
        return;
      }
      accepted += 1;
      expect(readings.filter((reading) => !isWithinBounds(reading))).toEqual([]);
    }),
    { numRuns: DAMAGED_RUNS, seed: 20_261_127 },
  );
  return accepted / DAMAGED_RUNS;
}
