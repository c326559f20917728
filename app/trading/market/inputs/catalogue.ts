/**
 * The catalogue of inputs: every figure that a playbook or a network reads of the world beside its
 * own bars, under a stable id.
 *
 * It lies in the market, below signals and strategies, because networks and playbooks read the same
 * figures.
 */
import { COMMODITY_KEYS, type CommodityKey } from '../../domain/commodity';
import { CHANCE_INPUTS } from './chance-inputs';
import { CURVE_INPUTS } from './curve-inputs';
import { IMPACT_INPUTS } from './impact-inputs';
import type { InputInfo, PublicKnowledge, PublishedValue } from './knowledge';
import { PLAYBOOK_INPUTS } from './playbook-inputs';
import { POWER_INPUTS } from './power-inputs';
import { REPORT_INPUTS } from './report-inputs';
import { STATE_INPUTS } from './state-inputs';

/** Every input, by family. */
export const INPUTS: readonly InputInfo[] = [
  ...IMPACT_INPUTS,
  ...CHANCE_INPUTS,
  ...REPORT_INPUTS,
  ...CURVE_INPUTS,
  ...STATE_INPUTS,
  ...POWER_INPUTS,
];

const BY_ID: ReadonlyMap<string, InputInfo> = new Map(INPUTS.map((info) => [info.id, info]));

/** What is known about an input; null for a name that the catalogue does not have. */
export const inputInfo = (id: string): InputInfo | null => BY_ID.get(id) ?? null;

/** A playbook of a mode. */
interface PlaybookName {
  readonly mode: CommodityKey;
  readonly id: string;
}

const USERS: ReadonlyMap<string, readonly PlaybookName[]> = usersById();

function usersById(): ReadonlyMap<string, readonly PlaybookName[]> {
  const users = new Map<string, PlaybookName[]>();
  for (const mode of COMMODITY_KEYS) {
    for (const [id, inputs] of Object.entries(PLAYBOOK_INPUTS[mode])) {
      for (const input of inputs) users.set(input, [...(users.get(input) ?? []), { mode, id }]);
    }
  }
  return users;
}

/** The playbooks that read an input, in list order. */
export const listUsers = (id: string): readonly PlaybookName[] => USERS.get(id) ?? [];

/**
 * The figure of an input at the moment of `known`; null while something that it is made of is
 * missing.
 * Throws RangeError for an id that the catalogue does not have.
 */
export function resolveInput(id: string, known: PublicKnowledge): PublishedValue | null {
  const info = BY_ID.get(id);
  if (!info)
    throw new RangeError(
      `no input is called '${id}'; the catalogue of inputs lists those there are`,
    );
  const found = info.resolve(known);
  return found && Number.isFinite(found.value) ? found : null;
}
