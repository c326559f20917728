// Skill assessments match the delivered weights; properties of all delivered networks.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Model,
  predictRow,
  computeRawOutputs,
} from '../../../app/trading/networks/core/model';
import { parseModelFile } from '../../../app/trading/networks/core/model-file';
import { getWeightOffsets } from '../../../app/trading/networks/core/weight-offsets';
import {
  P_VALUE_MAX,
  SOURCE_T_STATISTIC_MIN,
  T_STATISTIC_MIN,
} from '../../../app/trading/networks/evaluation';
import { SIGNAL_SOURCES } from '../../../app/trading/domain/signal-facts';
import { DIRECTION_NETWORKS, NETWORKS } from '../../../app/trading/networks/registry';
import { getModelName } from '../../../app/trading/networks/signal-source';
import { listTrainedModels } from '../../../app/programs/train/program';
import { getSkillAssessment } from '../../../app/trading/networks/skill-assessments';
import { EVALUATION } from '../../../app/trading/networks/verdicts.generated';
import { buildManifest } from '../../../app/programs/train/train-network-model';
import {
  CALIBRATE_SEEDS,
  CONFIRMATION_SEEDS,
  EFFICIENT_SEEDS,
  SELECTION_SEEDS,
  TEST_YEARS,
  TRAIN_SEEDS,
  VERDICT_SEEDS,
  YEARS,
} from '../../../app/programs/train/worlds';
import { toCanonicalJson } from '../../../app/trading/domain/canonical-json';
import { decideSignal } from '../../../app/trading/signals/decide-signal';
import { HOLDING_FACTOR } from '../../../app/trading/signals/price-forecast';
import { computeMean } from '../../../app/trading/statistics/sample';
import { ROOT } from '../../support/source-files';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const formatText = (id: string): string =>
  readFileSync(join(ROOT, 'app', 'trading', 'networks', 'weights', `${id}.json`), 'utf8');
/** Names of all delivered weights: the networks, and linear models beside those of prices. */
const MODEL_NAMES = NETWORKS.flatMap(({ id }) =>
  listTrainedModels(id).map((source) => getModelName(id, source)),
);
const models = new Map(
  NETWORKS.map((spec) => [spec.id, parseModelFile(formatText(spec.id), sha256)]),
);
const buildModel = (id: (typeof NETWORKS)[number]['id']): Model => models.get(id) as Model;

