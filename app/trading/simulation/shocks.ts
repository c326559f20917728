/**
 * Shocks that several parts of the world share: the daily causes behind many prices, and what
 * scheduled reports surprise by.
 */
import { REPORT_KINDS, type ReportKind } from '../market/report';
import type { Chance } from './random-streams';

/** Causes shared by many prices: the world economy, energy, farming. */
export const FACTORS = ['global', 'energy', 'ag'] as const;
export type Factor = (typeof FACTORS)[number];

/**
 * Standard normals of a factor for the day that begins at `day`; independent between factors and
 * days.
 */
export function factorShocks(chance: Chance): (factor: Factor, day: number) => number {
  const streams = {
    global: chance.stream('factor/global'),
    energy: chance.stream('factor/energy'),
    ag: chance.stream('factor/ag'),
  };
  return (factor, day) => chance.normal(streams[factor], day);
}

/**
 * By how many standard deviations a report surprises a market, as a standard normal of its own:
 * above zero raises the price.
 * `place` tells the figures of one report apart: the place of the commodity in COMMODITY_KEYS.
 */
export const reportShock = (chance: Chance, kind: ReportKind, day: number, place: number): number =>
  chance.normal(chance.stream(`report/${kind}`), day, place + 100 * REPORT_KINDS.indexOf(kind));
