// Binding of rows to families: validation and entry conditions.
import { describe, expect, it } from 'vitest';
import { PlaybookError, createEvaluator } from '../../../app/trading/strategies/evaluate';
import { FAMILY_PARAMS } from '../../../app/trading/strategies/params';
import { FAMILIES, type Gate } from '../../../app/trading/strategies/playbook';
import {
  closesFrom,
  evaluatorFor,
  givenFrom,
  inputBar,
  buildRow,
  getSides,
  listTargets,
} from './input-bars';

const WINDOW = { from: '10-15', to: '01-31' };

describe('an invalid row', () => {
  it.each([
    { family: 'MOM' as const, params: { n: 1, e: 1 }, said: /^playbook corn TEST: params\.n: / },
    { family: 'MOM' as const, params: { n: 20, e: 1, extra: 1 }, said: /extra/ },
    {
      family: 'REV' as const,
      params: { n: 20, e: 1, x: 2 },
      said: /params\.x: x, the exit, must be below e/,
    },
    { family: 'BRK' as const, params: { n: 20 }, said: /params\.k: / },
    {
      family: 'SEAS' as const,
      params: { window: { from: '02-30', to: '03-01' }, dir: 'LONG' },
      said: /params\.window\.from: a day of the year is written MM-DD/,
    },
    {
      family: 'SEAS' as const,
      params: { window: WINDOW, dir: 'INPUT' },
      said: /params\.place: the direction INPUT needs the place/,
    },
    {
      family: 'SEAS' as const,
      params: { window: WINDOW, dir: 'LONG', filter: { n: 5, zMin: 1, zMax: 1 } },
      said: /zMin must be below zMax/,
    },
    {
      family: 'SPRD' as const,
      params: { place: 1, n: 5, e: 1, x: 0 },
      said: /params\.place: 1 is no place in its 1 inputs, which count from 0/,
    },
    {
      family: 'WXA' as const,
      params: { kind: 'anomaly', places: [0, 2], averageDays: 1, n: 5, e: 1, hold: 2, sign: 1 },
      said: /params\.places: 2 is no place/,
    },
    {
      family: 'WXA' as const,
      params: { kind: 'other', place: 0, e: 1, hold: 2, sign: 1 },
      said: /params\.kind: /,
    },
    {
      family: 'EVT' as const,
      params: { kind: 'report', since: 0, surprise: 1, e: 1, hold: 2 },
      said: /params\.surprise: 1 is no place/,
    },
    {
      family: 'VOLR' as const,
      params: { n: 20, lo: null, hi: null, k: 0, e: 1, x: 0 },
      said: /params\.lo: one of lo and hi must be set/,
    },
    {
      family: 'SCALP' as const,
      params: { n: 8, e: 1, from: 9, to: 16, zone: 'New York' },
      said: /params\.zone: a zone is an IANA name/,
    },
    {
      family: 'SCALP' as const,
      params: { n: 8, e: 1, from: 16, to: 9, zone: 'UTC' },
      said: /params\.from: from must be before to/,
    },
  ])('$family with $params is rejected by field', ({ family, params, said }) => {
    const bindRow = () => createEvaluator(buildRow(family, params, { inputs: ['spread/x'] }));
    expect(bindRow).toThrow(PlaybookError);
    expect(bindRow).toThrow(said);
  });

  it('reports all errors at once', () => {
    const gates: Gate[] = [{ input: 3, is: 'above', value: 0, ends: false, text: 'it rains' }];
    const bindRow = () =>
      createEvaluator(
        buildRow('MOM', { n: 0, e: 0 }, { gates, window: { from: '13-01', to: '01-31' } }),
      );
    expect(bindRow).toThrow(
      /params\.n: .*; params\.e: .*; gates\.0\.input: 3 is no place in its 0 inputs, which count from 0; window\.from: a day of the year/,
    );
  });

  it('covers every family', () => {
    expect(Object.keys(FAMILY_PARAMS).sort()).toEqual([...FAMILIES].sort());
    for (const family of FAMILIES)
      expect(() => createEvaluator(buildRow(family, {})), family).toThrow(PlaybookError);
  });
});

