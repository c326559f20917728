// Verdicts come from a table that was made of the very weights that are kept; the properties of all
// kept networks.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Model, predictRow, rawOutputs } from '../../../app/trading/networks/core/model';
import { readModel } from '../../../app/trading/networks/core/model-file';
import { getWeightPlaces } from '../../../app/trading/networks/core/shape';
import { P_MAX, T_MIN } from '../../../app/trading/networks/evaluation';
import { NETWORKS } from '../../../app/trading/networks/registry';
import { getSkillAssessment } from '../../../app/trading/networks/skill-assessments';
import { EVALUATION } from '../../../app/trading/networks/verdicts.generated';
import { buildManifest } from '../../../app/programs/train/train-net';
import {
  CALIBRATE_SEEDS,
  TEST_SEEDS,
  TEST_YEARS,
  TRAIN_SEEDS,
  YEARS,
} from '../../../app/programs/train/worlds';
import { canonicalJson } from '../../../app/trading/domain/canonical';
import { decideSignal } from '../../../app/trading/signals/decide';
import { ROOT } from '../../support/source-files';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const formatText = (id: string): string =>
  readFileSync(join(ROOT, 'app', 'trading', 'networks', 'weights', `${id}.json`), 'utf8');
const models = new Map(NETWORKS.map((spec) => [spec.id, readModel(formatText(spec.id), sha256)]));
const buildModel = (id: (typeof NETWORKS)[number]['id']): Model => models.get(id) as Model;

describe('the table of verdicts', () => {
  it('was made of the weights that are kept, on worlds that they have not seen', () => {
    expect(EVALUATION.weights).toEqual(
      Object.fromEntries(NETWORKS.map(({ id }) => [id, sha256(formatText(id))])),
    );
    expect(EVALUATION.years).toBe(TEST_YEARS);
    expect(EVALUATION.seeds).toEqual(TEST_SEEDS);
    for (const seed of EVALUATION.seeds)
      expect([...TRAIN_SEEDS, ...CALIBRATE_SEEDS]).not.toContain(seed);
  });

  it('says skill only where the best rival is beaten by more than chance, over all rows', () => {
    for (const row of EVALUATION.rows) {
      const best = Math.min(...row.rivals.map(({ loss }) => loss));
      expect(row.rivals.find(({ name }) => name === row.best)?.loss).toBe(best);
      expect(row.hasSkill).toBe(
        row.loss < best &&
          row.adjusted !== null &&
          row.adjusted <= P_MAX &&
          (row.icT ?? 0) >= T_MIN,
      );
      expect(row.adjusted ?? 1).toBeGreaterThanOrEqual(row.pValue ?? 1);
    }
  });

  it('answers for every subject of every network, and refuses others', () => {
    for (const { id, subjects } of NETWORKS) {
      for (const subject of subjects)
        expect(getSkillAssessment(id, subject).text).toMatch(
          getSkillAssessment(id, subject).hasSkill ? /^skill: / : /^no evidence of skill: /,
        );
    }
    expect(() => getSkillAssessment('GasNet', 'CORN')).toThrow(RangeError);
  });

  it('finds nothing where there is nothing: in efficient worlds, and after shuffled labels', () => {
    expect(EVALUATION.efficient).toHaveLength(4);
    expect(EVALUATION.shuffled).toHaveLength(4);
    for (const { icT } of [...EVALUATION.efficient, ...EVALUATION.shuffled])
      expect(Math.abs(icT ?? 0)).toBeLessThan(3);
    expect(
      EVALUATION.real?.asTrained.filter(
        ({ hasSkill, target }) => hasSkill && /^rises/.test(target),
      ) ?? [],
    ).toEqual([]);
  });

  it('holds chances that were met within two hundredths, each network over all that it is asked about', () => {
    const told = EVALUATION.rows.filter(
      ({ ece, network, subject }) =>
        ece !== null && (subject === 'all' || network === 'GasNet' || subject === 'HENRY-HUB'),
    );
    expect(told.map(({ network, target }) => `${network}: ${target}`)).toHaveLength(15);
    for (const { ece } of told) expect(ece).toBeLessThan(0.02);
  });
});

