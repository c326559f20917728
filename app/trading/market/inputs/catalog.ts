/**
 * Catalog of inputs: every external figure that a playbook or network reads, by stable id.
 * It belongs to the market because networks and playbooks share it.
 */
import { COMMODITY_KEYS, type CommodityKey } from '../../domain/commodity';
import { PROBABILITY_INPUTS } from './probability-inputs';
import { CURVE_INPUTS } from './curve-inputs';
import { IMPACT_INPUTS } from './impact-inputs';
import type { InputInfo, PublicData, PublishedValue } from './public-data';
import { PLAYBOOK_INPUTS } from './playbook-inputs';
import { POWER_INPUTS } from './power-inputs';
import { REPORT_INPUTS } from './report-inputs';
import { SIGNAL_INPUTS } from './signal-inputs';
import { STATE_INPUTS } from './state-inputs';

/** All inputs, by family. */
export const INPUTS: readonly InputInfo[] = [
  ...IMPACT_INPUTS,
  ...PROBABILITY_INPUTS,
  ...REPORT_INPUTS,
  ...CURVE_INPUTS,
  ...STATE_INPUTS,
  ...POWER_INPUTS,
  ...SIGNAL_INPUTS,
];

const BY_ID: ReadonlyMap<string, InputInfo> = new Map(INPUTS.map((info) => [info.id, info]));

/** Metadata of an input; null for an unknown id. */
export const findInputInfo = (id: string): InputInfo | null => BY_ID.get(id) ?? null;

/** A playbook of a commodity. */
interface PlaybookName {
  readonly mode: CommodityKey;
  readonly id: string;
}

const USERS: ReadonlyMap<string, readonly PlaybookName[]> = groupUsersByInput();

function groupUsersByInput(): ReadonlyMap<string, readonly PlaybookName[]> {
  const users = new Map<string, PlaybookName[]>();
  for (const mode of COMMODITY_KEYS) {
    for (const [id, inputs] of Object.entries(PLAYBOOK_INPUTS[mode])) {
      for (const input of inputs) users.set(input, [...(users.get(input) ?? []), { mode, id }]);
    }
  }
  return users;
}

/** Playbooks that read an input, in list order. */
export const listUsers = (id: string): readonly PlaybookName[] => USERS.get(id) ?? [];

/**
 * The value of an input as of `data`; null while a source is missing. Throws RangeError for an
 * unknown id.
 */
export function resolveInput(id: string, data: PublicData): PublishedValue | null {
  const info = BY_ID.get(id);
  if (!info)
    throw new RangeError(
      `no input is called '${id}'; the catalogue of inputs lists those there are`,
    );
  const found = info.resolve(data);
  return found && Number.isFinite(found.value) ? found : null;
}

/** Values of inputs by id as of `data`; NaN while a source is missing. Throws as `resolveInput`. */
export const resolveInputs = (
  ids: readonly string[],
  data: PublicData,
): Readonly<Record<string, number>> =>
  Object.fromEntries(ids.map((id) => [id, resolveInput(id, data)?.value ?? NaN]));
