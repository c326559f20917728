import { describe, expect, it } from 'vitest';
import { findContractCode } from '../../../app/trading/market/contract-code';
import { MINUTE_MS } from '../../../app/trading/domain/time';
import { BARS_MAX, importOwnPrices } from '../../../app/trading/market/own-prices';

const NOW_MS = Date.UTC(2026, 10, 27, 15);

function importText(name: string, ...lines: readonly string[]) {
  const contract = findContractCode(name, NOW_MS);
  if (!contract.ok) throw new Error(contract.refusal.message);
  return importOwnPrices({ name, text: lines.join('\n'), contract: contract.value, nowMs: NOW_MS });
}

const readRefusal = (name: string, ...lines: readonly string[]): string => {
  const imported = importText(name, ...lines);
  return imported.ok ? 'imported' : imported.refusal.message;
};

describe('a file of own prices', () => {
  it('gives bars in ticks of the contract that its name states', () => {
    const imported = importText('NGF27.csv', 'Date,Close', '2026-11-24,4.125', '2026-11-25,4.131');
    expect(imported.ok && imported.value.instrument.id).toBe('NG.F27');
    expect(imported.ok && imported.value.bars.map(({ closeTicks }) => closeTicks)).toEqual([
      4125, 4131,
    ]);
    expect(imported.ok && imported.value.notes.map(({ text }) => text).join('\n')).toContain(
      "because of the file's name",
    );
  });

  it('states what is wrong with the prices', () => {
    expect(readRefusal('NGF27.csv', 'Date,Close', '2026-11-24,4.12534')).toBe(
      '1 row (2) off the tick of NGF27, 0.001: adjusted or averaged prices, or another unit. Export the prices as traded.',
    );
    expect(readRefusal('ZCH27.csv', 'Date,Close', '2026-11-24,4.3575')).toContain(
      'off the tick of ZCH27, 0.25',
    );
    expect(readRefusal('NGF27.csv', 'Date,Close', '2026-11-29,4.1')).toContain('in the future');
    expect(readRefusal('NGF27.csv', 'Date,Close', '2026-11-28,4.1')).toBe('imported');
  });

  it('has a limit of bars', () => {
    const lines = Array.from(
      { length: BARS_MAX + 1 },
      (_, minute) => `${new Date(Date.UTC(2026, 0, 1) + minute * MINUTE_MS).toISOString()},4.1`,
    );
    expect(readRefusal('NGF27.csv', ['Date,Close', ...lines.slice(1)].join('\n'))).toBe('imported');
    expect(readRefusal('NGF27.csv', ['Date,Close', ...lines].join('\n'))).toContain(
      'The file has 250,001 bars, more than 250,000.',
    );
  });

  it('names no option of a program in its remedies', () => {
    const refusals = [
      readRefusal('NGF27.csv', 'Date,Close,Settle', '2026-11-24,4.1,4.2'),
      readRefusal('NGF27.csv', 'Name,Close', 'x,4.1'),
      readRefusal('NGF27.csv', 'Date,Volume', '2026-11-24,4'),
      readRefusal('NGF27.csv', 'Date,Close', 'soon,4.1'),
      readRefusal('NGF27.csv', 'Date,Close', ''),
    ];
    expect(refusals).not.toContain('imported');
    expect(refusals.join('\n')).not.toContain('--');
    const hourly = importText('NGF27.csv', 'Date,Close', '2026-11-24 09:00,4.1');
    expect(hourly.ok && hourly.value.notes.map(({ text }) => text).join('\n')).toContain(
      'read as UTC; stamps of another zone need an offset',
    );
    expect(JSON.stringify(hourly)).not.toContain('--');
  });
});
