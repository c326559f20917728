// Columns of the CSV files. Money in dollars, prices in the quoted unit of each row.
import type { BacktestDto, FigureDto } from '../../contracts/api/backtest';
import type { PositionDto } from '../../contracts/api/book';
import type { CalendarEventDto } from '../../contracts/api/calendar';
import type { CurveDto, CurveMonthDto } from '../../contracts/api/curve';
import type { DegreeDaysDto } from '../../contracts/api/almanac';
import type { SignalDto } from '../../contracts/api/signals';
import type { CorrelationDto } from '../../contracts/api/correlations';
import type { WeatherDto } from '../../contracts/api/weather';
import { COMMODITIES, type CommodityKey } from '../../trading/domain/commodity';
import type { CsvColumn } from './csv-text';

/** A column with the value of a field. */
const createColumn = <R>(header: string, getValue: CsvColumn<R>['getValue']): CsvColumn<R> => ({
  header,
  getValue,
});

const createUnitColumn = <R extends { readonly commodity: CommodityKey }>(): CsvColumn<R> =>
  createColumn('price unit', ({ commodity }) => COMMODITIES[commodity].priceUnit);

export const POSITION_COLUMNS: readonly CsvColumn<PositionDto>[] = [
  createColumn('id', ({ id }) => id),
  createColumn('status', ({ status }) => status),
  createColumn('commodity', ({ commodity }) => commodity),
  createColumn('contract', ({ contract }) => contract),
  createColumn('side', ({ positionType }) => positionType),
  createColumn('size', ({ size }) => size),
  createColumn('size unit', ({ commodity }) => COMMODITIES[commodity].sizeUnit),
  createColumn('entry price', ({ entryPrice }) => entryPrice),
  createColumn('last or exit price', ({ currentPrice }) => currentPrice),
  createUnitColumn(),
  createColumn('P&L before fees (USD)', ({ pnl }) => pnl),
  createColumn('P&L (% of notional)', ({ pnlPercent }) => pnlPercent),
  createColumn('fees (USD)', ({ fees }) => fees),
  createColumn('strategy', ({ playbookId }) => playbookId ?? 'manual'),
  createColumn('opened (UTC)', ({ entryDate }) => entryDate),
  createColumn('closed (UTC)', ({ closedDate }) => closedDate),
  createColumn('log sequence', ({ asOfSeq }) => asOfSeq),
];

/** A fill with prices in quoted units and money in dollars. */
export interface FillRowDto {
  readonly at: string;
  readonly orderId: string;
  readonly commodity: CommodityKey;
  readonly contract: string;
  readonly purpose: string;
  readonly side: string;
  readonly size: number;
  readonly price: number;
  readonly mid: number;
  readonly fee: number;
}

export const FILL_COLUMNS: readonly CsvColumn<FillRowDto>[] = [
  createColumn('time (UTC)', ({ at }) => at),
  createColumn('commodity', ({ commodity }) => commodity),
  createColumn('contract', ({ contract }) => contract),
  createColumn('order', ({ orderId }) => orderId),
  createColumn('purpose', ({ purpose }) => purpose),
  createColumn('side', ({ side }) => side),
  createColumn('size', ({ size }) => size),
  createColumn('size unit', ({ commodity }) => COMMODITIES[commodity].sizeUnit),
  createColumn('price', ({ price }) => price),
  createColumn('mid price', ({ mid }) => mid),
  createUnitColumn(),
  createColumn('fee (USD)', ({ fee }) => fee),
];

export const SIGNAL_COLUMNS: readonly CsvColumn<SignalDto>[] = [
  createColumn('symbol', ({ symbol }) => symbol),
  createColumn('commodity', ({ commodity }) => commodity),
  createColumn('contract', ({ contract }) => contract),
  createColumn('signal', ({ signal }) => signal),
  createColumn('probability of a rise (0-1)', ({ chanceUp }) => chanceUp),
  createColumn('confidence (0-1)', ({ confidence }) => confidence),
  createColumn('price at issue', ({ price }) => price),
  createColumn('target price', ({ targetPrice }) => targetPrice),
  createColumn('10th percentile', ({ low }) => low),
  createColumn('90th percentile', ({ high }) => high),
  createColumn('expected move', ({ expectedMove }) => expectedMove),
  createColumn('cost hurdle', ({ costHurdle }) => costHurdle),
  createUnitColumn(),
  createColumn('grade', ({ grade }) => grade),
  createColumn('reason of HOLD', ({ holdReason }) => holdReason),
  createColumn('network', ({ network }) => network),
  createColumn('driver', ({ driver }) => driver?.name ?? null),
  createColumn('driver value', ({ driver }) => driver?.value ?? null),
  createColumn('issued (UTC)', ({ asOf }) => asOf),
  createColumn('expires (UTC)', ({ expiresAt }) => expiresAt),
];

export const CORRELATION_COLUMNS: readonly CsvColumn<CorrelationDto>[] = [
  createColumn('weather factor', ({ weatherFactor }) => weatherFactor),
  createColumn('region', ({ region }) => region),
  createColumn('commodity', ({ commodity }) => commodity),
  createColumn('chain', ({ chain }) => chain),
  createColumn('correlation (-1 to 1)', ({ correlationStrength }) =>
    correlationStrength === null ? null : Number(correlationStrength),
  ),
  createColumn('lag (days)', ({ lagDays }) => lagDays),
  createColumn('pairs', ({ n }) => n),
  createColumn('p-value', ({ pValue }) => pValue),
  createColumn('false discovery rate', ({ falseDiscoveryRate }) => falseDiscoveryRate),
  createColumn('significant', ({ isSignificant }) => isSignificant),
  createColumn('source', ({ source }) => source),
  createColumn('time (UTC)', ({ timestamp }) => timestamp),
];

