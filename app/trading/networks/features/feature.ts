/**
 * Definition of a network input: name, unit, group for attribution, and a pure function of a view.
 */
import { getSeasonDay } from '../../weather/climate-table';
import type { PointInTimeView } from './point-in-time-view';

/** Value for a subject (chain, hub or cell) at a stamp; NaN while unknown. */
export type ReadFeature = (view: PointInTimeView, subject: string) => number;

export interface FeatureSpec {
  readonly name: string;
  readonly unit: string;
  readonly group: string;
  /** Fixed scale for values centered at zero; null to fit median and range. */
  readonly scale: number | null;
  readonly read: ReadFeature;
}

/** Factory for the features of one group. */
export const createGroup = (group: string) => ({
  /** A value in its own unit; the scaler is fitted. */
  raw: (name: string, unit: string, read: ReadFeature): FeatureSpec => ({
    group,
    name,
    unit,
    scale: null,
    read,
  }),
  /** A value of order one. */
  scaled: (name: string, unit: string, read: ReadFeature): FeatureSpec => ({
    group,
    name,
    unit,
    scale: 1,
    read,
  }),
  /**
   * A value centered at zero, divided by a fixed scale: for mostly-zero values a fitted range would
   * clip the relevant cases.
   */
  divided: (name: string, unit: string, scale: number, read: ReadFeature): FeatureSpec => ({
    group,
    name,
    unit,
    scale,
    read,
  }),
});

/** One indicator per subject: 1 for itself, 0 for others. */
export const buildOneHotFeatures = (
  subjects: readonly string[],
  group: string,
): readonly FeatureSpec[] =>
  subjects.map((own) =>
    createGroup(group).scaled(`is ${own}`, '', (_, subject) => Number(subject === own)),
  );

/** Group of season and place. It scales other inputs and is never named as a driver. */
export const SEASON_GROUP = 'season and place';

const computeSeasonAngle = (view: PointInTimeView): number =>
  (2 * Math.PI * getSeasonDay(view.stampMs)) / 365.25;

/** Sine and cosine of the day of year; with `harmonics` 2 also of the half year. */
export const buildSeasonFeatures = (harmonics = 1): readonly FeatureSpec[] => {
  const { scaled } = createGroup(SEASON_GROUP);
  return Array.from({ length: harmonics }, (_, index) => index + 1).flatMap((times) => [
    scaled(`sine of the season, ${times} a year`, '', (view) =>
      Math.sin(times * computeSeasonAngle(view)),
    ),
    scaled(`cosine of the season, ${times} a year`, '', (view) =>
      Math.cos(times * computeSeasonAngle(view)),
    ),
  ]);
};

/** Reads a catalogue input by subject; NaN while unknown, `fallback` for subjects without one. */
export const buildInputReader =
  (ids: Readonly<Record<string, string | undefined>>, fallback = 0): ReadFeature =>
  (view, subject) => {
    const id = ids[subject];
    return id === undefined ? fallback : view.getInput(id);
  };
