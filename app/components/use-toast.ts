// A toast's life with script: it stays five seconds, longer under pointer or focus, urgent ones
// until they are dismissed.
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { ShownToast } from '../contracts/messages';

const SHOWN_MS = 5000;
const SWIPE_PX = 50;

interface ToastControl {
  readonly shown: ShownToast | null;
  /** False in the page as the server made it, where there is no script to press a button with. */
  readonly isScripted: boolean;
  readonly box: RefObject<HTMLDivElement>;
  readonly hold: {
    onPointerEnter(): void;
    onPointerLeave(): void;
    onFocus(): void;
    onBlur(): void;
  };
  readonly swipe: {
    onPointerDown(event: PointerEvent): void;
    onPointerUp(event: PointerEvent): void;
  };
  dismiss(): void;
}

/**
 * The page's next data has no message any more: what came, or what the page `said` itself, is kept
 * here, until it is over or another takes its place.
 */
export function useToast(toast: ShownToast | null, said: ShownToast | null): ToastControl {
  const [shown, setShown] = useState(toast);
  const [isScripted, setIsScripted] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const before = useRef<Element | null>(null);
  const { isHeld, hold, release } = useHold();
  useEffect(() => setIsScripted(true), []);
  const show = (message: ShownToast | null): void => {
    if (message === null) return;
    setShown(message);
    release();
  };
  // By their ids: equal words said again are said again.
  useEffect(() => show(toast), [toast?.id]);
  useEffect(() => show(said), [said?.id]);

  const dismiss = (): void => {
    const hadFocus = box.current?.contains(document.activeElement) === true;
    setShown(null);
    if (hadFocus) focusAgain(before.current);
  };

  const stays = isHeld || shown === null || shown.variant === 'destructive';
  useEffect(() => {
    if (stays) return;
    const timer = setTimeout(() => setShown(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [shown?.id, stays]);
  useEffect(() => focusByKey(box, before), []);

  return { shown, isScripted, box, hold, dismiss, swipe: useSwipe(dismiss) };
}

/** True while the pointer is over it or the focus in it. */
function useHold(): { isHeld: boolean; hold: ToastControl['hold']; release(): void } {
  const [by, setBy] = useState({ pointer: false, focus: false });
  return {
    isHeld: by.pointer || by.focus,
    release: () => setBy({ pointer: false, focus: false }),
    hold: {
      onPointerEnter: () => setBy((held) => ({ ...held, pointer: true })),
      onPointerLeave: () => setBy((held) => ({ ...held, pointer: false })),
      onFocus: () => setBy((held) => ({ ...held, focus: true })),
      onBlur: () => setBy((held) => ({ ...held, focus: false })),
    },
  };
}

function useSwipe(onSwipe: () => void): ToastControl['swipe'] {
  const pressedX = useRef<number | null>(null);
  return {
    onPointerDown: ({ clientX }) => {
      pressedX.current = clientX;
    },
    onPointerUp: ({ clientX }) => {
      const isSwipe = pressedX.current !== null && Math.abs(clientX - pressedX.current) >= SWIPE_PX;
      pressedX.current = null;
      if (isSwipe) onSwipe();
    },
  };
}

/** F8 goes to the message; where one came from is remembered. */
function focusByKey(
  box: RefObject<HTMLDivElement>,
  before: { current: Element | null },
): () => void {
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'F8' || !box.current) return;
    if (!box.current.contains(document.activeElement)) before.current = document.activeElement;
    box.current.focus();
  };
  document.addEventListener('keydown', onKey);
  return () => document.removeEventListener('keydown', onKey);
}

function focusAgain(before: Element | null): void {
  const place =
    before?.isConnected && before !== document.body ? before : document.getElementById('main');
  if (place instanceof HTMLElement) place.focus({ preventScroll: true });
}
