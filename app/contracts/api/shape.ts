// The words of which the shapes of the wire are made.
import { z } from 'zod';
import { COMMODITY_KEYS } from '../../trading/domain/commodity';
import { TRADING_MODES } from '../../trading/domain/settings';

/** ISO 8601 in UTC, e.g. `2026-11-21T14:00:00.000Z`. */
export const createMomentSchema = () => z.iso.datetime();
/** A day in UTC. */
export const createDaySchema = () => z.iso.date();
export const createModeSchema = () => z.enum(TRADING_MODES);
export const createCountSchema = () => z.int().min(0);
/** 0 to 1. */
export const createShareSchema = () => z.number().min(0).max(1);
/** A shape that is told in several places: described once under its name. */
export const nameSchema = <T extends z.ZodType>(id: string, description: string, shape: T): T =>
  shape.meta({ id, description });
const Commodity = nameSchema('Commodity', 'The slug of a commodity.', z.enum(COMMODITY_KEYS));
export const createCommoditySchema = () => Commodity;
export const createSequenceSchema = () =>
  createCountSchema().describe(
    'log sequence number of the figures; equal numbers mean equal figures in every response',
  );
export const createListSchema = <T extends z.ZodType>(row: T) => z.array(row).readonly();

/** Where a figure comes from. */
export const SOURCED = {
  asOf: createMomentSchema()
    .nullable()
    .describe('when the newest of what it is made of was published'),
  source: z.string().describe('where it comes from'),
};

type DeepReadonly<T> = T extends string | number | boolean | null | undefined
  ? T
  : { readonly [K in keyof T]: DeepReadonly<T[K]> };

/**
 * The type of what a schema describes. Where scripts of the browser need it, import it as a type:
 * zod stays on the server.
 */
export type Infer<T extends z.ZodType> = DeepReadonly<z.infer<T>>;
