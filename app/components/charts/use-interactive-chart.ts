// Takes a drawing of the server over in this browser: the library comes after the page, and where
// it does not come the drawing stays.
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { ChartShape } from '../../contracts/chart-shape';
import type { InteractiveChart } from './interactive-chart';

interface TakenChart {
  readonly box: RefObject<HTMLDivElement>;
  /** False until the drawing of the server has been replaced. */
  readonly isTaken: boolean;
  readonly chart: RefObject<InteractiveChart>;
}

export function useInteractiveChart(
  shape: ChartShape,
  onPoint: (index: number | null) => void,
): TakenChart {
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<InteractiveChart | null>(null);
  const newest = useRef(shape);
  const [isTaken, setIsTaken] = useState(false);
  newest.current = shape;
  const scheme = useColorScheme();
  useEffect(() => {
    let isGone = false;
    const take = async (): Promise<void> => {
      const { drawChart } = await import('./interactive-chart');
      if (isGone || !box.current) return;
      chart.current = drawChart(box.current, newest.current, onPoint);
      setIsTaken(true);
    };
    take().catch(() => setIsTaken(false));
    return () => {
      isGone = true;
      chart.current?.remove();
      chart.current = null;
    };
  }, [onPoint, scheme]);
  useEffect(() => chart.current?.show(shape), [shape]);
  return { box, isTaken, chart };
}

/**
 * Counts the changes of the device between light and dark, which a canvas does not follow by
 * itself.
 */
function useColorScheme(): number {
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    const query = matchMedia('(prefers-color-scheme: light)');
    const count = (): void => setChanges((before) => before + 1);
    query.addEventListener('change', count);
    return () => query.removeEventListener('change', count);
  }, []);
  return changes;
}
