/** Cells of rows in JSON answers about reports: figures, dates and error documents. */
import { z } from 'zod';
import type { EpochMs } from '../../domain/units';
import { RefusedAnswer, type FigureBounds, readOptionalNumber } from './answer';

/** A figure as text or number; null or absent for none. */
export const FigureCell = z.union([z.string(), z.number(), z.null()]).optional();
export type FigureCell = z.infer<typeof FigureCell>;

/** Reads a figure; null for none. Throws RefusedAnswer. */
export const readFigure = (cell: FigureCell, bounds: FigureBounds): number | null =>
  cell === null || cell === undefined ? null : readOptionalNumber(String(cell), bounds);

/** Lowers the names of an object's fields, so that they match without case. */
export function lowerFieldNames(row: unknown): unknown {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return row;
  return Object.fromEntries(Object.entries(row).map(([name, cell]) => [name.toLowerCase(), cell]));
}

const TEXT_LENGTH = 80;

/** Quotes a text of an answer for a message. */
export const quoteText = (text: string): string =>
  JSON.stringify(text.length > TEXT_LENGTH ? `${text.slice(0, TEXT_LENGTH)}…` : text);

const FIRST_DAY_MS = Date.UTC(1980, 0, 1);
const LAST_DAY_MS = Date.UTC(2100, 0, 1);

/** Reads a calendar date, YYYY-MM-DD, as its midnight UTC. Throws RefusedAnswer. */
export function readCalendarDay(text: string, what: string): EpochMs {
  const dayMs = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  const isDate = Number.isFinite(dayMs) && new Date(dayMs).toISOString().startsWith(text);
  if (!isDate || dayMs < FIRST_DAY_MS || dayMs >= LAST_DAY_MS)
    throw new RefusedAnswer(`${what} is no date from 1980 to 2099: ${quoteText(text)}`);
  return dayMs;
}

/** Formats a day as YYYY-MM-DD. */
export const formatDay = (dayMs: EpochMs): string => new Date(dayMs).toISOString().slice(0, 10);