export const DEGREE_DAY_COLUMNS: readonly CsvColumn<DegreeDaysDto['days'][number]>[] = [
  createColumn('date', ({ date }) => date),
  createColumn('lead (days)', ({ lead }) => lead),
  createColumn('heating (deg F days)', ({ heating }) => heating),
  createColumn('normal heating (deg F days)', ({ heatingNormal }) => heatingNormal),
  createColumn('cooling (deg F days)', ({ cooling }) => cooling),
  createColumn('normal cooling (deg F days)', ({ coolingNormal }) => coolingNormal),
];

export const READING_COLUMNS: readonly CsvColumn<WeatherDto>[] = [
  createColumn('region', ({ region }) => region),
  createColumn('kind', ({ kind }) => kind),
  createColumn('time (UTC)', ({ timestamp }) => timestamp),
  createColumn('temperature (deg F)', ({ temperature }) => temperature),
  createColumn('24 h departure from normal (deg F)', ({ departure }) => departure),
  createColumn('departure (standard deviations)', ({ deviations }) => deviations),
  createColumn('humidity (%)', ({ humidity }) => humidity),
  createColumn('wind (mph)', ({ windSpeed }) => windSpeed),
  createColumn('pressure (mb)', ({ pressure }) => pressure),
  createColumn('rain in the last hour (in)', ({ rain }) => rain),
  createColumn('rain in 6 h (in)', ({ rainSixHours }) => rainSixHours),
  createColumn('soil moisture (standard deviations)', ({ soil }) => soil),
  createColumn('severity', ({ severity }) => severity),
  createColumn('condition', ({ condition }) => condition),
  createColumn('stale', ({ isStale }) => isStale),
  createColumn('source', ({ source }) => source),
];

const getFigure = (figure: FigureDto | undefined): number | null => figure?.value ?? null;

export const BACKTEST_COLUMNS: readonly CsvColumn<BacktestDto>[] = [
  createColumn('id', ({ id }) => id),
  createColumn('strategy', ({ playbook }) => playbook),
  createColumn('commodity', ({ mode }) => mode),
  createColumn('years', ({ years }) => years),
  createColumn('data', ({ world }) => world),
  createColumn('seed', ({ seed }) => seed),
  createColumn('state', ({ phase }) => phase),
  createColumn('requested (UTC)', (job) => job.askedAt),
  createColumn('from (UTC)', ({ result }) => result?.from ?? null),
  createColumn('until (UTC)', ({ result }) => result?.until ?? null),
  createColumn('capital (USD)', ({ result }) => result?.capital ?? null),
  createColumn('net profit (USD)', ({ result }) => result?.netProfit ?? null),
  createColumn('net return a year (%)', ({ result }) => result?.netPercentAYear ?? null),
  createColumn('trades', ({ result }) => result?.trades ?? null),
  createColumn('hit rate (%)', ({ result }) => getFigure(result?.hitRatePercent)),
  createColumn('max drawdown (%)', ({ result }) => getFigure(result?.drawdownPercent)),
  createColumn('Sharpe ratio', ({ result }) => getFigure(result?.sharpe)),
  createColumn('deflated Sharpe (0-1)', ({ result }) => getFigure(result?.deflatedSharpe)),
  createColumn('edge per trade (bp)', ({ result }) => getFigure(result?.edgeBp)),
  createColumn('cost per trade (bp)', ({ result }) => getFigure(result?.costBp)),
  createColumn('conclusion', ({ result }) => result?.verdict ?? null),
];

/** The unit stands in the headers: one file holds one market. */
export const listCurveColumns = ({ unit }: CurveDto): readonly CsvColumn<CurveMonthDto>[] => [
  createColumn('contract', ({ contract }) => contract),
  createColumn('delivery', ({ delivery }) => delivery),
  createColumn('active', ({ isActive }) => isActive),
  createColumn(`last (${unit})`, ({ last }) => (last === null ? null : Number(last))),
  createColumn(`change (${unit})`, ({ change }) => change),
  createColumn(`week ago (${unit})`, ({ weekAgo }) => weekAgo),
  createColumn(`year ago (${unit})`, ({ yearAgo }) => yearAgo),
  createColumn(`to next month (${unit})`, ({ spreadToNext }) => spreadToNext),
  createColumn('days to expiry', ({ daysToExpiry }) => daysToExpiry),
  createColumn('roll (UTC)', ({ rollsAt }) => rollsAt),
  createColumn('first notice', ({ firstNotice }) => firstNotice),
  createColumn('expiry (UTC)', ({ expiresAt }) => expiresAt),
];

export const CALENDAR_COLUMNS: readonly CsvColumn<CalendarEventDto>[] = [
  createColumn('time (UTC)', ({ at }) => at),
  createColumn('all day', ({ isAllDay }) => isAllDay),
  createColumn('date of an all-day event', ({ date }) => date),
  createColumn('kind', ({ kind }) => kind),
  createColumn('event', ({ title }) => title),
  createColumn('note', ({ note }) => note),
  createColumn('commodities', ({ commodities }) => commodities.join(' ')),
];
