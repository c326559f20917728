// Building blocks of the API schemas.
import { z } from 'zod';
import { COMMODITY_KEYS, findCommodityKey } from '../../trading/domain/commodity';
import { TRADING_MODES } from '../../trading/domain/settings';

/** ISO 8601 in UTC, e.g. `2026-11-21T14:00:00.000Z`. */
export const createMomentSchema = () => z.iso.datetime();
/** A day in UTC. */
export const createDaySchema = () => z.iso.date();
export const createModeSchema = () => z.enum(TRADING_MODES);
export const createCountSchema = () => z.int().min(0);
/** 0 to 1. */
export const createFractionSchema = () => z.number().min(0).max(1);
/** Names a schema that occurs in several places, so that the docs describe it once. */
export const nameSchema = <T extends z.ZodType>(id: string, description: string, shape: T): T =>
  shape.meta({ id, description });
const Commodity = nameSchema('Commodity', 'Commodity key.', z.enum(COMMODITY_KEYS));
export const createCommoditySchema = () => Commodity;
/** Description of a commodity in a request. */
export const COMMODITY_NAME =
  'commodity key such as `natural-gas` (see [Commodity](#commodity)), or `NATURAL_GAS`; symbols are not accepted';
/** A commodity key, or another unambiguous spelling. */
export const createCommodityNameSchema = () =>
  z
    .string('must be a text')
    .transform((spelling, context) => {
      const key = findCommodityKey(spelling);
      if (key) return key;
      context.addIssue({
        code: 'custom',
        message: `'${spelling.slice(0, 40)}' is not a commodity; use one of: ${COMMODITY_KEYS.join(', ')}`,
      });
      return z.NEVER;
    })
    .describe(COMMODITY_NAME);
export const createSequenceSchema = () =>
  createCountSchema().describe(
    'log sequence number of the figures; equal numbers mean equal figures in all responses',
  );
export const createListSchema = <T extends z.ZodType>(row: T) => z.array(row).readonly();

/** Source and time of a figure. */
export const SOURCE_FIELDS = {
  asOf: createMomentSchema().nullable().describe('publication time of the newest input'),
  source: z.string().describe('data source'),
};

type DeepReadonly<T> = T extends string | number | boolean | null | undefined
  ? T
  : { readonly [K in keyof T]: DeepReadonly<T[K]> };

/**
 * TypeScript type of a schema. Client code must import it as a type, so that zod stays on the
 * server.
 */
export type Infer<T extends z.ZodType> = DeepReadonly<z.infer<T>>;
