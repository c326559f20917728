// Checks that all weather sources share: hostile bodies, bounds of readings, pace of the planner.
import fc from 'fast-check';
import { chooseSize } from './run-size';
import { expect } from 'vitest';
import type { Exchange } from '../../app/server/feeds/cassette.server';
import { RefusedAnswer } from '../../app/trading/market/sources/answer';
import type { Reading, SourceForecastDay } from '../../app/trading/market/sources/reading';
import type {
  ParsedAnswer,
  PublicSource,
  SourceHistory,
} from '../../app/trading/market/sources/source';
import { WEATHER_CELLS } from '../../app/trading/weather/cell';

/** Answers and links in memory. */
export class FakeHistory implements SourceHistory {
  readonly answered = new Map<string, number>();
  readonly links = new Map<string, string>();
  getAnsweredMs(requestId: string): number | null {
    return this.answered.get(requestId) ?? null;
  }
  getTriedMs(requestId: string): number | null {
    return this.getAnsweredMs(requestId);
  }
  findLink(name: string): string | null {
    return this.links.get(name) ?? null;
  }
  addAnswer(requestId: string, atMs: number, links: Readonly<Record<string, string>> = {}): void {
    this.answered.set(requestId, atMs);
    for (const [name, link] of Object.entries(links)) this.links.set(name, link);
  }
}

export const parseExchange = (source: PublicSource, { body, request }: Exchange): ParsedAnswer =>
  source.parseAnswer(body, request);

/** Parses a body that is text or a document in place of the body of an exchange. */
export function parseChanged(
  source: PublicSource,
  exchange: Exchange,
  change: (text: string) => string,
): ParsedAnswer {
  const text = new TextDecoder().decode(exchange.body);
  const changed = change(text);
  if (changed === text) throw new Error('the change found nothing to replace');
  return source.parseAnswer(new TextEncoder().encode(changed), exchange.request);
}

const isWithin = (value: number | null, min: number, max: number): boolean =>
  value === null || (Number.isFinite(value) && value >= min && value <= max);
const isTime = (ms: number): boolean => isWithin(ms, Date.UTC(1980, 0, 1), Date.UTC(2100, 0, 1));
const isTemperature = (value: number): boolean => isWithin(value, -100, 140);

const isDayPlausible = (day: SourceForecastDay): boolean =>
  isTime(day.dayMs) &&
  day.dayMs % 86_400_000 === 0 &&
  isWithin(day.hours, 1, 24) &&
  [day.meanF, day.highF, day.lowF].every(isTemperature) &&
  day.lowF <= day.meanF + 1e-9 &&
  day.meanF <= day.highF + 1e-9 &&
  isWithin(day.windMph, 0, 250) &&
  isWithin(day.sunShare, 0, 1) &&
  isWithin(day.rainInches, 0, 24 * 15) &&
  isWithin(day.rainChance, 0, 1);

function isPlausible(reading: Reading): boolean {
  switch (reading.kind) {
    case 'forecast':
    case 'archived forecast':
      return (
        WEATHER_CELLS.includes(reading.cell) &&
        isTime(reading.issuedMs) &&
        isWithin(reading.days.length, 1, 18) &&
        reading.days.every(isDayPlausible)
      );
    case 'observation':
      return (
        WEATHER_CELLS.includes(reading.cell) &&
        isTime(reading.validMs) &&
        isTemperature(reading.temperatureF) &&
        isWithin(reading.humidityPercent, 0, 100) &&
        isWithin(reading.windMph, 0, 250) &&
        isWithin(reading.pressureMb, 850, 1100) &&
        isWithin(reading.rainInches, 0, 15)
      );
    case 'climate day':
      return (
        WEATHER_CELLS.includes(reading.cell) &&
        isTime(reading.dayMs) &&
        isWithin(reading.highF, -100, 140) &&
        isWithin(reading.lowF, -100, reading.highF ?? 140) &&
        isWithin(reading.rainInches, 0, 75) &&
        isWithin(reading.windMph, 0, 250)
      );
    case 'alert':
      return (
        reading.cells.length > 0 &&
        isTime(reading.fromMs) &&
        isTime(reading.untilMs) &&
        reading.fromMs <= reading.untilMs &&
        reading.event.length <= 1000
      );
    case 'storm':
      return (
        isTime(reading.atMs) &&
        isWithin(reading.latitude, 0, 75) &&
        isWithin(reading.longitude, -180, 180) &&
        isWithin(reading.windMph, 0, 250) &&
        isWithin(reading.pressureMb, 850, 1100) &&
        isWithin(reading.movingDegrees, 0, 360) &&
        isWithin(reading.movingMph, 0, 100)
      );
    case 'series':
      return isTime(reading.validMs) && isWithin(reading.value, 0, 500);
    default:
      return false;
  }
}

/** Parses a body. Only RefusedAnswer may be thrown; readings lie in their bounds. */
function checkBody(source: PublicSource, request: Exchange['request'], body: Uint8Array): boolean {
  let parsed: ParsedAnswer;
  try {
    parsed = source.parseAnswer(body, request);
  } catch (error) {
    if (error instanceof RefusedAnswer) return true;
    throw error;
  }
  const wrong = parsed.readings.filter((reading) => !isPlausible(reading));
  expect(wrong, 'readings outside their bounds').toEqual([]);
  return false;
}

