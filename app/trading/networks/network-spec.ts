/** Specification of a network: subjects, inputs, outputs and horizon. */
import type { PointInTimeView } from './features/point-in-time-view';
import type { FeatureSpec } from './features/feature';
import type { Head, NetworkShape } from './core/shape';

export type NetworkId =
  | 'WeatherNet'
  | 'CropNet'
  | 'SpikeNet'
  | 'PowerNet'
  | 'GasNet'
  | 'PetroNet'
  | 'AgNet'
  | 'VolNet';

export interface HeadStart {
  readonly head: number;
  readonly feature: string;
  readonly slope: number;
}

export interface NetworkSpec {
  readonly id: NetworkId;
  /** Display name. */
  readonly name: string;
  /** What it predicts, in one phrase. */
  readonly description: string;
  /** Valid subjects: chains, hubs or cells. */
  readonly subjects: readonly string[];
  readonly features: readonly FeatureSpec[];
  /** Feature groups without which a forecast from real data means nothing: see input-coverage. */
  readonly coreGroups: readonly string[];
  /** Names of the targets, in order. */
  readonly targets: readonly string[];
  readonly heads: readonly Head[];
  /**
   * Features that are forecasts already: the skip weight from the feature to the head starts at
   * `slope`.
   */
  readonly headStarts?: readonly HeadStart[];
  /** The network is symmetric: calibration has no offset, so that a logit of zero means 50%. */
  readonly isTwoSided?: true;
  /** Horizon of the first head. */
  readonly horizonMs: number;
}

/** Hidden units of every network. */
export const HIDDEN = [16, 8] as const;

export const getShape = ({ features, heads }: NetworkSpec): NetworkShape => ({
  inputs: features.length,
  hidden: HIDDEN,
  heads,
});

/**
 * Raw features of a subject at the view's stamp, in order; NaN where missing. Throws RangeError for
 * a subject that the network does not cover.
 */
export function computeRawFeatures(
  { id, features, subjects }: Pick<NetworkSpec, 'id' | 'features' | 'subjects'>,
  view: PointInTimeView,
  subject: string,
): Float64Array {
  if (!subjects.includes(subject))
    throw new RangeError(`${id} does not cover ${subject}; it covers ${subjects.join(', ')}`);
  const row = new Float64Array(features.length);
  for (const [index, { read }] of features.entries()) row[index] = read(view, subject);
  return row;
}

/** Feature groups in order of first appearance; reasons are reported per group. */
export const listGroups = ({ features }: Pick<NetworkSpec, 'features'>): readonly string[] => [
  ...new Set(features.map(({ group }) => group)),
];
