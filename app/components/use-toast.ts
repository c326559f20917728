// Toast behavior with script: 5 s timeout, paused by pointer or focus; destructive toasts stay
// until dismissed.
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { ShownToast } from '../contracts/messages';

const SHOWN_MS = 5000;
const SWIPE_PX = 50;
/** A toast of several lines with its margins, in pixels. */
const TOAST_ROOM = { width: 432, height: 160 };

interface ToastControl {
  readonly shown: ShownToast | null;
  /** `top` if the toast would cover the row of the button just pressed. */
  readonly place: 'top' | 'bottom';
  /** False in the server's HTML, where a dismiss button cannot work. */
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
 * Keeps the toast after the next page data arrives without one, until it ends or another replaces
 * it.
 */
export function useToast(toast: ShownToast | null, clientToast: ShownToast | null): ToastControl {
  const [shown, setShown] = useState(toast);
  const [isScripted, setIsScripted] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const previousFocus = useRef<Element | null>(null);
  const { isHeld, hold, release } = useHold();
  const pressed = useLastPressed();
  const [place, setPlace] = useState<'top' | 'bottom'>('bottom');
  useEffect(() => setIsScripted(true), []);
  const showToast = (message: ShownToast | null): void => {
    if (message === null) return;
    setShown(message);
    setPlace(isInToastPlace(pressed.current) ? 'top' : 'bottom');
    release();
  };
  // Compared by id, so equal texts are shown again.
  useEffect(() => showToast(toast), [toast?.id]);
  useEffect(() => showToast(clientToast), [clientToast?.id]);

  const dismiss = (): void => {
    const hadFocus = box.current?.contains(document.activeElement) === true;
    setShown(null);
    if (hadFocus) restoreFocus(previousFocus.current);
  };

  const isPersistent = isHeld || shown === null || shown.variant === 'destructive';
  useEffect(() => {
    if (isPersistent) return;
    const timer = setTimeout(() => setShown(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [shown?.id, isPersistent]);
  useEffect(() => listenToFocusKey(box, previousFocus), []);

  return { shown, place, isScripted, box, hold, dismiss, swipe: useSwipe(dismiss) };
}

/** Last button or link that was pressed, by pointer or key. */
function useLastPressed(): { readonly current: Element | null } {
  const pressed = useRef<Element | null>(null);
  useEffect(() => {
    const onClick = ({ target }: MouseEvent): void => {
      pressed.current = target instanceof Element ? target.closest('button, a[href]') : null;
    };
    document.addEventListener('click', onClick, { capture: true });
    return () => document.removeEventListener('click', onClick, { capture: true });
  }, []);
  return pressed;
}

/**
 * Toasts stand at the bottom right. Only a pressed row there moves them to the top, where they would
 * cover the buttons of the whole account.
 */
function isInToastPlace(element: Element | null): boolean {
  if (element?.isConnected !== true) return false;
  const { bottom, right } = (element.closest('tr') ?? element).getBoundingClientRect();
  return (
    bottom > window.innerHeight - TOAST_ROOM.height && right > window.innerWidth - TOAST_ROOM.width
  );
}

/** `isHeld` is true while the pointer is over the toast or the focus in it. */
function useHold(): { isHeld: boolean; hold: ToastControl['hold']; release(): void } {
  const [holdReasons, setHoldReasons] = useState({ pointer: false, focus: false });
  return {
    isHeld: holdReasons.pointer || holdReasons.focus,
    release: () => setHoldReasons({ pointer: false, focus: false }),
    hold: {
      onPointerEnter: () => setHoldReasons((reasons) => ({ ...reasons, pointer: true })),
      onPointerLeave: () => setHoldReasons((reasons) => ({ ...reasons, pointer: false })),
      onFocus: () => setHoldReasons((reasons) => ({ ...reasons, focus: true })),
      onBlur: () => setHoldReasons((reasons) => ({ ...reasons, focus: false })),
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

/** F8 focuses the toast and stores the previous focus. */
function listenToFocusKey(
  box: RefObject<HTMLDivElement>,
  previousFocus: { current: Element | null },
): () => void {
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'F8' || !box.current) return;
    if (!box.current.contains(document.activeElement))
      previousFocus.current = document.activeElement;
    box.current.focus();
  };
  document.addEventListener('keydown', onKey);
  return () => document.removeEventListener('keydown', onKey);
}

function restoreFocus(previousFocus: Element | null): void {
  const target =
    previousFocus?.isConnected && previousFocus !== document.body
      ? previousFocus
      : document.getElementById('main');
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}
