// Candle chart drawn by lightweight-charts in place of the server's SVG. Imported on demand.
import {
  CandlestickSeries,
  type IChartApi,
  type IPriceLine,
  type ISeriesApi,
  LineSeries,
  LineStyle,
  type SeriesMarker,
  type UTCTimestamp,
  createChart,
  createSeriesMarkers,
} from 'lightweight-charts';
import type { ContractChartData } from '../../contracts/contract-chart-data';
import { formatNumber, getZoneOffsetMs } from '../../trading/domain/format';
import { DAY_MS } from '../../trading/domain/time';
import { type ChartColors, getChartColors } from '../charts/chart-colors';
import { buildChartOptions, showsFullRange, zoomChart } from '../charts/chart-options';
import type { InteractiveChart } from '../charts/use-interactive-chart';
import { countFreeSlots, findPriceRange, placeEvents } from './candle-plot';

/** Scale of the event letters, at the bottom of the plot. */
const EVENT_SCALE = 'events';
/** Sizes of markers; 1 is as wide as a bar of a few candles. */
const EVENT_SIZE = 0.3;
const FILL_SIZE = 0.7;

/** Offset that turns a time into local time of the market, stored as UTC; of the newest bar. */
const getOffsetMs = ({ bars, barMs, timeZone }: ContractChartData): number =>
  barMs >= DAY_MS ? 0 : getZoneOffsetMs(bars.at(-1)?.[0] ?? 0, timeZone);

/** Times of all bars, and of the free space after them. */
function listTimes(data: ContractChartData): UTCTimestamp[] {
  const offsetMs = getOffsetMs(data);
  const lastMs = data.bars.at(-1)?.[0] ?? 0;
  const free = Array.from(
    { length: countFreeSlots(data) },
    (_, index) => lastMs + (index + 1) * data.barMs,
  );
  return [...data.bars.map(([startsMs]) => startsMs), ...free].map(
    (ms) => ((ms + offsetMs) / 1000) as UTCTimestamp,
  );
}

const listFillMarkers = (
  { fills }: ContractChartData,
  times: readonly UTCTimestamp[],
  color: string,
): SeriesMarker<UTCTimestamp>[] =>
  fills.map(({ bar, side, price }) => ({
    time: times[bar] as UTCTimestamp,
    position: side === 'BUY' ? 'atPriceBottom' : 'atPriceTop',
    price,
    shape: side === 'BUY' ? 'arrowUp' : 'arrowDown',
    size: FILL_SIZE,
    color,
  }));

function listEventMarkers(
  data: ContractChartData,
  times: readonly UTCTimestamp[],
  { muted, warn }: ChartColors,
): SeriesMarker<UTCTimestamp>[] {
  return placeEvents(data).map(({ slot, kind, letter }) => ({
    time: times[Math.min(times.length - 1, Math.floor(slot))] as UTCTimestamp,
    position: 'aboveBar',
    shape: 'circle',
    size: EVENT_SIZE,
    color: kind === 'roll' || kind === 'expiry' ? warn : muted,
    text: letter,
  }));
}

interface Drawn {
  readonly candles: ISeriesApi<'Candlestick', UTCTimestamp>;
  readonly fan: readonly [ISeriesApi<'Line', UTCTimestamp>, ISeriesApi<'Line', UTCTimestamp>];
  readonly events: ISeriesApi<'Line', UTCTimestamp>;
}

function addSeries(chart: IChartApi, colors: ChartColors, getData: () => ContractChartData): Drawn {
  const plain = { lastValueVisible: false, priceLineVisible: false, crosshairMarkerVisible: false };
  const addFanLine = () =>
    chart.addSeries(LineSeries, {
      ...plain,
      color: colors.mark,
      lineWidth: 1,
      lineStyle: LineStyle.Dashed,
      lastValueVisible: true,
    });
  const candles = chart.addSeries(CandlestickSeries, {
    upColor: colors.panel,
    downColor: colors.down,
    borderUpColor: colors.up,
    borderDownColor: colors.down,
    wickUpColor: colors.up,
    wickDownColor: colors.down,
    priceLineColor: colors.control,
    priceLineStyle: LineStyle.Dotted,
    autoscaleInfoProvider: () => {
      const [minValue, maxValue] = findPriceRange(getData());
      return { priceRange: { minValue, maxValue } };
    },
  });
  const events = chart.addSeries(LineSeries, {
    ...plain,
    priceScaleId: EVENT_SCALE,
    color: 'transparent',
    // All values are 0: the bottom of the scale.
    autoscaleInfoProvider: () => ({ priceRange: { minValue: 0, maxValue: 1 } }),
  });
  events.priceScale().applyOptions({ scaleMargins: { top: 0.9, bottom: 0.015 } });
  return { candles, fan: [addFanLine(), addFanLine()], events } as unknown as Drawn;
}

