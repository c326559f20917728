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
    renderToStaticMarkup(
      createElement(ModeStrip, { mode: 'live', market: 'public', hasBroker, health: [] }),
    ),
  ).toContain(`>${text}<`);
});

it.each([
  ['simulated', 'Simulated market, no real orders'],
  ['public', 'Public data, no real orders'],
  ['replay', 'Replayed history, no real orders'],
])('of a simulation account on %s data shows %s', (market, text) => {
  expect(
    renderToStaticMarkup(
      createElement(ModeStrip, { mode: 'simulation', market, hasBroker: true, health: [] }),
    ),
  ).toContain(`>${text}<`);
});
