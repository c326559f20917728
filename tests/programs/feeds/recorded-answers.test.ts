// Recorded answers are found by address and by the latest time that is not after the moment.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  getAddressKey,
  indexAnswers,
  readAnswers,
} from '../../../app/programs/feeds/recorded-answers';
import { UsageError } from '../../../app/programs/cli';
import type { Exchange } from '../../../app/server/feeds/cassette.server';
import { createReplayFolder } from '../../support/replay-folder';

const ADDRESS = 'https://a.example/data?series=gas&length=5';

const createExchange = (at: string, text: string, url = ADDRESS): Exchange => ({
  title: text,
  source: 'nhc',
  request: { id: 'x', url },
  at,
  status: 200,
  headers: {},
  body: new TextEncoder().encode(text),
  origin: 'made',
  licence: 'made by this project',
});

describe('two addresses', () => {
  it.each([
    ['https://a.example/data?length=5&series=gas'],
    ['https://A.example/data?series=gas&length=5&api_key=secret'],
    ['https://a.example/data?key=secret&series=gas&length=5'],
    ['https://a.example/data?series=%67as&length=5'],
  ])('are the same for %s', (url) => {
    expect(getAddressKey(new URL(url))).toBe(getAddressKey(new URL(ADDRESS)));
  });

  it.each([
    ['https://b.example/data?series=gas&length=5'],
    ['https://a.example/data?series=gas&length=6'],
    ['https://a.example/data?series=gas'],
    ['https://a.example/data?series=gas&length=5&length=5'],
    ['https://a.example/Data?series=gas&length=5'],
    ['https://a.example/data?series=gas%26length=5'],
  ])('differ for %s', (url) => {
    expect(getAddressKey(new URL(url))).not.toBe(getAddressKey(new URL(ADDRESS)));
  });
});

describe('the answer of a moment', () => {
  const answers = indexAnswers([
    createExchange('2026-11-20T12:00:00Z', 'noon'),
    createExchange('2026-11-20T10:00:00Z', 'ten'),
    createExchange('2026-11-20T07:00:00-05:00', 'noon, corrected'),
    createExchange('2026-11-20T09:00:00Z', 'other', 'https://a.example/other'),
  ]);

  it.each([
    ['2026-11-20T09:59:59.999Z', null],
    ['2026-11-20T10:00:00Z', 'ten'],
    ['2026-11-20T11:59:59Z', 'ten'],
    // of two answers of one moment the later in the list
    ['2026-11-20T12:00:00Z', 'noon, corrected'],
    ['2030-01-01T00:00:00Z', 'noon, corrected'],
  ])('at %s is %s', (at, text) => {
    const found = answers.findAnswer(new URL(ADDRESS), Date.parse(at));
    expect(found && new TextDecoder().decode(found.body)).toBe(text);
  });

  it('does not exist for an address that was not recorded', () => {
    expect(answers.findAnswer(new URL('https://a.example/none'), Infinity)).toBeNull();
  });

  it('belongs to the counted addresses and the period', () => {
    expect(answers).toMatchObject({
      addresses: 2,
      answers: 4,
      firstMs: Date.parse('2026-11-20T09:00:00Z'),
      lastMs: Date.parse('2026-11-20T12:00:00Z'),
    });
  });
});

describe('a folder', () => {
  it('is read with all its cassettes and without other files', () => {
    const folder = createReplayFolder([createExchange('2026-11-20T12:00:00Z', 'noon')]);
    writeFileSync(join(folder, 'notes.txt'), 'no exchange');
    expect(readAnswers(folder).answers).toBe(1);
  });

  it('without recorded answers is reported with the way to record some', () => {
    const folder = createReplayFolder([]);
    const readFolder = (): unknown => readAnswers(folder);
    expect(readFolder).toThrow(UsageError);
    expect(readFolder).toThrow(`${folder} has no recorded answers. Record some with`);
    rmSync(folder, { recursive: true });
    expect(readFolder).toThrow(`${folder} cannot be read (ENOENT)`);
  });

  it('with a bad line is reported with file and line', () => {
    const folder = createReplayFolder([createExchange('2026-11-20T12:00:00Z', 'noon')]);
    writeFileSync(join(folder, 'z.jsonl'), '\n{"title":1}\n');
    const readFolder = (): unknown => readAnswers(folder);
    expect(readFolder).toThrow(UsageError);
    expect(readFolder).toThrow(/z\.jsonl, line 2: .*Correct or remove this line/);
  });
});
