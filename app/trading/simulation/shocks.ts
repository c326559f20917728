/** Shared random shocks: daily factors behind many prices, and surprises of scheduled reports. */
import { REPORT_KINDS, type ReportKind } from '../market/report';
import type { RandomStreams } from './random-streams';

/** Common factors of prices: world economy, energy, agriculture. */
export const FACTORS = ['global', 'energy', 'ag'] as const;
export type Factor = (typeof FACTORS)[number];

/** Standard normals by factor and day; independent between factors and days. */
export function createFactorShocks(random: RandomStreams): (factor: Factor, day: number) => number {
  const streams = {
    global: random.getStream('factor/global'),
    energy: random.getStream('factor/energy'),
    ag: random.getStream('factor/ag'),
  };
  return (factor, day) => random.drawNormal(streams[factor], day);
}

/**
 * Surprise of a report in standard deviations; positive raises the price. `index` is the
 * commodity's index in COMMODITY_KEYS, for independent figures of one report.
 */
export const drawReportShock = (
  random: RandomStreams,
  kind: ReportKind,
  day: number,
  index: number,
): number =>
  random.drawNormal(
    random.getStream(`report/${kind}`),
    day,
    index + 100 * REPORT_KINDS.indexOf(kind),
  );