const encodeText = (text: string): Uint8Array => new TextEncoder().encode(text);
const NUMBERS = ['1e309', '-1e309', '1e12', '-99999', '9999', 'null', '"x"', 'NaN', '{}', '[]'];
const UNITS = /degC|degF|km_h-1|m_s-1|percent|Pa|mm|mp\/h|inch|°F|W\/m²|mph/g;
const DOCUMENTS = [
  '',
  ' ',
  'null',
  '[]',
  '{}',
  '""',
  '7',
  '<!DOCTYPE html><html><body>Service unavailable</body></html>',
  '<?xml version="1.0"?><error>INVALID_REQUEST</error>',
  '{"error":true,"reason":"limit exceeded"}',
  '{"status":503,"title":"Service Unavailable","detail":"try later"}',
  'ERROR: station not found',
  '['.repeat(50_000),
  '{"properties":{"periods":[{}]},"features":[null],"activeStorms":[[]]}',
];

function replaceNth(text: string, pattern: RegExp, nth: number, by: string): string {
  const matches = [...text.matchAll(pattern)];
  const match = matches[nth % Math.max(1, matches.length)];
  if (!match) return text;
  return text.slice(0, match.index) + by + text.slice(match.index + match[0].length);
}

const buildHostileBody = (body: Uint8Array): fc.Arbitrary<Uint8Array> => {
  const text = new TextDecoder().decode(body);
  const anyPlace = fc.nat({ max: Math.max(1, body.length - 1) });
  return fc.oneof(
    fc
      .array(fc.tuple(anyPlace, fc.nat({ max: 7 })), { minLength: 1, maxLength: 6 })
      .map((flips) => {
        const flipped = Uint8Array.from(body);
        for (const [at, bit] of flips) flipped[at] = (flipped[at] ?? 0) ^ (1 << bit);
        return flipped;
      }),
    anyPlace.map((at) => body.slice(0, at)),
    fc.tuple(anyPlace, anyPlace).map(([a, b]) => {
      const [from, to] = a < b ? [a, b] : [b, a];
      return encodeText(text.slice(0, from) + text.slice(to));
    }),
    fc
      .tuple(fc.nat({ max: 5000 }), fc.constantFrom(...NUMBERS))
      .map(([nth, by]) => encodeText(replaceNth(text, /-?\b\d+(\.\d+)?\b/g, nth, by))),
    fc
      .tuple(fc.nat({ max: 500 }), fc.constantFrom('degR', 'furlong', '', 'degK', '%', 'kt'))
      .map(([nth, by]) => encodeText(replaceNth(text, UNITS, nth, by))),
    fc.constantFrom(...DOCUMENTS).map(encodeText),
    fc.uint8Array({ maxLength: 300 }),
  );
};

const HOSTILE_RUNS = chooseSize(200, 2000, 10_000);

/** Runs hostile variants of an exchange. Returns the share of refused ones. */
export function checkHostileBodies(source: PublicSource, exchange: Exchange): number {
  let refused = 0;
  fc.assert(
    fc.property(buildHostileBody(exchange.body), (body) => {
      if (checkBody(source, exchange.request, body)) refused += 1;
    }),
    { numRuns: HOSTILE_RUNS, seed: 20261127 },
  );
  return refused / HOSTILE_RUNS;
}

interface Sent {
  readonly id: string;
  readonly url: string;
  readonly atMs: number;
}

interface Replay {
  readonly fromMs: number;
  readonly untilMs: number;
  /** Time between two plans while nothing is due. */
  readonly idleMs?: number;
  /** Links of an accepted answer; null for an answer that was refused. */
  answer(request: Pick<Sent, 'id' | 'url'>, atMs: number): Readonly<Record<string, string>> | null;
}

/**
 * Sends what is due, the first request at each gap of the source, as the runner does. Checks that a
 * plan names each request once, by HTTPS and to a host of the source, and the limit of a day.
 */
export function replayPlanner(source: PublicSource, replay: Replay): readonly Sent[] {
  const history = new FakeHistory();
  const sent: Sent[] = [];
  let stepMs = source.gapMs;
  for (let nowMs = replay.fromMs; nowMs < replay.untilMs; nowMs += stepMs) {
    const due = source.planRequests(nowMs, history);
    const [first] = due;
    stepMs = first ? source.gapMs : (replay.idleMs ?? 60_000);
    if (!first) continue;
    expect(new Set(due.map(({ id }) => id)).size).toBe(due.length);
    const { protocol, hostname } = new URL(first.url);
    expect(protocol).toBe('https:');
    expect(source.hosts).toContain(hostname);
    sent.push({ id: first.id, url: first.url, atMs: nowMs });
    const links = replay.answer(first, nowMs);
    if (links) history.addAnswer(first.id, nowMs, links);
  }
  const days = Math.ceil((replay.untilMs - replay.fromMs) / 86_400_000);
  expect(sent.length).toBeLessThanOrEqual(source.requestsPerDayMax * days);
  return sent;
}

/** Shortest time between two requests of one id. */
export function findShortestGapMs(sent: readonly Sent[]): number {
  const last = new Map<string, number>();
  let shortestMs = Infinity;
  for (const { id, atMs } of sent) {
    shortestMs = Math.min(shortestMs, atMs - (last.get(id) ?? -Infinity));
    last.set(id, atMs);
  }
  return shortestMs;
}
