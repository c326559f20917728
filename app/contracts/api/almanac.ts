// Almanac, degree days, storage, forecast skill and reports: °F, inches, Bcf.
import { z } from 'zod';

import { type Infer, SOURCED, commodity, count, day, listOf, moment, named } from './shape';

const figure = () => z.number().nullable();
const reason = () =>
  z.string().nullable().describe('why there is nothing; null when there is something');
const dated = z.strictObject({ value: z.number(), date: day() }).nullable();
export type DatedDto = NonNullable<Infer<typeof dated>>;
const records = named(
  'Records',
  'Records of a place, each with its day.',
  z.strictObject({ highest: dated, lowest: dated, wettest: dated }),
);
export type RecordsDto = Infer<typeof records>;
const toDate = named(
  'ToDate',
  'Degree days since a day.',
  z.strictObject({
    from: day(),
    heating: figure(),
    heatingNormal: figure(),
    cooling: figure(),
    coolingNormal: figure(),
    days: count().describe('with readings'),
    daysOfSpan: count().describe('since from'),
  }),
);
export type ToDateDto = Infer<typeof toDate>;

const place = named(
  'AlmanacPlace',
  'The almanac of a cell or a region.',
  z.strictObject({
    place: z.string(),
    cell: z.string().nullable().describe('null for a region, which is made of several'),
    normal: z
      .strictObject({
        mean: z.number(),
        high: z.number(),
        low: z.number(),
        rain: z.number(),
        windSpeed: z.number(),
        days: count(),
      })
      .nullable(),
    dateRecords: records.describe('of this date in all years since since'),
    allRecords: records,
    since: day().nullable(),
    yesterday: z
      .strictObject({ mean: z.number(), high: z.number(), low: z.number(), rain: z.number() })
      .nullable(),
    monthToDate: toDate,
    heatingSeason: toDate,
    coolingSeason: toDate,
    freezingDays: count(),
    freezeHours: z
      .strictObject({ freezing: z.number(), hardFreeze: z.number(), hours: z.number() })
      .nullable()
      .describe('of the last seven days at or below 32 and 28 °F; null for a region'),
  }),
);
export type AlmanacPlaceDto = Infer<typeof place>;
const crop = z.strictObject({
  crop: z.string(),
  commodity: commodity(),
  stage: z.string(),
  next: z.string().nullable(),
  method: z.string().describe('how the stage is told'),
  planted: day().nullable(),
  growingDegreeDays: figure().describe('86/50, since planting'),
  growingDegreeDaysNormal: figure(),
});
export type CropDto = Infer<typeof crop>;
export const AlmanacSchema = z.strictObject({
  reason: reason(),
  date: day().nullable().describe('of which normals and records are'),
  cells: listOf(place),
  regions: listOf(place),
  crops: listOf(crop),
  ...SOURCED,
});
export type AlmanacDto = Infer<typeof AlmanacSchema>;

const change = named(
  'DegreeDayChange',
  'What a run changed over the days that it shares with an older one.',
  z.strictObject({
    since: moment(),
    days: count(),
    heating: z.number(),
    cooling: z.number(),
    total: z.number(),
    peak: z.strictObject({ date: day(), change: z.number() }).describe('the day that moved most'),
  }),
);
export type DegreeDayChangeDto = Infer<typeof change>;
const weights = () =>
  listOf(z.strictObject({ cell: z.string(), place: z.string(), weight: z.number() }));
export const DegreeDaysSchema = z.strictObject({
  reason: reason(),
  base: z.number().describe('°F'),
  weights: z.strictObject({ heating: weights(), cooling: weights() }),
  issuedAt: moment().nullable(),
  days: listOf(
    z.strictObject({
      date: day(),
      lead: count(),
      heating: z.number(),
      cooling: z.number(),
      heatingNormal: figure(),
      coolingNormal: figure(),
    }),
  ),
  heating: figure(),
  cooling: figure(),
  total: figure(),
  totalNormal: figure(),
  departure: figure(),
  sinceLastRun: change.nullable(),
  sinceDayAgo: change.nullable(),
  regions: listOf(
    z.strictObject({
      region: z.string(),
      monthToDate: toDate,
      heatingSeason: toDate,
      coolingSeason: toDate,
    }),
  ),
  ...SOURCED,
});
export type DegreeDaysDto = Infer<typeof DegreeDaysSchema>;

const week = named(
  'StorageWeek',
  'Working gas in storage at the end of a week; Bcf.',
  z.strictObject({
    weekEnding: day(),
    published: moment(),
    level: z.number(),
    change: figure(),
    fiveYearMean: figure(),
    fiveYearLow: figure(),
    fiveYearHigh: figure(),
    years: figure().describe('behind the norm'),
    fiveYearChange: figure(),
    departure: figure(),
    departurePercent: figure(),
  }),
);
export type StorageWeekDto = Infer<typeof week>;
export const StorageSchema = z.strictObject({
  reason: reason(),
  unit: z.literal('Bcf'),
  current: week.nullable(),
  weeks: listOf(week).describe('the last year, oldest first'),
  nextReport: moment().nullable(),
  ...SOURCED,
});

const ForecastSkillRowSchema = z.strictObject({
  cell: z.string(),
  place: z.string(),
  lead: count().describe('days ahead'),
  n: count(),
  meanAbsoluteError: figure(),
  bias: figure(),
  anomalyCorrelation: figure(),
  climateError: figure().describe('of the normal itself, which a forecast has to beat'),
  ...SOURCED,
});
export type ForecastSkillDto = Infer<typeof ForecastSkillRowSchema>;
export type StorageDto = Infer<typeof StorageSchema>;

export const SkillSchema = listOf(ForecastSkillRowSchema);

const ReportRowSchema = z.strictObject({
  id: z.string(),
  kind: z.string(),
  at: moment(),
  commodities: listOf(commodity()),
  status: z.enum(['scheduled', 'published']),
  figures: listOf(
    z.strictObject({
      commodity: commodity(),
      name: z.string(),
      unit: z.string(),
      consensus: z.number(),
      actual: z.number(),
      surprise: z.number().describe('standard deviations of past surprises'),
      priceSign: z
        .union([z.literal(1), z.literal(-1)])
        .describe('1 when more than expected raises the price'),
    }),
  ).describe('empty before it is published'),
  ...SOURCED,
});
export type ReportDto = Infer<typeof ReportRowSchema>;

export const ReportsSchema = listOf(ReportRowSchema);
