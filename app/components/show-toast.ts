// How a part of the page says something in the place where messages stand, when no answer of the
// server brings it.
import { createContext, useCallback, useContext, useRef, useState } from 'react';
import type { ShownToast, ToastMessage } from '../contracts/messages';

type Say = (message: ToastMessage) => void;

export const SayContext = createContext<Say>(() => undefined);

export const useShowToast = (): Say => useContext(SayContext);

/** What was said last, and the way to say something; equal words said again are another message. */
export function useToastState(): readonly [ShownToast | null, Say] {
  const [said, setSaid] = useState<ShownToast | null>(null);
  const times = useRef(0);
  const say = useCallback((message: ToastMessage) => {
    times.current += 1;
    setSaid({ ...message, id: `said-${times.current}` });
  }, []);
  return [said, say];
}
