/** Cells of rows in JSON answers about reports: figures, dates and error documents. */
import { z } from 'zod';
import { type FigureBounds, readOptionalNumber } from './answer';

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
