// Whether the outlines have come: the server's page is drawn by the browser itself, a page with
// script says when they are late.
import { useEffect, useState } from 'react';

type MapPhase = 'shown' | 'loading' | 'fallback';

/** After this the outlines are late and the page says so; after the other it gives up on them. */
const LATE_MS = 300;
const FALLBACK_MS = 2000;

export function useMapPhase(url: string): MapPhase {
  const [phase, setPhase] = useState<MapPhase>('shown');
  useEffect(() => {
    const image = new Image();
    const timers = [setTimeout(() => setPhase('loading'), LATE_MS), setTimeout(() => setPhase('fallback'), FALLBACK_MS)];
    const settle = (next: MapPhase): void => {
      for (const timer of timers) clearTimeout(timer);
      setPhase(next);
    };
    image.onload = () => settle('shown');
    image.onerror = () => settle('fallback');
    image.src = url;
    return () => {
      image.onload = image.onerror = null;
      for (const timer of timers) clearTimeout(timer);
    };
  }, [url]);
  return phase;
}
