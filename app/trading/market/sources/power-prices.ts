/** Power prices of the five hubs: bounds, interval times and complete days. */
import { formatDay } from './answer-days';
import type { PowerHub } from '../../domain/contract';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../domain/time';
import type { EpochMs } from '../../domain/units';
import { getMoment, listUtcMoments } from '../local-time';
import { RefusedAnswer, checkNumber, readOptionalNumber } from './answer';
import type { PowerMarket, PowerPriceReading } from './reading';

/** $/MWh. Wider than every offer cap, scarcity price and penalty price of the five markets. */
const PRICE_BOUNDS = { what: 'the price', min: -1000, max: 20_000 };

/** Reads a price in $/MWh; null where it is missing. Throws RefusedAnswer. */
export const readPrice = (text: string): number | null => readOptionalNumber(text, PRICE_BOUNDS);

/** Checks a price in $/MWh. Throws RefusedAnswer. */
export const checkPrice = (dollarsPerMwh: number): number =>
  checkNumber(dollarsPerMwh, PRICE_BOUNDS);

/**
 * Reads a local time as `11/28/2026`, `11/28/2026 14:00` or `11/28/2026 14:00:00`, as if UTC.
 * Throws RefusedAnswer.
 */
export function readUsTime(text: string): EpochMs {
  const match = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?: (\d{2}):(\d{2})(?::(\d{2}))?)?$/.exec(text);
  const [month = 0, day = 0, year = 0, hour = 0, minute = 0, second = 0] = (match ?? [])
    .slice(1)
    .map((part) => Number(part ?? 0));
  const wallMs = Date.UTC(year, month - 1, day, hour, minute, second);
  const isSame =
    new Date(wallMs).getUTCDate() === day && new Date(wallMs).getUTCMonth() === month - 1;
  if (!match || !isSame || hour > 23 || minute > 59 || second > 59)
    throw new RefusedAnswer(`'${text.slice(0, 40)}' is no time as MM/DD/YYYY HH:MM`);
  return wallMs;
}

const formatWall = (wallMs: EpochMs): string =>
  new Date(wallMs).toISOString().slice(0, 16).replace('T', ' ');

/**
 * UTC time of a local time (given as if UTC) with the flag of the repeated autumn hour. Throws
 * RefusedAnswer in the spring gap and for a flag at another time.
 */
export function resolveByFlag(wallMs: EpochMs, isRepeated: boolean, zone: string): EpochMs {
  const moments = listUtcMoments(wallMs, zone);
  const moment = moments[isRepeated ? 1 : 0];
  if (moment !== undefined) return moment;
  throw new RefusedAnswer(
    moments.length === 0
      ? `${formatWall(wallMs)} does not exist in ${zone}: clocks go forward`
      : `${formatWall(wallMs)} has the flag of a repeated hour, but no hour repeats then`,
  );
}

/**
 * UTC times of local times (given as if UTC) in order of time: an earlier local time after a later
 * one starts the repeated autumn hour. Throws RefusedAnswer for a time in the spring gap, and for
 * one that repeats or goes back otherwise.
 */
export function resolveByOrder(wallsMs: readonly EpochMs[], zone: string): readonly EpochMs[] {
  let previousMs = Number.NEGATIVE_INFINITY;
  return wallsMs.map((wallMs) => {
    const moments = listUtcMoments(wallMs, zone);
    const moment = moments.find((ms) => ms > previousMs);
    if (moment === undefined)
      throw new RefusedAnswer(
        moments.length === 0
          ? `${formatWall(wallMs)} does not exist in ${zone}: clocks go forward`
          : `${formatWall(wallMs)} is not after the row before it`,
      );
    previousMs = moment;
    return moment;
  });
}

/** Price of [startsMs, endsMs); null where the source has none. */
export interface PricedInterval {
  readonly startsMs: EpochMs;
  readonly endsMs: EpochMs;
  readonly dollarsPerMwh: number | null;
}

export const buildHour = (startsMs: EpochMs, dollarsPerMwh: number | null): PricedInterval => ({
  startsMs,
  endsMs: startsMs + HOUR_MS,
  dollarsPerMwh,
});

interface PriceGroup {
  readonly hub: PowerHub;
  readonly market: PowerMarket;
  readonly intervals: readonly PricedInterval[];
}

/** Readings in order of time; none for a missing price. Throws RefusedAnswer for an overlap. */
export function buildReadings({
  hub,
  market,
  intervals,
}: PriceGroup): readonly PowerPriceReading[] {
  const ordered = [...intervals].sort((a, b) => a.startsMs - b.startsMs);
  ordered.forEach(({ startsMs }, index) => {
    const before = ordered[index - 1];
    if (before && startsMs < before.endsMs)
      throw new RefusedAnswer(`two ${market} prices are for ${new Date(startsMs).toISOString()}`);
  });
  return ordered.flatMap(({ startsMs, endsMs, dollarsPerMwh }) =>
    dollarsPerMwh === null
      ? []
      : [{ kind: 'power price', hub, market, startsMs, endsMs, dollarsPerMwh }],
  );
}

interface DayAheadPrices extends Omit<PriceGroup, 'market'> {
  /** Zone of the market's day. */
  readonly zone: string;
  /** The day requested: midnight of the local date, as if UTC. */
  readonly dayMs: EpochMs;
}

/**
 * Readings of a day-ahead market: every hour of the day once, thus 24 rows, or 23 and 25 when
 * clocks change. Throws RefusedAnswer for a day with more, fewer or other hours.
 */
export function buildDayAheadReadings({
  hub,
  zone,
  dayMs,
  intervals,
}: DayAheadPrices): readonly PowerPriceReading[] {
  const fromMs = getMoment(dayMs, 0, zone);
  const hours = (getMoment(dayMs + DAY_MS, 0, zone) - fromMs) / HOUR_MS;
  const what = `day-ahead prices of ${formatDay(dayMs)}`;
  if (intervals.length !== hours)
    throw new RefusedAnswer(`${what} have ${intervals.length} hours instead of ${hours}`);
  const starts = intervals.map(({ startsMs }) => startsMs).sort((a, b) => a - b);
  const wrong = starts.find((startsMs, index) => startsMs !== fromMs + index * HOUR_MS);
  if (wrong !== undefined)
    throw new RefusedAnswer(
      `${what} contain the hour from ${new Date(wrong).toISOString()} out of its place`,
    );
  return buildReadings({ hub, market: 'day-ahead', intervals });
}

/** Checks that an interval has the length of its market. Throws RefusedAnswer. */
export function checkMinutes({ startsMs, endsMs }: PricedInterval, minutes: number): void {
  if (endsMs - startsMs !== minutes * MINUTE_MS)
    throw new RefusedAnswer(
      `a price is for ${(endsMs - startsMs) / MINUTE_MS} minutes instead of ${minutes}`,
    );
}
