// Loading state of the map outlines. The server's page shows the map at once; script adds the
// messages.
import { useEffect, useState } from 'react';

type MapPhase = 'shown' | 'loading' | 'fallback';

/** Delay before the loading message. */
const LATE_MS = 300;
const FALLBACK_MS = 2000;

export function useMapPhase(url: string): MapPhase {
  const [phase, setPhase] = useState<MapPhase>('shown');
  useEffect(() => {
    const image = new Image();
    const timers = [
      setTimeout(() => setPhase('loading'), LATE_MS),
      setTimeout(() => setPhase('fallback'), FALLBACK_MS),
    ];
    const finish = (next: MapPhase): void => {
      for (const timer of timers) clearTimeout(timer);
      setPhase(next);
    };
    image.onload = () => finish('shown');
    image.onerror = () => finish('fallback');
    image.src = url;
    return () => {
      image.onload = image.onerror = null;
      for (const timer of timers) clearTimeout(timer);
    };
  }, [url]);
  return phase;
}
