// Schemas of the almanac, degree days, gas storage, forecast skill and reports. Units: °F, inches,
// Bcf.
import { z } from 'zod';

import {
  type Infer,
  SOURCE_FIELDS,
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
const datedValueSchema = z.strictObject({ value: z.number(), date: createDaySchema() }).nullable();
export type DatedValueDto = NonNullable<Infer<typeof datedValueSchema>>;
const recordsSchema = nameSchema(
  'Records',
  'Record values of a location, each with its date.',
  z.strictObject({
    highest: datedValueSchema,
    lowest: datedValueSchema,
    wettest: datedValueSchema,
  }),
);
export type RecordsDto = Infer<typeof recordsSchema>;
const toDateSchema = nameSchema(
  'ToDate',
  'Degree days accumulated since a date.',
  z.strictObject({
    from: createDaySchema(),
    heating: createFigureSchema(),
    heatingNormal: createFigureSchema(),
    cooling: createFigureSchema(),
    coolingNormal: createFigureSchema(),
    days: createCountSchema().describe('days with observations'),
    daysOfSpan: createCountSchema().describe('calendar days since from'),
  }),
);
export type ToDateDto = Infer<typeof toDateSchema>;

const placeSchema = nameSchema(
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
        rain: z.number().nullable(),
        windSpeed: z.number().nullable(),
        days: createCountSchema(),
      })
      .nullable(),
    dateRecords: recordsSchema.describe(
      'records of this calendar date, in all years since the field since',
    ),
    allRecords: recordsSchema,
    since: createDaySchema().nullable(),
    yesterday: z
      .strictObject({
        mean: z.number(),
        high: z.number(),
        low: z.number(),
        rain: z.number().nullable(),
      })
      .nullable(),
    monthToDate: toDateSchema,
    heatingSeason: toDateSchema,
    coolingSeason: toDateSchema,
    freezingDays: createCountSchema(),
    freezeHours: z
      .strictObject({ freezing: z.number(), hardFreeze: z.number(), hours: z.number() })
      .nullable()
      .describe('hours of the last seven days at or below 32 and 28 °F; null for a region'),
  }),
);
export type AlmanacPlaceDto = Infer<typeof placeSchema>;
const cropSchema = z.strictObject({
  crop: z.string(),
  commodity: createCommoditySchema(),
  stage: z.string(),
  next: z.string().nullable(),
  method: z.string().describe('how the stage is estimated'),
  planted: createDaySchema().nullable(),
  growingDegreeDays: createFigureSchema().describe('base 50 °F, cap 86 °F, since planting'),
  growingDegreeDaysNormal: createFigureSchema(),
  rating: z
    .strictObject({ week: createDaySchema(), percent: z.number(), change: createFigureSchema() })
    .nullable()
    .describe(
      'percent rated good or excellent by USDA, and its change in a week; null out of season',
    ),
  progress: z
    .strictObject({
      week: createDaySchema(),
      stage: z.string(),
      percent: z.number(),
      change: createFigureSchema(),
    })
    .nullable()
    .describe(
      'percent that has reached the newest stage of the report of USDA; null out of season',
    ),
});
export type CropDto = Infer<typeof cropSchema>;
export const AlmanacSchema = z.strictObject({
  reason: createReasonSchema(),
  date: createDaySchema().nullable().describe('date of the normals and records'),
  cells: createListSchema(placeSchema),
  regions: createListSchema(placeSchema),
  crops: createListSchema(cropSchema),
  ...SOURCE_FIELDS,
});
export type AlmanacDto = Infer<typeof AlmanacSchema>;

