// Natural gas beyond futures: weekly storage reports and daily cash prices.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS } from '../../trading/domain/time';
import { getCashSeries, getStockSeries } from '../../trading/market/series-catalog';
import { getDay, getDayStartMs } from '../../trading/simulation/calendar';
import type { SeriesModel } from '../../trading/simulation/market-models';
import { readRows } from '../tables/rows';
import type { GasStudy } from './study';

const STORAGE_LEVEL = getStockSeries('gas', 'level');
const HENRY_HUB = getCashSeries('henry-hub');
const STORAGE_FILE = 'stocks/eia_weekly_stocks.csv';
const STORAGE_SERIES = 'NGLower48';
const CASH_FILE = 'spot/henry_hub_daily.csv';
/** The EIA publishes the week that ends on a Friday on the Thursday after. */
const REPORT_DELAY_DAYS = 6;

interface GasReader {
  readonly study: GasStudy;
  /** Reads the values and reports published on a day. Days must be in order. */
  readDay(day: number): void;
}

export function createGasReader(
  series: Pick<SeriesModel, 'listPublished' | 'listReports'>,
): GasReader {
  const study = {
    storage: [] as GasStudy['storage'][number][],
    surprises: [] as GasStudy['surprises'][number][],
    cash: [] as GasStudy['cash'][number][],
  };
  return {
    study,
    readDay(day) {
      const [dayMs, endsMs] = [getDayStartMs(day), getDayStartMs(day + 1)];
      for (const { series: id, validMs, value } of series.listPublished(dayMs, endsMs)) {
        if (id === HENRY_HUB) study.cash.push({ dayMs: validMs, value });
        // A week's level is published again with the next week's report, revised.
        if (id === STORAGE_LEVEL && (study.storage.at(-1)?.weekMs ?? -Infinity) < validMs)
          study.storage.push({ weekMs: validMs, dayMs, value });
      }
      for (const { atMs, kind, figures } of series.listReports(dayMs, endsMs)) {
        const [figure] = figures;
        if (kind === 'EIA gas storage' && figure)
          study.surprises.push({
            dayMs: getDayStartMs(getDay(atMs)),
            value: figure.actual - figure.consensus,
          });
      }
    },
  };
}

/** Real storage and cash prices; no surprises, because no consensus is published with them. */
export function readGasStudy(folder: string): GasStudy {
  const readFile = (file: string) => (existsSync(join(folder, file)) ? readRows(folder, file) : []);
  const parseDate = (text: string | undefined): number => Date.parse(`${text}T00:00:00Z`);
  return {
    storage: readFile(STORAGE_FILE)
      .filter((row) => row['series'] === STORAGE_SERIES)
      .map((row) => ({
        weekMs: parseDate(row['date']),
        dayMs: parseDate(row['date']) + REPORT_DELAY_DAYS * DAY_MS,
        value: Number(row['value']),
      }))
      .sort((a, b) => a.weekMs - b.weekMs),
    surprises: [],
    cash: readFile(CASH_FILE)
      .filter((row) => (row['Price'] ?? '') !== '')
      .map((row) => ({ dayMs: parseDate(row['Date']), value: Number(row['Price']) })),
  };
}
