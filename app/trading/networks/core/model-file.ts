/** A model as a file of JSON: short, readable, and sealed by a hash of all that it says. */
import { z } from 'zod';
import { canonicalJson } from '../../domain/canonical';
import type { Model } from './model';
import { scaledInputs } from './scaler';
import { type NetworkShape, type WeightPlaces, getWeightPlaces } from './shape';

/** A file is longer than this only by mistake. */
export const MODEL_FILE_BYTES_MAX = 40 * 1024;

/** A hash of a text, such as SHA-256 in hexadecimal digits. */
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
  /** Features with a flag of their absence. */
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

function buildSpan(places: WeightPlaces, block: number): readonly [number, number] {
  const [name, next] = [BLOCKS[block], BLOCKS[block + 1]];
  return [
    name === undefined ? places.count : places[name],
    next === undefined ? places.count : places[next],
  ];
}

/**
 * The text of a model's file. Throws RangeError for a number that JSON cannot keep, and for a file
 * above 40 KB.
 */
export function modelText(model: Model, digest: Digest): string {
  const { net, version, features, scaler, shape, weights, calibration, trainSeeds, manifestSha } =
    model;
  const places = getWeightPlaces(shape);
  const blocks = Object.fromEntries(
    BLOCKS.map((name, block) => [name, Array.from(weights.subarray(...buildSpan(places, block)))]),
  );
  const fields = {
    net,
    version,
    features,
    median: scaler.median,
    scale: scaler.scale,
    flagged: scaler.flagged.map((place) => features[place] ?? ''),
    hidden: shape.hidden,
    heads: shape.heads,
    weights: blocks,
    calibration,
    trainSeeds,
    manifestSha,
  };
  const file = ModelFile.parse({ ...fields, sha: digest(canonicalJson(fields)) });
  const text = `${JSON.stringify(file)}\n`;
  if (text.length > MODEL_FILE_BYTES_MAX)
    throw new RangeError(
      `the file of ${net} has ${text.length} bytes, more than ${MODEL_FILE_BYTES_MAX}`,
    );
  return text;
}

/**
 * Reads a model's file. Throws with the reason when it is no such file, was changed after it was
 * sealed, or does not fit its own shape.
 */
export function readModel(text: string, digest: Digest): Model {
  const { sha, ...fields } = ModelFile.parse(JSON.parse(text));
  if (digest(canonicalJson(fields)) !== sha)
    throw new Error(
      `the weights of ${fields.net} are not as they were sealed: train them again, or restore the file`,
    );
  const flagged = fields.flagged.map((name) => fields.features.indexOf(name));
  const scaler = { median: fields.median, scale: fields.scale, flagged };
  const shape: NetworkShape = {
    inputs: scaledInputs(scaler),
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
  const places = getWeightPlaces(shape);
  const weights = new Float64Array(places.count);
  for (const name of BLOCKS) weights.set(blocks[name], places[name]);
  return weights;
}

function findFault(file: Omit<ModelFile, 'sha'>, shape: NetworkShape): string | null {
  const places = getWeightPlaces(shape);
  if (file.median.length !== file.features.length || file.scale.length !== file.features.length)
    return 'each feature needs a median and a scale';
  if (file.flagged.some((name) => !file.features.includes(name)))
    return 'a flag stands for no feature';
  if (file.calibration.length !== file.heads.length) return 'each head needs a calibration or null';
  const wrong = BLOCKS.find(
    (name, block) =>
      file.weights[name].length !== buildSpan(places, block)[1] - buildSpan(places, block)[0],
  );
  return wrong === undefined ? null : `block ${wrong} has ${file.weights[wrong].length} weights`;
}
