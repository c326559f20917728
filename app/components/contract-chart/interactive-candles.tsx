// Candle chart of the server, replaced in place by an interactive one.
import type { ContractChartData } from '../../contracts/contract-chart-data';
import { formatBarTime } from '../../trading/domain/bar-interval';
import { formatNumber } from '../../trading/domain/format';
import { InteractiveFrame } from '../charts/interactive-frame';
import { SharedMarkup } from '../shared-markup';
import type { LoadDrawing } from '../charts/use-interactive-chart';
import { CandleDrawing } from './candle-drawing';

/** Text of a bar, the newest by default: time, prices and own fills. */
function formatBar(data: ContractChartData, selected: number | null): string {
  const index = selected ?? data.bars.length - 1;
  const bar = data.bars[index];
  if (!bar) return '';
  const [startsMs, ...prices] = bar;
  const names = ['O', 'H', 'L', 'C'];
  const fills = data.fills.filter((fill) => fill.bar === index).map(({ text }) => text);
  return [
    formatBarTime(startsMs, data),
    prices
      .map((price, place) => `${names[place] ?? ''} ${formatNumber(price, data.decimals)}`)
      .join('  '),
    ...fills,
  ].join(' \u00b7 ');
}

const loadCandles: LoadDrawing<ContractChartData> = async () =>
  (await import('./draw-candles')).drawCandles;

export const InteractiveCandles = ({
  data,
  label,
  describedBy,
}: {
  data: ContractChartData;
  label: string;
  describedBy: string;
}) => (
  <InteractiveFrame
    shape={data}
    load={loadCandles}
    last={data.bars.length - 1}
    formatPoint={formatBar}
    label={`${label}, candle chart: arrow keys read its bars`}
    describedBy={describedBy}
    readoutPosition="above"
  >
    <SharedMarkup of={CandleDrawing} props={{ data, label, describedBy }} />
  </InteractiveFrame>
);