const LEVEL_COLORS = { entry: 'mark', stop: 'bad', target: 'good' } as const;

/** Draws candles, own fills, levels, the forecast interval and the dated events. */
export function drawCandles(
  box: HTMLElement,
  first: ContractChartData,
  onPoint: (index: number | null) => void,
): InteractiveChart<ContractChartData> {
  const colors = getChartColors();
  let current = first;
  const chart = createChart(box, {
    ...buildChartOptions(colors),
    rightPriceScale: { borderVisible: false, scaleMargins: { top: 0, bottom: 0 } },
    localization: { priceFormatter: (value: number) => formatNumber(value, current.decimals) },
  });
  const drawn = addSeries(chart, colors, () => current);
  const fillMarkers = createSeriesMarkers(drawn.candles, []);
  const eventMarkers = createSeriesMarkers(drawn.events, []);
  let levels: IPriceLine[] = [];
  let times = listTimes(first);
  const setChartData = (next: ContractChartData): void => {
    const isFullRange = showsFullRange(chart, times.length);
    [current, times] = [next, listTimes(next)];
    drawn.candles.applyOptions({
      priceFormat: { type: 'price', precision: next.decimals, minMove: 10 ** -next.decimals },
    });
    drawn.candles.setData(
      times.map((time, index) => {
        const [, open, high, low, close] = next.bars[index] ?? [];
        return open === undefined || high === undefined || low === undefined || close === undefined
          ? { time }
          : { time, open, high, low, close };
      }),
    );
    drawn.events.setData(times.map((time) => ({ time, value: 0 })));
    drawFan(next, times, drawn.fan);
    fillMarkers.setMarkers(listFillMarkers(next, times, colors.mark));
    eventMarkers.setMarkers(listEventMarkers(next, times, colors));
    for (const line of levels) drawn.candles.removePriceLine(line);
    levels = next.levels.map(({ kind, name, price }) =>
      drawn.candles.createPriceLine({
        price,
        title: name,
        color: colors[LEVEL_COLORS[kind]],
        lineStyle: LineStyle.Dashed,
        axisLabelVisible: true,
      }),
    );
    if (isFullRange) chart.timeScale().fitContent();
  };
  chart.subscribeCrosshairMove(({ logical }) =>
    onPoint(logical === undefined ? null : limitIndex(logical, current.bars.length - 1)),
  );
  setChartData(first);
  chart.timeScale().fitContent();
  return {
    setData: setChartData,
    point: (index) =>
      chart.setCrosshairPosition(
        current.bars[index]?.[4] ?? 0,
        times[index] as UTCTimestamp,
        drawn.candles as never,
      ),
    zoom: (index, isNearer) => zoomChart(chart, index, isNearer),
    remove: () => chart.remove(),
  };
}

const limitIndex = (index: number, last: number): number => Math.min(last, Math.max(0, index));

/** Two lines from the last price to both ends of the interval. */
function drawFan(
  { bars, fan }: ContractChartData,
  times: readonly UTCTimestamp[],
  lines: Drawn['fan'],
): void {
  const [from, until] = [times[bars.length - 1], times.at(-1)];
  const close = bars.at(-1)?.[4];
  const ends = fan ? [fan.high, fan.low] : [];
  lines.forEach((line, index) => {
    const value = ends[index];
    line.setData(
      value === undefined || close === undefined || from === undefined || until === undefined
        ? []
        : [
            { time: from, value: close },
            { time: until, value },
          ],
    );
  });
}
