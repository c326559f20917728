/**
 * Risk of the coming day by the networks that have proven skill: standard deviation of the move
 * (VolNet) and chance of a price spike (SpikeNet).
 */
import { type Model, predictRow } from '../networks/core/model';
import type { PointInTimeView } from '../networks/features/point-in-time-view';
import { SPIKE_SUBJECTS } from '../networks/features/spike-features';
import { VOLATILITY_SUBJECTS, computeYearSigma } from '../networks/features/volatility-features';
import { type NetworkId, computeRawFeatures } from '../networks/network-spec';
import { getNetworkSpec } from '../networks/registry';
import { hasProvenSkill } from '../networks/skill-assessments';
import type { ForecastModel } from './forecast-models';

export interface ExpectedRisk {
  /**
   * Standard deviation of the move of a day, quoted units; null where VolNet has not proven better
   * than all simple estimates, or before a year of prices.
   */
  readonly sigma: number | null;
  /** Chance that the dearest hour of a hub spikes, 0 to 1; null without proven skill. */
  readonly spikeChance: number | null;
}

type GetModel = (id: NetworkId) => Model | undefined;

/** Whether a network is better on a subject than the best simple estimate, on unseen markets. */
type IsProven = (network: NetworkId, subject: string) => boolean;

const isProvenByEvaluation: IsProven = (network, subject) => hasProvenSkill(network, subject);

const DECIMALS = 6;
const roundOrNull = (value: number): number | null =>
  Number.isFinite(value) ? Number(value.toFixed(DECIMALS)) : null;

/**
 * `price` is that of the contract in quoted units; moves of power are differences, others log
 * returns.
 */
export function computeExpectedRisk(
  { chain, subject, spec }: ForecastModel,
  getModel: GetModel,
  view: PointInTimeView,
  price: number,
  isProven: IsProven = isProvenByEvaluation,
): ExpectedRisk {
  const isPower = spec.id === 'PowerNet';
  const predictFirst = (id: NetworkId, subjects: readonly string[], name: string): number => {
    const model = subjects.includes(name) && isProven(id, name) ? getModel(id) : undefined;
    return model
      ? (predictRow(model, computeRawFeatures(getNetworkSpec(id), view, name))[0] ?? NaN)
      : NaN;
  };
  const sigma =
    Math.exp(predictFirst('VolNet', VOLATILITY_SUBJECTS, chain)) * computeYearSigma(view, chain);
  return {
    sigma: roundOrNull(isPower ? sigma : price * sigma),
    spikeChance: isPower ? roundOrNull(predictFirst('SpikeNet', SPIKE_SUBJECTS, subject)) : null,
  };
}
