// What the dashboard's buttons and cards say: of a signal, of a refusal, of a press that reached
// nobody.
import { describe, expect, it } from 'vitest';
import { signalTexts } from '../../../app/components/dashboard/texts';
import { RISK_TONES } from '../../../app/components/dashboard/strategies-panel';
import {
  UNREACHED_WORDS,
  unreachedFailure,
} from '../../../app/components/dashboard/unreached-words';
import { isUnreached, shouldRevalidateScreen } from '../../../app/components/unreached';
import { type Trade, toFailure } from '../../../app/routes/_terminal.(dashboard)/intents';
import { createRefusal } from '../../../app/trading/domain/outcome';

const WHY = createRefusal('BUSY', 'Server busy.');

describe('a cell of the table', () => {
  it('a signal has a word, a color of its own, a target and whole percent', () => {
    const cell = { targetPrice: 2.8125, confidence: 0.6249, hub: null };
    const texts = (['BUY', 'SELL', 'HOLD'] as const).map((signal) =>
      signalTexts('natural-gas', { ...cell, signal }),
    );
    expect(texts.map((one) => [one?.word, one?.tone])).toEqual([
      ['BUY', 'up'],
      ['SELL', 'down'],
      ['HOLD', 'warn'],
    ]);
    expect(texts[0]?.detail).toBe('target 2.8125, 62%');
    expect(signalTexts('electricity', { ...cell, signal: 'BUY', hub: 'ERCOT' })?.detail).toMatch(
      /^ERCOT, target /,
    );
    expect(signalTexts('corn', null)).toBeNull();
  });

  it('risk of a card is green, yellow and red', () => {
    expect(RISK_TONES).toEqual({ LOW: 'good', MEDIUM: 'warn', HIGH: 'bad' });
  });
});

describe('a button', () => {
  it('every refusal has the words of its button', () => {
    const said = (trade: Trade) => {
      const { title, message } = toFailure(trade, WHY);
      return `${title}: ${message}`;
    };
    expect([
      said({ intent: 'run', commodity: 'corn' }),
      said({ intent: 'run-all' }),
      said({ intent: 'stop', commodity: 'corn' }),
      said({ intent: 'stop-all' }),
      said({ intent: 'close', commodity: 'corn' }),
      said({ intent: 'close-all' }),
      said({ intent: 'close-position', position: 'p' }),
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

  it('a button that reached nobody has the words of its deed', () => {
    const said = (intent: string) => {
      const { title, message } = unreachedFailure(UNREACHED_WORDS, intent, 'Corn Futures');
      return `${title}: ${message}`;
    };
    expect(said('close-position')).toBe(
      'Error Closing Position: Failed to close position. Please try again.',
    );
    expect(said('close-all')).toBe(
      'Error Closing Positions: Failed to close all positions. Please try again.',
    );
    expect(said('close')).toBe(
      'Position Close Failed: Failed to close the positions of Corn Futures. Please try again.',
    );
    expect(said('run')).toMatch(
      /^Trading Start Failed: Failed to start auto-trading for Corn Futures: Connection lost/,
    );
    expect(said('stop')).toMatch(
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
      expect(said(intent).startsWith(`${words} Connection lost`), intent).toBe(true);
  });
});

describe('an answer that never came', () => {
  it('is told by what browsers throw, and no fault of the page is taken for it', () => {
    const thrown = [
      'Failed to fetch',
      'NetworkError when attempting to fetch resource.',
      'Load failed',
    ].map((message) => new TypeError(message));
    expect(thrown.map(isUnreached)).toEqual([true, true, true]);
    expect(
      [
        new TypeError('x is not a function'),
        new Error('Failed to fetch'),
        new Response(null),
        null,
      ].map(isUnreached),
    ).toEqual([false, false, false, false]);
  });

  it('keeps the loaders from being asked', () => {
    const asked = (actionResult: unknown, defaultShouldRevalidate = true) =>
      shouldRevalidateScreen({ actionResult, defaultShouldRevalidate });
    expect([
      asked({ isUnreached: true }),
      asked({ failure: null }),
      asked(undefined),
      asked(null),
      asked('x'),
      asked({ failure: null }, false),
    ]).toEqual([false, true, true, true, true, false]);
  });
});
