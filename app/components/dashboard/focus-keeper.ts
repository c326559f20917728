// Where the focus goes when a request disables the button that was pressed.

/** Nothing has the focus, or a control that cannot be used. */
const isFocusLost = (focused: Element | null): boolean =>
  focused === null || focused.matches('body, :disabled');

/**
 * Keeps the focus in a form whose request disables the pressed button: the next enabled control gets
 * it. The figures of a row may arrive after the end of the request and disable that control too; then
 * the focus moves on once more. Call after each render.
 */
export function createFocusKeeper() {
  let wasBusy = false;
  /** What has the focus in the form since a request; null once the user has moved on. */
  let holder: Element | null = null;
  return (isBusy: boolean, form: HTMLFormElement | null, focused: Element | null): void => {
    const hasEnded = wasBusy && !isBusy;
    wasBusy = isBusy;
    if (isBusy || form === null || (!hasEnded && holder === null)) return;
    if (!isFocusLost(focused)) {
      holder = focused !== null && form.contains(focused) ? focused : null;
      return;
    }
    const isDisabled = hasEnded || holder?.matches(':disabled') === true;
    const next = isDisabled ? form.querySelector<HTMLElement>('button:enabled, a[href]') : null;
    next?.focus();
    holder = next;
  };
}
