/**
 * What a network is before it is trained: for what it speaks, what it reads, what its outputs mean
 * and how far ahead they look.
 */
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
  /** For a person, in a few words. */
  readonly name: string;
  /** What it tells, in one sentence. */
  readonly tells: string;
  /** What it may be asked about: chains, hubs or cells. */
  readonly subjects: readonly string[];
  readonly features: readonly FeatureSpec[];
  /** Names of the places of a row's targets. */
  readonly targets: readonly string[];
  readonly heads: readonly Head[];
  /**
   * Features that are forecasts by themselves: training starts from them, with so many units of the
   * head's output for one of their own.
   */
  readonly headStarts?: readonly HeadStart[];
  /** Its chances are of a rise: a chance of a fall is as good, and zero is even. */
  readonly isTwoSided?: true;
  /** How far ahead the first head looks. */
  readonly horizonMs: number;
}

/** Hidden units of every network. */
export const HIDDEN = [16, 8] as const;

/** The shape of a network over its scaled features. */
export const getShape = ({ features, heads }: NetworkSpec): NetworkShape => ({
  inputs: features.length,
  hidden: HIDDEN,
  heads,
});

/**
 * The raw features of a subject at a view's stamp, in order, NaN where unknown: what `predict`
 * takes. Throws RangeError for a subject that the network is not asked about.
 */
export function rawFeatures(
  { id, features, subjects }: Pick<NetworkSpec, 'id' | 'features' | 'subjects'>,
  view: PointInTimeView,
  subject: string,
): Float64Array {
  if (!subjects.includes(subject))
    throw new RangeError(
      `${id} knows nothing of ${subject}; it is asked about ${subjects.join(', ')}`,
    );
  const row = new Float64Array(features.length);
  for (const [place, { read }] of features.entries()) row[place] = read(view, subject);
  return row;
}

/** The groups under which a network gives its reasons, in the order of its features. */
export const listGroups = ({ features }: Pick<NetworkSpec, 'features'>): readonly string[] => [
  ...new Set(features.map(({ group }) => group)),
];