describe('a bar', () => {
  it.each(['open', 'high', 'low', 'close'])(
    'without a finite %s is refused and changes nothing',
    (price) => {
      const evaluator = evaluatorFor('MOM', { n: 2, e: 1 });
      const state = evaluator.createState();
      evaluator.fold(state, inputBar(0, 5));
      const before = structuredClone(state);
      for (const wrong of [NaN, Infinity, -Infinity])
        expect(() => evaluator.fold(state, inputBar(1, 5, [], { [price]: wrong }))).toThrow(
          /playbook corn TEST: a bar's prices must be finite numbers/,
        );
      expect(state).toEqual(before);
    },
  );

  it('yields the ATR from the twentieth bar on', () => {
    const targets = listTargets(
      evaluatorFor('MOM', { n: 2, e: 1 }),
      closesFrom('2024-01-01', new Array<number>(21).fill(-3)),
    );
    expect(targets.slice(18).map(({ range }) => range)).toEqual([null, 2, 2]);
  });
});

describe('entry conditions', () => {
  const rising = [100, 101, 102, 103, 104];

  it('reject the side that the row does not trade', () => {
    const target = listTargets(
      evaluatorFor('MOM', { n: 2, e: 1 }, { sides: 'SHORT' }),
      closesFrom('2024-01-01', rising),
    ).at(-1);
    expect(target).toMatchObject({ side: 'FLAT', strength: 0 });
    expect(target?.reason).toMatch(
      /long until it crosses zero; no entry: trades the short side only$/,
    );
    expect(
      listTargets(
        evaluatorFor('MOM', { n: 2, e: 1 }, { sides: 'LONG' }),
        closesFrom('2024-01-01', rising),
      ).at(-1)?.side,
    ).toBe('LONG');
  });

  it('reject entries out of season and end holdings', () => {
    const targets = listTargets(
      evaluatorFor('MOM', { n: 2, e: 1 }, { window: WINDOW }),
      closesFrom('2024-01-28', rising),
    );
    expect(getSides(targets)).toBe('FFLLF');
    expect(targets.at(-1)?.reason).toMatch(
      /; no entry: 2024-02-01 is outside Oct 15 to Jan 31; next entry from Oct 15$/,
    );
  });

  const buildGate = (more: Partial<Gate>): Gate => ({
    input: 1,
    is: 'below',
    value: 0.2,
    ends: false,
    text: 'no storm is near',
    ...more,
  });
  // The family is long throughout: its probability stays above the threshold.
  const getGatedSides = (gates: readonly Gate[], storm: readonly number[]) =>
    listTargets(
      evaluatorFor(
        'EVT',
        { kind: 'chance', place: 0, above: 0, exit: 0, hold: 100, dir: 'LONG' },
        { inputs: ['evt/x', 'evt/{hub}/storm', 'gate/y'], gates },
      ),
      givenFrom(
        '2024-01-01',
        storm.map((value) => [1, value, 1]),
      ),
    );

  it.each([
    { more: {}, storm: [0.3, 0.2, 0.1, 0.9, NaN], sides: 'FFLLL' }, // entered when it opens, held when it closes
    { more: { ends: true }, storm: [0.3, 0.1, 0.9, 0.1, NaN, 0.1], sides: 'FLFLFL' },
    { more: { is: 'above' as const }, storm: [0.2, 0.3, 0.1], sides: 'FLL' },
    { more: {}, storm: [NaN, 0.1], sides: 'FL' },
  ])('apply gates: $more at $storm gives $sides', ({ more, storm, sides }) => {
    expect(getSides(getGatedSides([buildGate(more)], storm))).toBe(sides);
  });

  it('explain the rejection', () => {
    const targets = getGatedSides(
      [buildGate({ input: 2, is: 'above', value: 0 }), buildGate({})],
      [0.35, NaN],
    );
    expect(targets[0]?.reason).toBe(
      'evt/x is 1: long, bar 1 of 100, or until below 0; no entry until no storm is near: evt/hub/storm is 0.35 (needs below 0.2)',
    );
    expect(targets[1]?.reason).toMatch(
      /; no entry: evt\/hub\/storm missing, needed for “no storm is near”$/,
    );
  });

  it('check the gates again when the family reverses', () => {
    const row = evaluatorFor(
      'MOM',
      { n: 2, e: 1 },
      { inputs: ['g'], gates: [buildGate({ input: 0 })] },
    );
    const bars = [
      [100, 0],
      [101, 0],
      [102, 0],
      [101, 1],
      [100, 1],
      [99, 0],
    ].map(([close, g], day) => inputBar(day * 86_400_000, close ?? 0, [g ?? 0]));
    expect(getSides(listTargets(row, bars))).toBe('FFLFFS');
  });
});
