// Schemas of observations. Units: °F, inches, mph, mb.
import { z } from 'zod';

import { type Infer, SOURCE_FIELDS, createListSchema, createMomentSchema } from './shape';

const ReadingSchema = z.strictObject({
  timestamp: createMomentSchema().nullable().describe('hour of the observation'),
  temperature: z.number().nullable().describe('°F'),
  humidity: z.number().nullable().describe('%'),
  windSpeed: z.number().nullable().describe('mph'),
  pressure: z.number().nullable().describe('mb'),
  type: z.string().nullable(),
  severity: z.string().nullable().describe('Clear, Light, Moderate or Severe'),
  condition: z
    .string()
    .nullable()
    .describe('short text, such as showers, hot or 12 °F above normal'),
  intensity: z.number().min(0).max(100).nullable(),
  rain: z.number().nullable().describe('inches in the last hour'),
  rainSixHours: z.number().nullable().describe('inches'),
  departure: z.number().nullable().describe('24-hour mean minus the daily normal, °F'),
  deviations: z.number().nullable().describe('departure in standard deviations'),
  soil: z
    .number()
    .nullable()
    .describe(
      'root-zone moisture in standard deviations from the seasonal norm; negative is dry, null at sea',
    ),
  isStale: z.boolean(),
  ...SOURCE_FIELDS,
});
export type ReadingDto = Infer<typeof ReadingSchema>;

const WeatherRowSchema = z.strictObject({
  region: z.string(),
  kind: z.enum(['weather', 'market', 'supply']),
  ...ReadingSchema.shape,
});
export type WeatherDto = Infer<typeof WeatherRowSchema>;

export const WeatherSchema = createListSchema(WeatherRowSchema);

const MapStateRowSchema = z.strictObject({
  region: z.string(),
  state: z.string(),
  fips: z.string().describe('two digits'),
  ...ReadingSchema.shape,
});
export type MapStateDto = Infer<typeof MapStateRowSchema>;
export const MapSchema = createListSchema(MapStateRowSchema);
