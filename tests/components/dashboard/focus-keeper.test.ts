// The focus after a request whose answer disables buttons, at once or in a later render.
import { describe, expect, it } from 'vitest';
import { createFocusKeeper } from '../../../app/components/dashboard/focus-keeper';

/** A row with RUN and STOP, and the rest of a page. */
function openPage() {
  let focused = 'RUN';
  const disabled = new Set(['STOP']);
  const createControl = (name: string) => ({
    matches: (selector: string) =>
      (selector.includes('body') && name === 'body') ||
      (selector.includes(':disabled') && disabled.has(name)),
    focus: () => void (focused = name),
  });
  const controls = new Map(
    ['RUN', 'STOP', 'body', 'other'].map((name) => [name, createControl(name)] as const),
  );
  const getControl = (name: string) => controls.get(name) ?? null;
  const row = ['RUN', 'STOP'];
  const form = {
    contains: (element: unknown) => row.some((name) => getControl(name) === element),
    querySelector: () => getControl(row.find((name) => !disabled.has(name)) ?? '') ?? null,
  };
  const keepFocus = createFocusKeeper();
  return {
    /** Renders the row; a browser takes the focus from a control that is disabled. */
    renderRow(isBusy: boolean, ...names: readonly string[]) {
      disabled.clear();
      for (const name of isBusy ? row : names) disabled.add(name);
      if (disabled.has(focused)) focused = 'body';
      keepFocus(
        isBusy,
        form as unknown as HTMLFormElement,
        getControl(focused) as unknown as Element,
      );
      return focused;
    },
    moveFocus: (name: string) => void (focused = name),
  };
}

describe('the focus of a row', () => {
  it('moves on when the answer disables the pressed button', () => {
    const { renderRow } = openPage();
    expect(renderRow(true)).toBe('body');
    expect(renderRow(false, 'RUN')).toBe('STOP');
  });

  it('moves on when the figures arrive after the end of the request', () => {
    const { renderRow } = openPage();
    renderRow(true);
    expect(renderRow(false, 'STOP')).toBe('RUN');
    expect(renderRow(false, 'STOP')).toBe('RUN');
    expect(renderRow(false, 'RUN')).toBe('STOP');
  });

  it.each(['other', 'body'])('stays on %s, to which the user moved', (place) => {
    const { renderRow, moveFocus } = openPage();
    renderRow(true);
    renderRow(false, 'STOP');
    moveFocus(place);
    expect(renderRow(false, 'STOP')).toBe(place);
    expect(renderRow(false, 'RUN')).toBe(place);
  });

  it('is not taken before the first request', () => {
    const { renderRow, moveFocus } = openPage();
    moveFocus('body');
    expect(renderRow(false, 'RUN')).toBe('body');
  });
});