describe('skill assessments', () => {
  it('were computed out-of-sample from the delivered weights', () => {
    expect(EVALUATION.weights).toEqual(
      Object.fromEntries(MODEL_NAMES.map((name) => [name, sha256(formatText(name))])),
    );
    expect(EVALUATION.years).toBe(TEST_YEARS);
    expect(EVALUATION.seeds).toEqual(VERDICT_SEEDS);
    expect(EVALUATION.verdict.seeds).toEqual(VERDICT_SEEDS);
    expect(EVALUATION.confirmation?.seeds).toEqual(CONFIRMATION_SEEDS);
    expect(EVALUATION.efficientVerdict.seeds).toEqual(EFFICIENT_SEEDS);
    const sets = [
      TRAIN_SEEDS,
      CALIBRATE_SEEDS,
      SELECTION_SEEDS,
      VERDICT_SEEDS,
      CONFIRMATION_SEEDS,
      EFFICIENT_SEEDS,
    ].flat();
    expect(new Set(sets).size).toBe(sets.length);
  });

  it('require a significant gain over the best benchmark, corrected over all rows', () => {
    for (const row of EVALUATION.rows) {
      const best = Math.min(...row.rivals.map(({ loss }) => loss));
      expect(row.rivals.find(({ name }) => name === row.best)?.loss).toBe(best);
      expect(row.hasSkill).toBe(
        row.loss < best &&
          row.adjusted !== null &&
          row.adjusted <= P_VALUE_MAX &&
          (row.icT ?? 0) >= T_STATISTIC_MIN,
      );
      expect(row.adjusted ?? 1).toBeGreaterThanOrEqual(row.pValue ?? 1);
    }
  });

  it('cover every market of the price networks and reject others', () => {
    for (const { id, subjects } of DIRECTION_NETWORKS) {
      for (const subject of subjects) {
        const { hasSkill, grade, text } = getSkillAssessment(id, subject);
        expect(grade === null).toBe(!hasSkill);
        expect(text).toMatch(hasSkill ? /^skill grade [AB], / : /^no proven skill, /);
      }
    }
    expect(() => getSkillAssessment('GasNet', 'CORN')).toThrow(RangeError);
  });

  it('take the candidate with the lowest Brier score, by the rule of the verdict', () => {
    const { selection, verdict, confirmation, efficientVerdict } = EVALUATION;
    for (const row of verdict.rows) {
      const candidates = selection.rows.filter(({ subject }) => subject === row.subject);
      expect(candidates.map(({ source }) => source)).toEqual(SIGNAL_SOURCES);
      const best = Math.min(...candidates.map(({ brier }) => brier));
      expect(candidates.find(({ source }) => source === row.source)?.brier).toBe(best);
    }
    for (const table of [verdict, confirmation, efficientVerdict]) {
      expect(table?.rows).toHaveLength(14);
      for (const row of table?.rows ?? [])
        expect(row.hasSkill).toBe(
          (row.icT ?? 0) >= SOURCE_T_STATISTIC_MIN &&
            row.adjusted <= P_VALUE_MAX &&
            (row.lowerSharpe ?? 0) > 0,
        );
    }
    expect(efficientVerdict.rows.filter(({ hasSkill }) => hasSkill).length).toBeLessThanOrEqual(1);
  });

  it('assume no more than the measured gain while held', () => {
    const chosen = EVALUATION.selection.rows.filter(({ isChosen }) => isChosen);
    const persistences = chosen.map(({ persistence }) => persistence ?? NaN);
    expect(persistences).toHaveLength(14);
    expect(Math.floor(computeMean(persistences))).toBe(HOLDING_FACTOR);
  });

  it('show no skill in placebo tests', () => {
    expect(EVALUATION.efficient).toHaveLength(4);
    expect(EVALUATION.shuffled).toHaveLength(4);
    // The mean of five networks with the error between them: 1% of a t distribution with four
    // degrees of freedom.
    for (const { ic, icT } of EVALUATION.shuffled) {
      expect(Math.abs(ic ?? NaN)).toBeLessThan(0.03);
      expect(Math.abs(icT ?? NaN)).toBeLessThan(4.6);
    }
    // Bounded by size: over 20 paths even a settlement at its limit, which continues the next day,
    // is significant. The return after costs is tested for each market.
    for (const { ic } of EVALUATION.efficient) expect(Math.abs(ic ?? 0)).toBeLessThan(0.02);
    expect(
      EVALUATION.real?.asTrained.filter(
        ({ hasSkill, target }) => hasSkill && /^rises/.test(target),
      ) ?? [],
    ).toEqual([]);
  });

  it('have a calibration error of at most 0.02 but for two known rows', () => {
    const calibrated = EVALUATION.rows.filter(
      ({ ece, network, subject }) =>
        ece !== null && (subject === 'all' || network === 'GasNet' || subject === 'HENRY-HUB'),
    );
    expect(calibrated.map(({ network, target }) => `${network}: ${target}`)).toHaveLength(15);
    // The five days of PowerNet are neither shown nor traded.
    const isAboveGoal = ({ ece }: { readonly ece: number | null }): boolean =>
      !((ece ?? NaN) < 0.02);
    expect(
      calibrated.filter(isAboveGoal).map(({ network, target }) => `${network}: ${target}`),
    ).toEqual(['PowerNet: rises in five days']);
    const { verdict } = EVALUATION;
    expect(verdict.rows.filter(isAboveGoal).map(({ subject }) => subject)).toEqual(['MISO']);
  });
});

describe.each(NETWORKS.map((spec) => [spec.id, spec] as const))(
  '%s with delivered weights',
  (id, spec) => {
    const model = buildModel(id);
    const features = fc.array(
      fc.oneof(
        fc.double({ noNaN: false }),
        fc.constantFrom(NaN, 0, 1e300, -1e300),
        fc.double({ min: -5, max: 5 }),
      ),
      { minLength: spec.features.length, maxLength: spec.features.length },
    );

    it('was trained as in its manifest', () => {
      expect(model.manifestSha).toBe(
        sha256(
          toCanonicalJson(
            buildManifest(spec, {
              trainSeeds: TRAIN_SEEDS,
              calibrateSeeds: CALIBRATE_SEEDS,
              years: YEARS,
            }),
          ),
        ),
      );
    });

    it('returns probabilities from 0.02 to 0.98, sorted quantiles and finite values for any input', () => {
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

    it('is linear when its hidden units are zero', () => {
      const places = getWeightOffsets(model.shape);
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
          const [muted, straight] = [computeRawOutputs(mute, raw), computeRawOutputs(line, raw)];
          for (const [place, output] of straight.entries())
            expect(Math.abs((muted[place] ?? NaN) - output)).toBeLessThan(1e-9);
        }),
        { numRuns: 20 },
      );
    });

    it('does not depend on earlier predictions', () => {
      const rows = [0, 1, -2].map((value) => new Float64Array(spec.features.length).fill(value));
      const inOrder = rows.map((row) => Array.from(predictRow(model, row)));
      expect(
        [...rows]
          .reverse()
          .map((row) => Array.from(predictRow(model, row)))
          .reverse(),
      ).toEqual(inOrder);
    });
  },
);

describe('signal', () => {
  it('has a confidence from 0.5 to 0.98 and a target on its side', () => {
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
