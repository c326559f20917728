// The mode strip on every screen.
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ModeStrip } from '../../../app/components/shell/mode-strip';

it.each([
  [true, 'Real money'],
  [false, 'Real money, no broker connected'],
])('of a live account with a broker (%s) shows %s', (hasBroker, text) => {
  expect(
    renderToStaticMarkup(createElement(ModeStrip, { mode: 'live', hasBroker, health: [] })),
  ).toContain(`>${text}<`);
});
