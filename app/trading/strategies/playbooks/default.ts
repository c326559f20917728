/**
 * The five playbooks that every commodity has, with its own parameters where sense demands them.
 * It knows rows of data; it refuses to promise anything: none of these parameters was fitted to a price.
 */
import { COMMODITIES, COMMODITY_KEYS, type CommodityKey } from '../../domain/commodity';
import { dayName } from '../calendar-window';
import type { Playbook } from '../strategy';
import { SEASONS, WEATHER_RESPONSES } from './seasons';

export const DEFAULT_PLAYBOOK_IDS = ['MOMENTUM', 'MEAN_REVERSION', 'BREAKOUT', 'SEASONAL', 'WEATHER_ANOMALY'] as const;
export type DefaultPlaybookId = (typeof DEFAULT_PLAYBOOK_IDS)[number];

/** Bars of the move that momentum follows: slower where trends are said to be slow. */
const MOMENTUM_BARS: Readonly<Record<CommodityKey, number>> = {
  electricity: 10, 'natural-gas': 40, corn: 30, soybeans: 40, wheat: 30, 'orange-juice': 30, oil: 60, coffee: 40, 'crude-oil': 60, cotton: 40,
};

const BREAKOUT_BARS: Readonly<Record<CommodityKey, number>> = {
  electricity: 20, 'natural-gas': 20, corn: 20, soybeans: 20, wheat: 40, 'orange-juice': 20, oil: 40, coffee: 55, 'crude-oil': 40, cotton: 20,
};

const SHARED = { stopRanges: 2, needsSeries: [] as readonly string[] };

function momentum(commodity: CommodityKey): Playbook {
  const n = MOMENTUM_BARS[commodity];
  return {
    ...SHARED, id: 'MOMENTUM', commodity, name: 'Momentum', riskLevel: 'MEDIUM', family: 'MOM', params: { n, e: 1 },
    description: `Goes with a ${n}-bar move of at least one standard deviation until the move is gone.`,
    targetRatio: null, barsHeldMax: null, sides: 'BOTH',
  };
}

function meanReversion(commodity: CommodityKey): Playbook {
  return {
    ...SHARED, id: 'MEAN_REVERSION', commodity, name: 'Mean reversion', riskLevel: 'LOW', family: 'REV', params: { n: 20, e: 1.8, x: 0.4 },
    description: 'Fades a close 1.8 standard deviations from its 20-bar average until it is within 0.4 of it.',
    targetRatio: 2, barsHeldMax: 20, sides: 'BOTH',
  };
}

function breakout(commodity: CommodityKey): Playbook {
  const n = BREAKOUT_BARS[commodity];
  return {
    ...SHARED, id: 'BREAKOUT', commodity, name: 'Breakout', riskLevel: 'HIGH', family: 'BRK', params: { n, k: 0.2 },
    description: `Follows a close a fifth of an average range beyond the channel of the last ${n} bars.`,
    targetRatio: null, barsHeldMax: null, sides: 'BOTH',
  };
}

function seasonal(commodity: CommodityKey): Playbook {
  const { window, dir, filter, why } = SEASONS[commodity];
  return {
    ...SHARED, id: 'SEASONAL', commodity, name: 'Seasonal', riskLevel: 'LOW', family: 'SEAS',
    params: { window, dir, ...(filter ? { filter: { n: 60, ...filter } } : {}) },
    description: `${dir === 'LONG' ? 'Long' : 'Short'} from ${dayName(window.from)} to ${dayName(window.to)}: ${why}.`,
    targetRatio: null, barsHeldMax: null, sides: dir,
  };
}

function weatherAnomaly(commodity: CommodityKey): Playbook {
  const { series, averageDays, responseSign, window, region, why } = WEATHER_RESPONSES[commodity];
  const when = window ? ` from ${dayName(window.from)} to ${dayName(window.to)}` : '';
  return {
    ...SHARED, id: 'WEATHER_ANOMALY', commodity, name: 'Weather anomaly', riskLevel: 'MEDIUM', family: 'WXA',
    params: { series, averageDays, n: 15, e: 1, hold: 5, responseSign, ...(window ? { window } : {}) },
    description: `Trades ${series.join(' + ')} of ${region} one standard deviation from normal${when}: ${why}. Prices often know observed weather already.`,
    // The rule counts its own bars, so the row sets no second limit.
    targetRatio: 2, barsHeldMax: null, sides: 'BOTH', needsSeries: series,
  };
}

const makeAll = (commodity: CommodityKey): readonly Playbook[] => [
  momentum(commodity), meanReversion(commodity), breakout(commodity), seasonal(commodity), weatherAnomaly(commodity),
];

const PLAYBOOKS = new Map(COMMODITY_KEYS.map((key) => [key, makeAll(key)] as const));

/** The five playbooks of a commodity, in the order of DEFAULT_PLAYBOOK_IDS. */
export const defaultPlaybooks = (commodity: CommodityKey): readonly Playbook[] => PLAYBOOKS.get(commodity) ?? [];

/** The playbook with this id, or null; ids are in capitals. */
export const findPlaybook = (commodity: CommodityKey, id: string): Playbook | null =>
  defaultPlaybooks(commodity).find((playbook) => playbook.id === id) ?? null;

/** What a commodity trades until another is chosen: power returns to its level within days, the others are followed. */
export const defaultPlaybookId = (commodity: CommodityKey): DefaultPlaybookId =>
  COMMODITIES[commodity].group === 'power' ? 'MEAN_REVERSION' : 'MOMENTUM';
