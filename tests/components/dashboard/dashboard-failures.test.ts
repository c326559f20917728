// Texts of signals, rejections and lost connections on the dashboard.
import { describe, expect, it } from 'vitest';
import { formatSignalCell } from '../../../app/components/dashboard/dashboard-texts';
import { RISK_TONES } from '../../../app/components/dashboard/strategies-panel';
import {
  CONNECTION_LOST_TEXTS,
  buildConnectionLostFailure,
} from '../../../app/components/dashboard/connection-lost-texts';
import { isNetworkError, shouldRevalidateScreen } from '../../../app/components/offline-answer';
import {
  type Trade,
  formatRunSummary,
  toFailure,
} from '../../../app/routes/_terminal.(dashboard)/intents';
import { createRefusal } from '../../../app/trading/domain/outcome';
import { toMills } from '../../../app/trading/domain/units';

const WHY = createRefusal('BUSY', 'Server busy.');

describe('a table cell', () => {
  it('shows a signal with its color, target and whole percent', () => {
    const cell = { targetPrice: 2.8125, confidence: 0.6249, hub: null };
    const texts = (['BUY', 'SELL', 'HOLD'] as const).map((signal) =>
      formatSignalCell('natural-gas', { ...cell, signal }),
    );
    expect(texts.map((one) => [one?.action, one?.tone])).toEqual([
      ['BUY', 'up'],
      ['SELL', 'down'],
      ['HOLD', 'warn'],
    ]);
    expect(texts[0]?.detail).toBe('target 2.8125, 62%');
    expect(
      formatSignalCell('electricity', { ...cell, signal: 'BUY', hub: 'ERCOT' })?.detail,
    ).toMatch(/^ERCOT, target /);
    expect(formatSignalCell('corn', null)).toBeNull();
  });

  it('colors strategy risk green, yellow and red', () => {
    expect(RISK_TONES).toEqual({ LOW: 'good', MEDIUM: 'warn', HIGH: 'bad' });
  });
});

describe('the result of RUN ALL', () => {
  const row = {
    commodity: 'corn',
    isActive: true,
    playbookId: null,
    activePlaybookId: null,
    // The words of a reason do not count.
    waitingFor: 'waits for the in season; report',
    isOutOfSeason: false,
    positions: 0,
    notionalMills: toMills(0),
    pnlMills: toMills(0),
  } as const;

  it('counts what holds, waits and is out of season', () => {
    expect([
      formatRunSummary([row]),
      formatRunSummary([row, row, { ...row, isOutOfSeason: true }]),
      formatRunSummary([
        { ...row, positions: 1 },
        { ...row, isActive: false },
      ]),
    ]).toEqual([
      '1 on: 0 hold a position, 1 waits',
      '3 on: 0 hold a position, 2 wait, 1 out of season',
      '1 on: 1 holds a position, 0 wait',
    ]);
  });
});

describe('a button', () => {
  it('shows each rejection with the text of its button', () => {
    const formatFailure = (trade: Trade) => {
      const { title, message } = toFailure(trade, WHY);
      return `${title}: ${message}`;
    };
    expect([
      formatFailure({ intent: 'run', commodity: 'corn' }),
      formatFailure({ intent: 'run-all' }),
      formatFailure({ intent: 'stop', commodity: 'corn' }),
      formatFailure({ intent: 'stop-all' }),
      formatFailure({ intent: 'close', commodity: 'corn' }),
      formatFailure({ intent: 'close-all' }),
      formatFailure({ intent: 'close-position', position: 'p' }),
    ]).toEqual([
      'Trading Start Failed: Failed to start auto-trading for Corn Futures: Server busy.',
      'Error: Failed to activate all commodities. Server busy.',
      'Trading Stop Failed: Server busy.',
      'Error: Failed to stop all commodities. Server busy.',
      'Position Close Failed: Server busy.',
      'Error Closing Positions: Server busy.',
      'Error Closing Position: Server busy.',
    ]);
  });

  it('shows a failure text per button after a lost connection', () => {
    const formatFailure = (intent: string) => {
      const { title, message } = buildConnectionLostFailure(
        CONNECTION_LOST_TEXTS,
        intent,
        'Corn Futures',
      );
      return `${title}: ${message}`;
    };
    expect(formatFailure('close-position')).toBe(
      'Error Closing Position: Failed to close position. Please try again.',
    );
    expect(formatFailure('close-all')).toBe(
      'Error Closing Positions: Failed to close all positions. Please try again.',
    );
    expect(formatFailure('close')).toBe(
      'Position Close Failed: Failed to close the positions of Corn Futures. Please try again.',
    );
    expect(formatFailure('run')).toMatch(
      /^Trading Start Failed: Failed to start auto-trading for Corn Futures: Connection lost/,
    );
    expect(formatFailure('stop')).toMatch(
      /^Trading Stop Failed: Failed to stop auto-trading for Corn Futures: Connection lost/,
    );
    const others = [
      ['run-all', 'Error: Failed to activate all commodities.'],
      ['stop-all', 'Error: Failed to stop all commodities.'],
      ['settings', 'Error: Failed to save settings.'],
      ['live', 'Trading Mode Error: Failed to change trading mode.'],
      ['reset', 'Error: Failed to reset trading account.'],
      ['something', 'Error:'],
    ] as const;
    for (const [intent, words] of others)
      expect(formatFailure(intent).startsWith(`${words} Connection lost`), intent).toBe(true);
  });
});

describe('a network error', () => {
  it('recognizes the network errors of all browsers, and no others', () => {
    const thrown = [
      'Failed to fetch',
      'NetworkError when attempting to fetch resource.',
      'Load failed',
    ].map((message) => new TypeError(message));
    expect(thrown.map(isNetworkError)).toEqual([true, true, true]);
    expect(
      [
        new TypeError('x is not a function'),
        new Error('Failed to fetch'),
        new Response(null),
        null,
      ].map(isNetworkError),
    ).toEqual([false, false, false, false]);
  });

  it('prevents a reload of the loaders', () => {
    const shouldReload = (actionResult: unknown, defaultShouldRevalidate = true) =>
      shouldRevalidateScreen({ actionResult, defaultShouldRevalidate });
    expect([
      shouldReload({ isOffline: true }),
      shouldReload({ failure: null }),
      shouldReload(undefined),
      shouldReload(null),
      shouldReload('x'),
      shouldReload({ failure: null }, false),
    ]).toEqual([false, true, true, true, true, false]);
  });
});
