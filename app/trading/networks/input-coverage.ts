/** Which inputs of a network are missing, and whether too many are for a forecast. */
import type { PointInTimeView } from './features/point-in-time-view';
import { type NetworkSpec, computeRawFeatures } from './network-spec';

interface InputCoverage {
  /** Names of the features without a value, in order. */
  readonly missing: readonly string[];
  /** Why the network issues no forecast; null if it may. */
  readonly gap: string | null;
}

/** A forecast needs this share of all inputs, and of those of each core group. */
const PRESENT_SHARE_MIN = 0.5;

/**
 * Reads the inputs of a network for a subject. In training nearly all inputs exist; a network that
 * gets mostly medians instead of values forecasts the average, not the market.
 */
export function assessInputs(
  spec: Pick<NetworkSpec, 'id' | 'features' | 'subjects' | 'coreGroups'>,
  view: PointInTimeView,
  subject: string,
): InputCoverage {
  const raw = computeRawFeatures(spec, view, subject);
  const isMissing = (index: number): boolean => Number.isNaN(raw[index] ?? NaN);
  const missing = spec.features.flatMap(({ name }, index) => (isMissing(index) ? name : []));
  for (const group of spec.coreGroups) {
    const indexes = spec.features.flatMap((feature, index) =>
      feature.group === group ? index : [],
    );
    const count = indexes.filter(isMissing).length;
    if (count > indexes.length * (1 - PRESENT_SHARE_MIN))
      return { missing, gap: formatGap(count, indexes.length, ` of "${group}"`) };
  }
  const isSparse = missing.length > spec.features.length * (1 - PRESENT_SHARE_MIN);
  return { missing, gap: isSparse ? formatGap(missing.length, spec.features.length, '') : null };
}

const formatGap = (missing: number, all: number, of: string): string =>
  `${missing} of ${all} inputs${of} are missing`;
