/**
 * What an input of a network is: a name, a unit, the group under which reasons speak of it, and a
 * pure function of a view.
 */
import { seasonDay } from '../../weather/climate-table';
import type { PointInTimeView } from './point-in-time-view';

/** The figure of a subject (a chain, a hub, a cell) at a stamp; NaN while it is unknown. */
export type ReadFeature = (view: PointInTimeView, subject: string) => number;

export interface FeatureSpec {
  readonly name: string;
  readonly unit: string;
  readonly group: string;
  /**
   * What one scaled unit is, for figures that have zero in their middle by themselves; null where
   * median and range are to be fitted.
   */
  readonly scale: number | null;
  readonly read: ReadFeature;
}

/** A maker of the features of one group. */
export const inGroup = (group: string) => ({
  /** A figure in a unit of its own, which a fitted scaler brings to order one. */
  raw: (name: string, unit: string, read: ReadFeature): FeatureSpec => ({
    group,
    name,
    unit,
    scale: null,
    read,
  }),
  /** A figure of order one. */
  scaled: (name: string, unit: string, read: ReadFeature): FeatureSpec => ({
    group,
    name,
    unit,
    scale: 1,
    read,
  }),
  /**
   * A figure about zero that is brought to order one by a divisor: where most of it is nothing, a
   * fitted range would cut off all that matters.
   */
  divided: (name: string, unit: string, scale: number, read: ReadFeature): FeatureSpec => ({
    group,
    name,
    unit,
    scale,
    read,
  }),
});

/** One feature for each subject: 1 for itself, 0 for the others. */
export const oneHot = (subjects: readonly string[], group: string): readonly FeatureSpec[] =>
  subjects.map((own) =>
    inGroup(group).scaled(`is ${own}`, '0 or 1', (_, subject) => Number(subject === own)),
  );

const computeAngle = (view: PointInTimeView): number =>
  (2 * Math.PI * seasonDay(view.stampMs)) / 365.25;

/** Sine and cosine of the year; with `harmonics` 2 also of the half year. */
export const seasonFeatures = (harmonics = 1): readonly FeatureSpec[] => {
  const { scaled } = inGroup('season and place');
  return Array.from({ length: harmonics }, (_, index) => index + 1).flatMap((times) => [
    scaled(`sine of the season, ${times} a year`, 'share', (view) =>
      Math.sin(times * computeAngle(view)),
    ),
    scaled(`cosine of the season, ${times} a year`, 'share', (view) =>
      Math.cos(times * computeAngle(view)),
    ),
  ]);
};

/**
 * What an input of the catalogue says, by subject; NaN where it is unknown, `otherwise` for
 * subjects without one.
 */
export const buildInput =
  (ids: Readonly<Record<string, string | undefined>>, otherwise = 0): ReadFeature =>
  (view, subject) => {
    const id = ids[subject];
    return id === undefined ? otherwise : view.input(id);
  };
