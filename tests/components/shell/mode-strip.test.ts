// The mode strip on every screen.
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ModeStrip } from '../../../app/components/shell/mode-strip';

it.each([
  [true, false, 'LIVE, REAL', 'Real money'],
  [false, false, 'LIVE', 'Real money, no broker connected'],
  [true, true, 'LIVE, DEMO', 'No real money'],
  [false, true, 'LIVE, DEMO', 'No real money, no broker connected'],
])('of a live account with a broker (%s), demo (%s), shows %s', (hasBroker, isDemo, word, text) => {
  const markup = renderToStaticMarkup(
    createElement(ModeStrip, { mode: 'live', market: 'public', hasBroker, isDemo, health: [] }),
  );
  expect(markup).toContain(`>${word}<`);
  expect(markup).toContain(`>${text}<`);
});

it.each([
  ['simulated', 'Simulated market, no real orders'],
  ['public', 'Public data, no real orders'],
  ['replay', 'Replayed history, no real orders'],
])('of a simulation account on %s data shows %s', (market, text) => {
  expect(
    renderToStaticMarkup(
      createElement(ModeStrip, {
        mode: 'simulation',
        market,
        hasBroker: true,
        isDemo: false,
        health: [],
      }),
    ),
  ).toContain(`>${text}<`);
});
