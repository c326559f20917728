// A hidden field that is there only when script runs: the action then answers the button alone and leads nowhere.
import { useEffect, useRef } from 'react';
import { useHydrated } from '../use-now';

export const FetcherMark = () => (useHydrated() ? <input type="hidden" name="by" value="script" /> : null);

/** A button that was pressed may be disabled by what it did: the focus then goes to the next one of its form, not to the top of the page. */
export function useKeptFocus(isBusy: boolean) {
  const form = useRef<HTMLFormElement>(null);
  const wasBusy = useRef(false);
  useEffect(() => {
    if (isBusy) return void (wasBusy.current = true);
    if (!wasBusy.current) return;
    wasBusy.current = false;
    const isLost = document.activeElement === null || document.activeElement === document.body || document.activeElement.matches(':disabled');
    if (isLost) form.current?.querySelector<HTMLElement>('button:enabled, a[href]')?.focus();
  }, [isBusy]);
  return form;
}
