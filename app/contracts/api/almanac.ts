// Almanac, degree days, storage, forecast skill and reports: °F, inches, Bcf.
import { z } from 'zod';

import {
  type Infer,
  SOURCED,
  createCommoditySchema,
  createCountSchema,
  createDaySchema,
  createListSchema,
  createMomentSchema,
  nameSchema,
} from './shape';

const createFigureSchema = () => z.number().nullable();
const createReasonSchema = () =>
  z.string().nullable().describe('why there is no data; null when there is');
const dated = z.strictObject({ value: z.number(), date: createDaySchema() }).nullable();
export type DatedDto = NonNullable<Infer<typeof dated>>;
const records = nameSchema(
  'Records',
  'Record values of a location, each with its date.',
  z.strictObject({ highest: dated, lowest: dated, wettest: dated }),
);
export type RecordsDto = Infer<typeof records>;
const toDate = nameSchema(
  'ToDate',
  'Degree days accumulated since a date.',
  z.strictObject({
    from: createDaySchema(),
    heating: createFigureSchema(),
    heatingNormal: createFigureSchema(),
    cooling: createFigureSchema(),
    coolingNormal: createFigureSchema(),
    days: createCountSchema().describe('with readings'),
    daysOfSpan: createCountSchema().describe('since from'),
  }),
);
export type ToDateDto = Infer<typeof toDate>;

const place = nameSchema(
  'AlmanacPlace',
  'Almanac of a location or a region.',
  z.strictObject({
    place: z.string(),
    cell: z.string().nullable().describe('null for a region, which has several'),
    normal: z
      .strictObject({
        mean: z.number(),
        high: z.number(),
        low: z.number(),
        rain: z.number(),
        windSpeed: z.number(),
        days: createCountSchema(),
      })
      .nullable(),
    dateRecords: records.describe('of this date in all years since since'),
    allRecords: records,
    since: createDaySchema().nullable(),
    yesterday: z
      .strictObject({ mean: z.number(), high: z.number(), low: z.number(), rain: z.number() })
      .nullable(),
    monthToDate: toDate,
    heatingSeason: toDate,
    coolingSeason: toDate,
    freezingDays: createCountSchema(),
    freezeHours: z
      .strictObject({ freezing: z.number(), hardFreeze: z.number(), hours: z.number() })
      .nullable()
      .describe('of the last seven days at or below 32 and 28 °F; null for a region'),
  }),
);
export type AlmanacPlaceDto = Infer<typeof place>;
const crop = z.strictObject({
  crop: z.string(),
  commodity: createCommoditySchema(),
  stage: z.string(),
  next: z.string().nullable(),
  method: z.string().describe('how the stage is told'),
  planted: createDaySchema().nullable(),
  growingDegreeDays: createFigureSchema().describe('86/50, since planting'),
  growingDegreeDaysNormal: createFigureSchema(),
});
export type CropDto = Infer<typeof crop>;
export const AlmanacSchema = z.strictObject({
  reason: createReasonSchema(),
  date: createDaySchema().nullable().describe('of which normals and records are'),
  cells: createListSchema(place),
  regions: createListSchema(place),
  crops: createListSchema(crop),
  ...SOURCED,
});
export type AlmanacDto = Infer<typeof AlmanacSchema>;

const change = nameSchema(
  'DegreeDayChange',
  'Change of a model run against the previous one, over the days both cover.',
  z.strictObject({
    since: createMomentSchema(),
    days: createCountSchema(),
    heating: z.number(),
    cooling: z.number(),
    total: z.number(),
    peak: z
      .strictObject({ date: createDaySchema(), change: z.number() })
      .describe('the day that moved most'),
  }),
);
export type DegreeDayChangeDto = Infer<typeof change>;
const createWeightsSchema = () =>
  createListSchema(z.strictObject({ cell: z.string(), place: z.string(), weight: z.number() }));
export const DegreeDaysSchema = z.strictObject({
  reason: createReasonSchema(),
  base: z.number().describe('°F'),
  weights: z.strictObject({ heating: createWeightsSchema(), cooling: createWeightsSchema() }),
  issuedAt: createMomentSchema().nullable(),
  days: createListSchema(
    z.strictObject({
      date: createDaySchema(),
      lead: createCountSchema(),
      heating: z.number(),
      cooling: z.number(),
      heatingNormal: createFigureSchema(),
      coolingNormal: createFigureSchema(),
    }),
  ),
  heating: createFigureSchema(),
  cooling: createFigureSchema(),
  total: createFigureSchema(),
  totalNormal: createFigureSchema(),
  departure: createFigureSchema(),
  sinceLastRun: change.nullable(),
  sinceDayAgo: change.nullable(),
  regions: createListSchema(
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

const week = nameSchema(
  'StorageWeek',
  'Working gas in storage at the end of a week; Bcf.',
  z.strictObject({
    weekEnding: createDaySchema(),
    published: createMomentSchema(),
    level: z.number(),
    change: createFigureSchema(),
    fiveYearMean: createFigureSchema(),
    fiveYearLow: createFigureSchema(),
    fiveYearHigh: createFigureSchema(),
    years: createFigureSchema().describe('behind the norm'),
    fiveYearChange: createFigureSchema(),
    departure: createFigureSchema(),
    departurePercent: createFigureSchema(),
  }),
);
export type StorageWeekDto = Infer<typeof week>;
export const StorageSchema = z.strictObject({
  reason: createReasonSchema(),
  unit: z.literal('Bcf'),
  current: week.nullable(),
  weeks: createListSchema(week).describe('the last year, oldest first'),
  nextReport: createMomentSchema().nullable(),
  ...SOURCED,
});

const ForecastSkillRowSchema = z.strictObject({
  cell: z.string(),
  place: z.string(),
  lead: createCountSchema().describe('days ahead'),
  n: createCountSchema(),
  meanAbsoluteError: createFigureSchema(),
  bias: createFigureSchema(),
  anomalyCorrelation: createFigureSchema(),
  climateError: createFigureSchema().describe('error of climatology, which a forecast must beat'),
  ...SOURCED,
});
export type ForecastSkillDto = Infer<typeof ForecastSkillRowSchema>;
export type StorageDto = Infer<typeof StorageSchema>;

export const SkillSchema = createListSchema(ForecastSkillRowSchema);

const ReportRowSchema = z.strictObject({
  id: z.string(),
  kind: z.string(),
  at: createMomentSchema(),
  commodities: createListSchema(createCommoditySchema()),
  status: z.enum(['scheduled', 'published']),
  figures: createListSchema(
    z.strictObject({
      commodity: createCommoditySchema(),
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

export const ReportsSchema = createListSchema(ReportRowSchema);
