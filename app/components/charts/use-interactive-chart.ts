// Loads the chart library after the page. If it fails, the server's drawing stays.
import { type RefObject, useEffect, useRef, useState } from 'react';

/** A chart in the browser, in place of the server's drawing. */
export interface InteractiveChart<T> {
  /** Replaces the data. A zoomed view keeps its range. */
  setData(shape: T): void;
  /** Moves the crosshair to a point. */
  point(index: number): void;
  /** Zooms in or out around a point. */
  zoom(index: number, isNearer: boolean): void;
  remove(): void;
}

/**
 * Draws into a box of fixed size. `onPoint` gets the index of the point nearest to the pointer, or
 * null when it leaves. Throws if there is no canvas.
 */
type DrawChart<T> = (
  box: HTMLElement,
  shape: T,
  onPoint: (index: number | null) => void,
) => InteractiveChart<T>;
export type LoadDrawing<T> = () => Promise<DrawChart<T>>;

interface InteractiveChartHandle<T> {
  readonly box: RefObject<HTMLDivElement>;
  /** False until the interactive chart has replaced the server's drawing. */
  readonly isReady: boolean;
  readonly chart: RefObject<InteractiveChart<T>>;
}

/** `load` and `onPoint` must stay the same between renders. */
export function useInteractiveChart<T>(
  shape: T,
  load: LoadDrawing<T>,
  onPoint: (index: number | null) => void,
): InteractiveChartHandle<T> {
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<InteractiveChart<T> | null>(null);
  const latestShape = useRef(shape);
  const [isReady, setIsReady] = useState(false);
  latestShape.current = shape;
  const schemeChanges = useColorSchemeChanges();
  useEffect(() => {
    let isUnmounted = false;
    const loadChart = async (): Promise<void> => {
      const drawChart = await load();
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
  }, [load, onPoint, schemeChanges]);
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
