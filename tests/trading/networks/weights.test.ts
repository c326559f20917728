// Delivered weights: valid hash, small, and consistent with current inputs and heads.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  MODEL_FILE_BYTES_MAX,
  parseModelFile,
} from '../../../app/trading/networks/core/model-file';
import { predictRow } from '../../../app/trading/networks/core/model';
import { getShape } from '../../../app/trading/networks/network-spec';
import { isNetworkId, getNetworkSpec } from '../../../app/trading/networks/registry';
import { ROOT } from '../../support/source-files';

const FOLDER = join(ROOT, 'app', 'trading', 'networks', 'weights');
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
/** `AgNet.linear` belongs to AgNet. */
const getNetworkId = (name: string): string => name.replace(/\.linear$/, '');
const names = existsSync(FOLDER)
  ? readdirSync(FOLDER).map((file) => file.replace(/\.json$/, ''))
  : [];

describe('delivered weights', () => {
  it('belong to networks of the registry', () => {
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !isNetworkId(getNetworkId(name)))).toEqual([]);
  });

  it.each(names)(
    'of %s fit its inputs and heads, and answer with numbers whatever is missing',
    (name) => {
      const text = readFileSync(join(FOLDER, `${name}.json`), 'utf8');
      const model = parseModelFile(text, sha256);
      const spec = getNetworkSpec(getNetworkId(name));
      expect(text.length).toBeLessThanOrEqual(MODEL_FILE_BYTES_MAX);
      expect(model.features).toEqual(spec.features.map((feature) => feature.name));
      const isLinear = name !== spec.id;
      expect(model.net).toBe(name);
      expect(model.shape).toEqual({ ...getShape(spec), ...(isLinear ? { hidden: [0, 0] } : {}) });
      expect(model.trainSeeds).toEqual([
        '1',
        '2',
        '3',
        '4',
        '5',
        '6',
        '7',
        '8',
        '9',
        '10',
        '11',
        '12',
      ]);
      for (const value of [NaN, 0, 1e9, -1e9]) {
        const answers = predictRow(model, new Float64Array(spec.features.length).fill(value));
        expect(answers.every(Number.isFinite)).toBe(true);
        for (const [place, head] of spec.heads.entries())
          if (head.kind === 'bce') expect(answers[place]).toBeGreaterThanOrEqual(0.02);
      }
    },
  );
});