const degreeDayChangeSchema = nameSchema(
  'DegreeDayChange',
  'Change of the newest model run against an earlier one, over the days of these two runs.',
  z.strictObject({
    since: createMomentSchema(),
    days: createCountSchema(),
    heating: z.number(),
    cooling: z.number(),
    total: z.number(),
    peak: z
      .strictObject({ date: createDaySchema(), change: z.number() })
      .describe('day with the largest change'),
  }),
);
export type DegreeDayChangeDto = Infer<typeof degreeDayChangeSchema>;
const recentRunsSchema = nameSchema(
  'RecentRuns',
  'Gas-weighted degree days of up to eight model runs, over at least ten days that all of them cover.',
  z.strictObject({
    from: createDaySchema(),
    until: createDaySchema(),
    days: createCountSchema(),
    normal: createFigureSchema().describe('normal total of these days'),
    runs: createListSchema(
      z.strictObject({
        issuedAt: createMomentSchema(),
        publishedAt: createMomentSchema(),
        heating: z.number(),
        cooling: z.number(),
        total: z.number(),
        change: createFigureSchema().describe('of the total against the run before'),
      }),
    ).describe('oldest first'),
    regions: createListSchema(z.strictObject({ region: z.string(), change: z.number() })).describe(
      'change of the mean temperature since the last run, over the days of `sinceLastRun`, °F',
    ),
    moves: createListSchema(
      z.strictObject({
        commodity: createCommoditySchema(),
        hub: z.string().nullable().describe('power hub; null for other commodities'),
        direction: z.enum(['UP', 'DOWN', 'MIXED']),
      }),
    ).describe(
      'markets that the change since the last run moves: 12 or more heating or cooling degree days in one of their regions, in season',
    ),
  }),
);
export type RecentRunsDto = Infer<typeof recentRunsSchema>;
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
  sinceLastRun: degreeDayChangeSchema.nullable(),
  sinceDayAgo: degreeDayChangeSchema
    .nullable()
    .describe('against the run issued 24 hours before the newest'),
  recentRuns: recentRunsSchema.nullable().describe('null before the first complete run'),
  regions: createListSchema(
    z.strictObject({
      region: z.string(),
      monthToDate: toDateSchema,
      heatingSeason: toDateSchema,
      coolingSeason: toDateSchema,
    }),
  ),
  ...SOURCE_FIELDS,
});
export type DegreeDaysDto = Infer<typeof DegreeDaysSchema>;

const stockWeekSchema = nameSchema(
  'StockWeek',
  'Stocks at the end of a week, in the unit of the document.',
  z.strictObject({
    weekEnding: createDaySchema(),
    published: createMomentSchema(),
    level: z.number(),
    change: createFigureSchema(),
    fiveYearMean: createFigureSchema(),
    fiveYearLow: createFigureSchema(),
    fiveYearHigh: createFigureSchema(),
    years: createFigureSchema().describe('years in the five-year mean'),
    fiveYearChange: createFigureSchema(),
    departure: createFigureSchema(),
    departurePercent: createFigureSchema(),
  }),
);
export type StockWeekDto = Infer<typeof stockWeekSchema>;
export const StockSchema = nameSchema(
  'Stocks',
  'Weekly stocks of gas or oil vs the five-year norm.',
  z.strictObject({
    reason: createReasonSchema(),
    unit: z.enum(['Bcf', 'million bbl']),
    current: stockWeekSchema.nullable(),
    weeks: createListSchema(stockWeekSchema).describe('the last year, oldest first'),
    nextReport: createMomentSchema().nullable(),
    ...SOURCE_FIELDS,
  }),
);
export const PetroleumStocksSchema = z.strictObject({
  crude: StockSchema.describe('commercial stocks of crude oil'),
  distillate: StockSchema.describe('stocks of distillate fuel, which heating oil belongs to'),
});

const ForecastSkillRowSchema = z.strictObject({
  cell: z.string(),
  place: z.string(),
  lead: createCountSchema().describe('days ahead'),
  n: createCountSchema(),
  meanAbsoluteError: createFigureSchema(),
  bias: createFigureSchema(),
  anomalyCorrelation: createFigureSchema(),
  climateError: createFigureSchema().describe('mean absolute error of climatology, the benchmark'),
  ...SOURCE_FIELDS,
});
export type ForecastSkillDto = Infer<typeof ForecastSkillRowSchema>;
export type StockDto = Infer<typeof StockSchema>;
export type PetroleumStocksDto = Infer<typeof PetroleumStocksSchema>;

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
        .describe('1 when an actual above consensus raises the price'),
    }),
  ).describe('empty before publication'),
  ...SOURCE_FIELDS,
});
export type ReportDto = Infer<typeof ReportRowSchema>;

export const ReportsSchema = createListSchema(ReportRowSchema);
