/** JSON file format of a model, protected by a hash of its content. */
import { z } from 'zod';
import { toCanonicalJson } from '../../domain/canonical-json';
import type { Model } from './model';
import { countScaledInputs } from './scaler';
import type { NetworkShape } from './shape';
import { type WeightOffsets, getWeightOffsets } from './weight-offsets';

/** A larger file indicates a mistake. */
export const MODEL_FILE_BYTES_MAX = 40 * 1024;

/** Hash of a text, for example SHA-256 in hex. */
type Digest = (text: string) => string;

const count = z.int().min(0);
const numbers = z.array(z.number());
const Head = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('bce'), name: z.string().min(1), target: count }),
  z.strictObject({
    kind: z.enum(['mse', 'huber', 'qlike']),
    name: z.string().min(1),
    target: count,
  }),
  z.strictObject({
    kind: z.literal('pinball'),
    name: z.string().min(1),
    target: count,
    quantile: z.number().gt(0).lt(1),
  }),
]);
const Calibration = z.discriminatedUnion('kind', [
  z
    .strictObject({
      kind: z.literal('isotonic'),
      logits: numbers.min(1),
      chances: z.array(z.number().min(0).max(1)).min(1),
    })
    .refine(({ logits, chances }) => logits.length === chances.length, 'each logit needs a chance'),
  z.strictObject({ kind: z.literal('platt'), slope: z.number().min(0), offset: z.number() }),
]);
const ModelFile = z.strictObject({
  net: z.string().min(1),
  version: z.int().min(1),
  features: z.array(z.string().min(1)).min(1),
  median: numbers,
  scale: z.array(z.number().gt(0)),
  /** Features with a missing flag. */
  flagged: z.array(z.string()),
  hidden: z.tuple([count, count]),
  heads: z.array(Head).min(1),
  weights: z.strictObject({
    first: numbers,
    firstBias: numbers,
    second: numbers,
    secondBias: numbers,
    last: numbers,
    skip: numbers,
    lastBias: numbers,
  }),
  calibration: z.array(Calibration.nullable()),
  trainSeeds: z.array(z.string()),
  manifestSha: z.string().min(1),
  /** Digest of the canonical text of all other fields. */
  sha: z.string().min(1),
});
type ModelFile = z.infer<typeof ModelFile>;

const BLOCKS = ['first', 'firstBias', 'second', 'secondBias', 'last', 'skip', 'lastBias'] as const;

function getBlockSpan(offsets: WeightOffsets, block: number): readonly [number, number] {
  const [name, next] = [BLOCKS[block], BLOCKS[block + 1]];
  return [
    name === undefined ? offsets.count : offsets[name],
    next === undefined ? offsets.count : offsets[next],
  ];
}

/**
 * File content of a model. Throws RangeError for a number that JSON cannot represent, or a file
 * above 40 KB.
 */
export function formatModelFile(model: Model, digest: Digest): string {
  const { net, version, features, scaler, shape, weights, calibration, trainSeeds, manifestSha } =
    model;
  const offsets = getWeightOffsets(shape);
  const blocks = Object.fromEntries(
    BLOCKS.map((name, block) => [
      name,
      Array.from(weights.subarray(...getBlockSpan(offsets, block))),
    ]),
  );
  const fields = {
    net,
    version,
    features,
    median: scaler.median,
    scale: scaler.scale,
    flagged: scaler.flagged.map((index) => features[index] ?? ''),
    hidden: shape.hidden,
    heads: shape.heads,
    weights: blocks,
    calibration,
    trainSeeds,
    manifestSha,
  };
  const file = ModelFile.parse({ ...fields, sha: digest(toCanonicalJson(fields)) });
  const text = `${JSON.stringify(file)}\n`;
  if (text.length > MODEL_FILE_BYTES_MAX)
    throw new RangeError(
      `the file of ${net} has ${text.length} bytes, more than ${MODEL_FILE_BYTES_MAX}`,
    );
  return text;
}

/**
 * Parses a model file. Throws with the reason if it is invalid, was changed after its hash was
 * computed, or has inconsistent dimensions.
 */
export function parseModelFile(text: string, digest: Digest): Model {
  const { sha, ...fields } = ModelFile.parse(JSON.parse(text));
  if (digest(toCanonicalJson(fields)) !== sha)
    throw new Error(
      `the weights of ${fields.net} are not as they were sealed: train them again, or restore the file`,
    );
  const flagged = fields.flagged.map((name) => fields.features.indexOf(name));
  const scaler = { median: fields.median, scale: fields.scale, flagged };
  const shape: NetworkShape = {
    inputs: countScaledInputs(scaler),
    hidden: fields.hidden,
    heads: fields.heads,
  };
  const { net, version, features, calibration, trainSeeds, manifestSha } = fields;
  const fault = findFault(fields, shape);
  if (fault !== null) throw new Error(`the weights of ${net} do not fit together: ${fault}`);
  return {
    net,
    version,
    features,
    scaler,
    shape,
    weights: joinBlocks(fields.weights, shape),
    calibration,
    trainSeeds,
    manifestSha,
  };
}

function joinBlocks(blocks: ModelFile['weights'], shape: NetworkShape): Float64Array {
  const offsets = getWeightOffsets(shape);
  const weights = new Float64Array(offsets.count);
  for (const name of BLOCKS) weights.set(blocks[name], offsets[name]);
  return weights;
}

function findFault(file: Omit<ModelFile, 'sha'>, shape: NetworkShape): string | null {
  const offsets = getWeightOffsets(shape);
  if (file.median.length !== file.features.length || file.scale.length !== file.features.length)
    return 'each feature needs a median and a scale';
  if (file.flagged.some((name) => !file.features.includes(name)))
    return 'a flag stands for no feature';
  if (file.calibration.length !== file.heads.length) return 'each head needs a calibration or null';
  const mismatched = BLOCKS.find(
    (name, block) =>
      file.weights[name].length !==
      getBlockSpan(offsets, block)[1] - getBlockSpan(offsets, block)[0],
  );
  return mismatched === undefined
    ? null
    : `block ${mismatched} has ${file.weights[mismatched].length} weights`;
}
