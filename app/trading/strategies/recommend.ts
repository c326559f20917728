/** Which three playbooks of a mode suit its quotes, and why, with the numbers. */
import { COMMODITIES, type CommodityKey } from '../domain/commodity';
import { decimalNumber, formatPercent } from '../domain/format';
import { MILLS_PER_DOLLAR } from '../domain/units';
import { findPlaybookRow, listPlaybooks } from './playbooks/catalogue';

export interface Ranking {
  readonly strategy: string;
  readonly rank: 1 | 2 | 3;
  readonly reasoning: string;
}

/** The best playbook with the sentence that tells why, and the three from which it was taken. */
export interface TopPick {
  readonly strategy: string;
  readonly reasoning: string;
  readonly rankings: readonly Ranking[];
}

interface Choice {
  readonly ids: readonly string[];
  readonly because: string;
}

const RANKS = [1, 2, 3] as const;
const WIDE = ['VOL_BREAK', 'SPIKE_HUNTER', 'WX_MOMENTUM'];
const HIGH_POWER_PRICE = ['WX_MOMENTUM', 'LOAD_FORECAST', 'MEAN_REVERT'];
const CALM_POWER = ['MEAN_REVERT', 'RENEW_FADE', 'LOAD_FORECAST'];
const DEAR_GAS = ['WINTER_DEMAND', 'PIPELINE_CONSTRAINT', 'WEATHER_HEDGE'];
const CALM_GAS = ['STORAGE_DRAW', 'CALENDAR_SPREAD', 'BASIS_TRADE'];

/** One part of a wide spread: it is more than a tenth of the lower quote. */
const WIDE_PARTS = 10;
const DEAR_POWER_DOLLARS = 50;
const DEAR_GAS_DOLLARS = 4;

const isKnown = (quote: number | null | undefined): quote is number =>
  typeof quote === 'number' && Number.isFinite(quote);
const mills = (quote: number): number => Math.round(quote * MILLS_PER_DOLLAR);
const dollars = (amount: number): string => decimalNumber(amount / MILLS_PER_DOLLAR, 3);

interface Average {
  /** Sum in mills. */
  readonly sum: number;
  readonly count: number;
}

function findAverage(quotes: readonly (number | null)[]): Average | null {
  const known = quotes.filter(isKnown);
  return known.length === 0
    ? null
    : { sum: known.reduce((sum, quote) => sum + mills(quote), 0), count: known.length };
}

/** Compared as a sum, so that no division stands between a price and its threshold. */
const isAbove = ({ sum, count }: Average, threshold: number): boolean =>
  sum > threshold * MILLS_PER_DOLLAR * count;
const averageText = ({ sum, count }: Average): string =>
  `The average of ${count === 1 ? 'the one quote' : `${count} quotes`} is ${dollars(sum / count)}`;

/**
 * The spread in percent is the distance of the two quotes over the size of the lower one; from a
 * quote of zero every distance is wide.
 */
function powerChoice(quotes: readonly (number | null)[]): Choice {
  const [first, second] = quotes;
  if (!isKnown(first) || !isKnown(second)) {
    return {
      ids: CALM_POWER,
      because:
        'The first two quotes are not both known, so neither spread nor average is judged: the playbooks for calm power come first.',
    };
  }
  const [lower, upper] = [mills(first), mills(second)].sort((a, b) => a - b) as [number, number];
  const [distance, size] = [upper - lower, Math.abs(lower)];
  const apart =
    size === 0
      ? `${dollars(distance)} $/MWh apart with the lower one at zero`
      : `${formatPercent((100 * distance) / size)} apart`;
  if (WIDE_PARTS * distance > size)
    return {
      ids: WIDE,
      because: `The first two quotes, ${dollars(upper)} and ${dollars(lower)} $/MWh, are ${apart}, more than 10%: wide spreads call for breakouts and spikes.`,
    };
  const average = findAverage(quotes) ?? { sum: 0, count: 1 };
  const both = `The first two quotes are ${apart}, no more than 10%. ${averageText(average)} $/MWh`;
  return isAbove(average, DEAR_POWER_DOLLARS)
    ? {
        ids: HIGH_POWER_PRICE,
        because: `${both}, above ${DEAR_POWER_DOLLARS}: dear power follows load and its forecast.`,
      }
    : {
        ids: CALM_POWER,
        because: `${both}, not above ${DEAR_POWER_DOLLARS}: cheap power returns to its level and yields to wind and sun.`,
      };
}

function gasChoice(quotes: readonly (number | null)[]): Choice {
  const average = findAverage(quotes);
  if (!average)
    return {
      ids: CALM_GAS,
      because:
        'No quote of natural gas is known, so its average is not judged: the playbooks for calm gas come first.',
    };
  return isAbove(average, DEAR_GAS_DOLLARS)
    ? {
        ids: DEAR_GAS,
        because: `${averageText(average)} $/MMBtu, above ${DEAR_GAS_DOLLARS}: dear gas is a matter of cold and of supply that fails.`,
      }
    : {
        ids: CALM_GAS,
        because: `${averageText(average)} $/MMBtu, not above ${DEAR_GAS_DOLLARS}: balanced gas is traded on storage and between months.`,
      };
}

function listChoice(commodity: CommodityKey, quotes: readonly (number | null)[]): Choice {
  const ids = listPlaybooks(commodity)
    .slice(0, RANKS.length)
    .map(({ id }) => id);
  const { displayName, priceUnit } = COMMODITIES[commodity];
  const average = findAverage(quotes);
  const price = average
    ? `${averageText(average)} ${priceUnit}; no price changes this choice.`
    : `No quote of ${displayName} is known; the choice does not depend on one.`;
  return {
    ids,
    because: `The first three playbooks of ${displayName} rest on its main sources of risk. ${price}`,
  };
}

const buildChoice = (commodity: CommodityKey, quotes: readonly (number | null)[]): Choice =>
  commodity === 'electricity'
    ? powerChoice(quotes)
    : commodity === 'natural-gas'
      ? gasChoice(quotes)
      : listChoice(commodity, quotes);

/**
 * The three playbooks for the quotes of a mode, in quoted units and in the order of its quote rows;
 * null or NaN for a quote that is missing.
 * Power: first two quotes more than 10 % of the lower apart, else average above 50 $/MWh or not.
 * Gas: average above 4 $/MMBtu or not. Others: the first of the list.
 * What is missing is said, and the calm branch is taken.
 */
export function recommendPick(
  commodity: CommodityKey,
  quotes: readonly (number | null)[],
): TopPick {
  const { ids, because } = buildChoice(commodity, quotes);
  const rankings = ids.flatMap((id, index): Ranking[] => {
    const [row, rank] = [findPlaybookRow(commodity, id), RANKS[index]];
    return row && rank
      ? [{ strategy: id, rank, reasoning: `${row.name}: ${row.description}` }]
      : [];
  });
  return { strategy: rankings[0]?.strategy ?? '', reasoning: because, rankings };
}
