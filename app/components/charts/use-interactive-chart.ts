// Loads the chart library after the page. If it fails, the server's drawing stays.
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { ChartShape } from '../../contracts/chart-shape';
import type { InteractiveChart } from './interactive-chart';

interface InteractiveChartHandle {
  readonly box: RefObject<HTMLDivElement>;
  /** False until the interactive chart has replaced the server's drawing. */
  readonly isReady: boolean;
  readonly chart: RefObject<InteractiveChart>;
}

export function useInteractiveChart(
  shape: ChartShape,
  onPoint: (index: number | null) => void,
): InteractiveChartHandle {
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<InteractiveChart | null>(null);
  const latestShape = useRef(shape);
  const [isReady, setIsReady] = useState(false);
  latestShape.current = shape;
  const schemeChanges = useColorSchemeChanges();
  useEffect(() => {
    let isUnmounted = false;
    const loadChart = async (): Promise<void> => {
      const { drawChart } = await import('./interactive-chart');
      if (isUnmounted || !box.current) return;
      chart.current = drawChart(box.current, latestShape.current, onPoint);
      setIsReady(true);
    };
    loadChart().catch(() => setIsReady(false));
    return () => {
      isUnmounted = true;
      chart.current?.remove();
      chart.current = null;
    };
  }, [onPoint, schemeChanges]);
  useEffect(() => chart.current?.setData(shape), [shape]);
  return { box, isReady, chart };
}

/** Counts changes of the system color scheme; a canvas must be redrawn after each. */
function useColorSchemeChanges(): number {
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    const query = matchMedia('(prefers-color-scheme: light)');
    const countChange = (): void => setChanges((before) => before + 1);
    query.addEventListener('change', countChange);
    return () => query.removeEventListener('change', countChange);
  }, []);
  return changes;
}
