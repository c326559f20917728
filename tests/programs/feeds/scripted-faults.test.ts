// The script of faults: times, hosts, and what is wrong with a bad script.
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../app/programs/cli';
import { findFault, parseFaults } from '../../../app/programs/feeds/scripted-faults';

const FROM = '2026-11-20T10:00:00Z';
const UNTIL = '2026-11-20T11:00:00Z';
const SILENT = { host: 'a.example', from: FROM, until: UNTIL, kind: 'silent' };

const parseScript = (...faults: readonly object[]) =>
  parseFaults('faults.json', JSON.stringify(faults));

describe('a scripted fault', () => {
  const faults = parseScript(
    SILENT,
    { host: '*', fromMs: Date.parse(FROM) + 60_000, until: UNTIL, kind: 'html' },
    { ...SILENT, kind: 'status', status: 503 },
  );

  it.each([
    ['a.example', '2026-11-20T09:59:59.999Z', undefined],
    ['a.example', FROM, 'silent'],
    ['a.example', '2026-11-20T10:59:59.999Z', 'silent'],
    ['a.example', UNTIL, undefined],
    ['b.example', FROM, undefined],
    ['b.example', '2026-11-20T10:01:00Z', 'html'],
  ])('of %s at %s is %s', (host, at, kind) => {
    expect(findFault(faults, host, Date.parse(at))?.kind).toBe(kind);
  });
});

describe('a bad script', () => {
  it.each([
    [{ ...SILENT, kind: 'slowly' }, 'fault 1: kind'],
    [{ ...SILENT, from: 'yesterday' }, 'fault 1: from'],
    [{ ...SILENT, until: FROM }, 'fault 1: must end after its start'],
    [{ ...SILENT, from: undefined }, 'fault 1: needs either from or fromMs'],
    [{ ...SILENT, fromMs: 1 }, 'fault 1: needs either from or fromMs'],
    [{ ...SILENT, kind: 'status' }, 'fault 1: status'],
    [{ ...SILENT, kind: 'status', status: 200 }, 'fault 1: status'],
    [{ ...SILENT, kind: 'slow' }, 'fault 1: delayMs'],
    [{ ...SILENT, dealyMs: 5 }, 'fault 1: Unrecognized key'],
  ])('%j is reported by file, entry and field', (fault, text) => {
    const parseFault = (): unknown => parseScript(fault);
    expect(parseFault).toThrow(UsageError);
    expect(parseFault).toThrow(`faults.json, ${text}`);
  });

  it('that is no list or no JSON is reported', () => {
    expect(() => parseFaults('faults.json', '{}')).toThrow('faults.json: ');
    expect(() => parseFaults('faults.json', '[')).toThrow('faults.json is not JSON');
  });
});
