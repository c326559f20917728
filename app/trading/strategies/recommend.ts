/** Recommends three playbooks of a commodity from quotes and records, with the reason. */
import { COMMODITIES, type CommodityKey } from '../domain/commodity';
import { formatNumber, formatPercent } from '../domain/format';
import { type EpochMs, MILLS_PER_DOLLAR } from '../domain/units';
import { orderPlaybooks } from './playbook-order';
import { findPlaybookRow, listPlaybooks } from './playbooks/catalog';

export interface Ranking {
  readonly strategy: string;
  readonly rank: 1 | 2 | 3;
  readonly reasoning: string;
}

/** The top playbook with its reason, and the three ranked ones. */
export interface TopPick {
  readonly strategy: string;
  readonly reasoning: string;
  readonly rankings: readonly Ranking[];
}

interface Choice {
  readonly ids: readonly string[];
  readonly reason: string;
}

const RANKS = [1, 2, 3] as const;
const WIDE_SPREAD = ['VOL_BREAK', 'SPIKE_HUNTER', 'WX_MOMENTUM'];
const HIGH_POWER_PRICE = ['WX_MOMENTUM', 'LOAD_FORECAST', 'MEAN_REVERT'];
const LOW_POWER_PRICE = ['MEAN_REVERT', 'RENEW_FADE', 'LOAD_FORECAST'];
const HIGH_GAS_PRICE = ['WINTER_DEMAND', 'PIPELINE_CONSTRAINT', 'WEATHER_HEDGE'];
const LOW_GAS_PRICE = ['STORAGE_DRAW', 'CALENDAR_SPREAD', 'BASIS_TRADE'];

/** A spread is wide above 1/10 of the lower quote. */
const WIDE_DIVISOR = 10;
const HIGH_POWER_DOLLARS = 50;
const HIGH_GAS_DOLLARS = 4;

const isQuoted = (quote: number | null | undefined): quote is number =>
  typeof quote === 'number' && Number.isFinite(quote);
const toMills = (quote: number): number => Math.round(quote * MILLS_PER_DOLLAR);
const formatDollars = (amount: number): string => formatNumber(amount / MILLS_PER_DOLLAR, 3);

interface Average {
  /** Sum in mills. */
  readonly sum: number;
  readonly count: number;
}

function findAverage(quotes: readonly (number | null)[]): Average | null {
  const quoted = quotes.filter(isQuoted);
  return quoted.length === 0
    ? null
    : { sum: quoted.reduce((sum, quote) => sum + toMills(quote), 0), count: quoted.length };
}

/** Compares sums to avoid rounding by division. */
const isAbove = ({ sum, count }: Average, threshold: number): boolean =>
  sum > threshold * MILLS_PER_DOLLAR * count;
const formatAverage = ({ sum, count }: Average): string =>
  `The average of ${count === 1 ? 'the one quote' : `${count} quotes`} is ${formatDollars(sum / count)}`;

/** Spread in percent of the lower quote; any spread from a quote of zero is wide. */
function choosePower(quotes: readonly (number | null)[]): Choice {
  const [first, second] = quotes;
  if (!isQuoted(first) || !isQuoted(second)) {
    return {
      ids: LOW_POWER_PRICE,
      reason:
        'The first two quotes are not both known, so neither spread nor average is judged: the playbooks for calm power come first.',
    };
  }
  const [lower, upper] = [toMills(first), toMills(second)].sort((a, b) => a - b) as [
    number,
    number,
  ];
  const [distance, size] = [upper - lower, Math.abs(lower)];
  const distanceText =
    size === 0
      ? `${formatDollars(distance)} $/MWh apart with the lower one at zero`
      : `${formatPercent((100 * distance) / size)} apart`;
  if (WIDE_DIVISOR * distance > size)
    return {
      ids: WIDE_SPREAD,
      reason: `The first two quotes, ${formatDollars(upper)} and ${formatDollars(lower)} $/MWh, are ${distanceText}, more than 10%: wide spreads call for breakouts and spikes.`,
    };
  const average = findAverage(quotes) ?? { sum: 0, count: 1 };
  const prefix = `The first two quotes are ${distanceText}, no more than 10%. ${formatAverage(average)} $/MWh`;
  return isAbove(average, HIGH_POWER_DOLLARS)
    ? {
        ids: HIGH_POWER_PRICE,
        reason: `${prefix}, above ${HIGH_POWER_DOLLARS}: dear power follows load and its forecast.`,
      }
    : {
        ids: LOW_POWER_PRICE,
        reason: `${prefix}, not above ${HIGH_POWER_DOLLARS}: cheap power returns to its level and yields to wind and sun.`,
      };
}

function chooseGas(quotes: readonly (number | null)[]): Choice {
  const average = findAverage(quotes);
  if (!average)
    return {
      ids: LOW_GAS_PRICE,
      reason:
        'No quote of natural gas is known, so its average is not judged: the playbooks for calm gas come first.',
    };
  return isAbove(average, HIGH_GAS_DOLLARS)
    ? {
        ids: HIGH_GAS_PRICE,
        reason: `${formatAverage(average)} $/MMBtu, above ${HIGH_GAS_DOLLARS}: dear gas is a matter of cold and of supply that fails.`,
      }
    : {
        ids: LOW_GAS_PRICE,
        reason: `${formatAverage(average)} $/MMBtu, not above ${HIGH_GAS_DOLLARS}: balanced gas is traded on storage and between months.`,
      };
}

function chooseFirst(
  commodity: CommodityKey,
  quotes: readonly (number | null)[],
  nowMs: EpochMs,
): Choice {
  const ids = orderPlaybooks(listPlaybooks(commodity), nowMs)
    .slice(0, RANKS.length)
    .map(({ id }) => id);
  const { displayName, priceUnit } = COMMODITIES[commodity];
  const average = findAverage(quotes);
  const price = average
    ? `${formatAverage(average)} ${priceUnit}; no price changes this choice.`
    : `No quote of ${displayName} is known; the choice does not depend on one.`;
  return {
    ids,
    reason: `The first three strategies of ${displayName}: in season first, then by grade and measured return. ${price}`,
  };
}

const buildChoice = (
  commodity: CommodityKey,
  quotes: readonly (number | null)[],
  nowMs: EpochMs,
): Choice =>
  commodity === 'electricity'
    ? choosePower(quotes)
    : commodity === 'natural-gas'
      ? chooseGas(quotes)
      : chooseFirst(commodity, quotes, nowMs);

/**
 * The three playbooks for quotes in quoted units and row order; null or NaN for a missing quote.
 * Power: by the spread of the first two quotes (10% of the lower), then by the average (50 $/MWh).
 * Gas: by the average (4 $/MMBtu). Others: the first three of the list ordered by evidence at
 * `nowMs`.
 * Missing quotes are named in the reason and select the low-price branch.
 */
export function recommendPick(
  commodity: CommodityKey,
  quotes: readonly (number | null)[],
  nowMs: EpochMs,
): TopPick {
  const { ids, reason: because } = buildChoice(commodity, quotes, nowMs);
  const rankings = ids.flatMap((id, index): Ranking[] => {
    const [row, rank] = [findPlaybookRow(commodity, id), RANKS[index]];
    return row && rank
      ? [{ strategy: id, rank, reasoning: `${row.name}: ${row.description}` }]
      : [];
  });
  return { strategy: rankings[0]?.strategy ?? '', reasoning: because, rankings };
}