describe.each(NETWORKS.map((spec) => [spec.id, spec] as const))('%s as it is kept', (id, spec) => {
  const model = buildModel(id);
  const features = fc.array(
    fc.oneof(
      fc.double({ noNaN: false }),
      fc.constantFrom(NaN, 0, 1e300, -1e300),
      fc.double({ min: -5, max: 5 }),
    ),
    { minLength: spec.features.length, maxLength: spec.features.length },
  );

  it('was trained as the manifest says', () => {
    expect(model.manifestSha).toBe(
      sha256(
        canonicalJson(
          buildManifest(spec, {
            trainSeeds: TRAIN_SEEDS,
            calibrateSeeds: CALIBRATE_SEEDS,
            years: YEARS,
          }),
        ),
      ),
    );
  });

  it('answers with chances from .02 to .98, quantiles in order, and numbers, whatever it is given', () => {
    fc.assert(
      fc.property(features, (raw) => {
        const answers = predictRow(model, raw);
        expect(answers.every(Number.isFinite)).toBe(true);
        const quantiles = spec.heads.flatMap((head, place) =>
          head.kind === 'pinball' ? [answers[place] ?? NaN] : [],
        );
        expect([...quantiles].sort((a, b) => a - b)).toEqual(quantiles);
        for (const [place, { kind }] of spec.heads.entries()) {
          if (kind !== 'bce') continue;
          expect(answers[place]).toBeGreaterThanOrEqual(0.02);
          expect(answers[place]).toBeLessThanOrEqual(0.98);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('is a line when its hidden units say nothing', () => {
    const places = getWeightPlaces(model.shape);
    const mute: Model = {
      ...model,
      weights: model.weights.map((weight, place) =>
        place >= places.last && place < places.skip ? 0 : weight,
      ),
    };
    const { inputs, heads } = model.shape;
    const line: Model = {
      ...model,
      shape: { ...model.shape, hidden: [0, 0] },
      weights: model.weights.slice(places.skip, places.count),
    };
    expect(line.weights).toHaveLength(heads.length * (inputs + 1));
    fc.assert(
      fc.property(features, (raw) => {
        const [muted, straight] = [rawOutputs(mute, raw), rawOutputs(line, raw)];
        for (const [place, output] of straight.entries())
          expect(Math.abs((muted[place] ?? NaN) - output)).toBeLessThan(1e-9);
      }),
      { numRuns: 20 },
    );
  });

  it('answers the same whatever was asked before', () => {
    const rows = [0, 1, -2].map((value) => new Float64Array(spec.features.length).fill(value));
    const inOrder = rows.map((row) => Array.from(predictRow(model, row)));
    expect(
      [...rows]
        .reverse()
        .map((row) => Array.from(predictRow(model, row)))
        .reverse(),
    ).toEqual(inOrder);
  });
});

describe('a signal', () => {
  it('has a confidence from .5 to .98 and a target on its side', () => {
    const raw = fc.array(fc.double({ min: -4, max: 4, noNaN: true }), {
      minLength: 50,
      maxLength: 50,
    });
    fc.assert(
      fc.property(raw, fc.constantFrom('PowerNet', 'GasNet', 'PetroNet', 'AgNet'), (values, id) => {
        const model = buildModel(id);
        const [chanceUp = NaN, , low = NaN, middle = NaN, high = NaN] = predictRow(
          model,
          values.slice(0, model.features.length),
        );
        const { word, confidence, targetPrice } = decideSignal(
          {
            network: id,
            chain: '',
            stampMs: 0,
            horizonMs: 0,
            chanceUp,
            low,
            middle,
            high,
            reasons: [],
          },
          { price: 100, roundTrip: 0 },
          'moderate',
        );
        expect(confidence).toBeGreaterThanOrEqual(0.5);
        expect(confidence).toBeLessThanOrEqual(0.98);
        if (word === 'BUY') expect(targetPrice).toBeGreaterThanOrEqual(100);
        if (word === 'SELL') expect(targetPrice).toBeLessThanOrEqual(100);
      }),
      { numRuns: 60 },
    );
  });
});
