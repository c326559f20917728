// Candle chart of the server, replaced in place by one that supports pointer and keyboard.
import { type KeyboardEvent, useCallback, useRef, useState } from 'react';
import type { ContractChartData } from '../../contracts/contract-chart';
import { formatBarTime } from '../../trading/domain/bar-interval';
import { formatNumber } from '../../trading/domain/format';
import { getNextPoint } from '../charts/chart-keys';
import { type LoadDrawing, useInteractiveChart } from '../charts/use-interactive-chart';
import { CandleDrawing } from './candle-drawing';
import styles from './interactive-candles.module.css';

/** Text of a bar: time, prices and own fills. */
function formatBar(data: ContractChartData, index: number): string {
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

export function InteractiveCandles({
  data,
  label,
  describedBy,
}: {
  data: ContractChartData;
  label: string;
  describedBy: string;
}) {
  const last = data.bars.length - 1;
  const [selectedBar, setSelectedBar] = useState<number | null>(null);
  const readout = useRef<HTMLParagraphElement>(null);
  const latest = useRef(data);
  latest.current = data;
  // Written directly to the DOM: pointer moves are too frequent for React state.
  const showReadout = useCallback((index: number | null): void => {
    const { bars } = latest.current;
    if (readout.current)
      readout.current.textContent = formatBar(latest.current, index ?? bars.length - 1);
  }, []);
  const { box, isReady, chart } = useInteractiveChart(data, loadCandles, showReadout);
  const at = Math.min(selectedBar ?? last, last);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = getNextPoint(event.key, at, last);
    const isZoom = event.key === '+' || event.key === '-';
    if (next === null && !isZoom) return;
    event.preventDefault();
    if (isZoom) return chart.current?.zoom(at, event.key === '+');
    setSelectedBar(next);
    chart.current?.point(next ?? at);
    showReadout(next);
  };
  const slider = {
    role: 'slider',
    tabIndex: 0,
    'aria-label': `${label}, candle chart: arrow keys read its bars`,
    'aria-describedby': describedBy,
    'aria-valuemin': 0,
    'aria-valuemax': last,
    'aria-valuenow': at,
    'aria-valuetext': formatBar(data, at),
    onKeyDown,
  };
  return (
    <div className={styles['frame']}>
      <p ref={readout} className={styles['readout']} aria-hidden="true">
        {formatBar(data, last)}
      </p>
      <div className={isReady ? styles['replaced'] : undefined}>
        <CandleDrawing data={data} label={label} describedBy={describedBy} />
      </div>
      <div
        ref={box}
        className={isReady ? styles['overlay'] : styles['waiting']}
        {...(isReady ? slider : {})}
      />
    </div>
  );
}
