// Tables as CSV files, built from the same rows as the pages and the API.
import type { DeskView } from '../../trading/desk-view';
import { getBookId } from '../../trading/domain/book';
import { findCommodityKey } from '../../trading/domain/commodity';
import { formatIsoTime } from '../../trading/domain/format';
import { getCode, toPriceNumber, toSizeUnits } from '../../trading/domain/instrument';
import { toDollars } from '../../trading/domain/units';
import { listBacktests } from '../backtests/backtests.server';
import { openView } from '../desk/open-view.server';
import type { Terminal } from '../desk/terminal';
import { PAGE_DAYS, listCalendarRows } from '../market/calendar.server';
import { findCurveChain } from '../market/curve-chain';
import { buildCurve } from '../market/curve.server';
import {
  getTradedInstrument,
  listClosedDtos,
  listPositionDtos,
} from '../portfolio/serialize-book.server';
import { listFills } from '../positions/fill.server';
import { ORDER_PURPOSE_LABELS } from '../positions/position-details.server';
import { serializeSignals } from '../signals/signals.server';
import { serializeDegreeDays } from '../weather/serialize-almanac.server';
import {
  listCorrelationRows,
  listWeatherRows,
  loadWeatherDesk,
  toWeatherResult,
} from '../weather/serialize-weather.server';
import {
  BACKTEST_COLUMNS,
  CALENDAR_COLUMNS,
  CORRELATION_COLUMNS,
  DEGREE_DAY_COLUMNS,
  FILL_COLUMNS,
  type FillRowDto,
  POSITION_COLUMNS,
  READING_COLUMNS,
  SIGNAL_COLUMNS,
  listCurveColumns,
} from './columns';
import { formatCsv } from './csv-text';

const FILLS_MAX = 10_000;

interface ExportRequest {
  readonly desk: Terminal;
  readonly userId: string;
  readonly view: DeskView;
  readonly query: URLSearchParams;
}

/** The text, or null when the query names nothing that exists. */
type BuildText = (request: ExportRequest) => string | null | Promise<string | null>;

const EXPORTS: ReadonlyMap<string, BuildText> = new Map<string, BuildText>([
  [
    'positions',
    ({ desk, view, userId }) => formatCsv(POSITION_COLUMNS, listPositionDtos(desk, view, userId)),
  ],
  [
    'closed-positions',
    ({ desk, view, userId }) => formatCsv(POSITION_COLUMNS, listClosedDtos(desk, view, userId)),
  ],
  ['fills', (request) => formatCsv(FILL_COLUMNS, listFillRows(request))],
  ['signals', ({ desk, view }) => formatCsv(SIGNAL_COLUMNS, serializeSignals(desk, view).rows)],
  [
    'correlations',
    async ({ desk, userId }) =>
      formatCsv(
        CORRELATION_COLUMNS,
        toWeatherResult(await loadWeatherDesk(desk, userId), listCorrelationRows).rows,
      ),
  ],
  [
    'degree-days',
    async ({ desk, userId }) =>
      formatCsv(DEGREE_DAY_COLUMNS, serializeDegreeDays(await loadWeatherDesk(desk, userId)).days),
  ],
  [
    'readings',
    async ({ desk, userId }) =>
      formatCsv(
        READING_COLUMNS,
        toWeatherResult(await loadWeatherDesk(desk, userId), listWeatherRows).rows,
      ),
  ],
  ['backtests', ({ desk, userId }) => formatCsv(BACKTEST_COLUMNS, listBacktests(desk, userId))],
  ['curve', buildCurveText],
  ['calendar', buildCalendarText],
]);

interface ExportFile {
  readonly name: string;
  readonly text: string;
}

/** The file of a path segment such as `positions.csv`; null if there is none. */
export async function buildExportFile(
  desk: Terminal,
  userId: string,
  file: string,
  query: URLSearchParams,
): Promise<ExportFile | null> {
  const name = /^([a-z-]+)\.csv$/.exec(file)?.[1] ?? '';
  const build = EXPORTS.get(name);
  if (!build) return null;
  const view = await openView(desk, userId);
  const text = await build({ desk, userId, view, query });
  if (text === null) return null;
  const day = formatIsoTime(desk.state().nowMs).slice(0, 10);
  return { name: `frontmonth-${name}-${day}.csv`, text };
}

/** Fills of the account period, oldest first, at most the newest 10,000. */
const listFillRows = ({ desk, view, userId }: ExportRequest): readonly FillRowDto[] =>
  listFills(
    desk.db,
    userId,
    { id: getBookId(userId, view.mode), epoch: view.epoch },
    0,
    FILLS_MAX,
  ).map((row) => {
    const instrument = getTradedInstrument(desk, view.market, row.instrumentId);
    return {
      at: formatIsoTime(row.atMs),
      orderId: row.orderId,
      commodity: instrument.commodity,
      contract: getCode(instrument),
      purpose: ORDER_PURPOSE_LABELS[row.purpose],
      side: row.side,
      size: toSizeUnits(instrument, row.lots),
      price: toPriceNumber(instrument, row.priceTicks),
      mid: toPriceNumber(instrument, row.midTicks),
      fee: toDollars(row.feeMills),
    };
  });

function buildCurveText({ desk, view, query }: ExportRequest): string | null {
  const chain = findCurveChain(query.get('commodity') ?? '');
  if (!chain) return null;
  const curve = buildCurve(desk, view.market, chain);
  return formatCsv(listCurveColumns(curve), curve.months);
}

function buildCalendarText({ desk, view, query }: ExportRequest): string | null {
  const name = query.get('commodity');
  const commodity = name === null ? null : findCommodityKey(name);
  if (name !== null && commodity === null) return null;
  return formatCsv(
    CALENDAR_COLUMNS,
    listCalendarRows(desk, {
      market: view.market,
      days: PAGE_DAYS,
      commodity,
      showsForecasts: query.get('runs') === 'on',
    }),
  );
}
