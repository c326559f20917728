/** The inputs that a bar brings beside its prices, and the words for one that is missing. */
import { inputInfo } from '../../market/inputs/catalogue';
import type { InputBar, SideSign } from '../playbook';

/** The input at a place; NaN for what is not known. An infinite figure is none. */
export function inputAt(bar: InputBar, place: number): number {
  const value = bar.inputs[place] ?? NaN;
  return value - value === 0 ? value : NaN;
}

/** Any hub: what is said of it is said of the one that is traded. */
const SOME_HUB = 'NYISO';

/**
 * An input as a sentence says it, without what its description adds after a semicolon; its id where
 * the catalogue does not know it. The hub is the one that is traded.
 */
export function inputName(inputs: readonly string[], place: number): string {
  const id = inputs[place] ?? `input ${place}`;
  const said = inputInfo(id.replace('{hub}', SOME_HUB))?.description.split(/;|, where /)[0];
  if (said === undefined) return id.replace('{hub}', 'hub');
  return id.includes('{hub}') ? said.replaceAll(SOME_HUB, 'its hub') : said;
}

/** What a rule says that lacks an input. */
export const formatMissingInput = (inputs: readonly string[], place: number): string =>
  `no input: ${inputName(inputs, place)} is not known yet`;

/** `long` or `short`. */
export const sideName = (side: SideSign): string =>
  side === 1 ? 'long' : side === -1 ? 'short' : 'flat';

/** -1, 0 or 1. */
export const getSign = (value: number): SideSign => (value > 0 ? 1 : value < 0 ? -1 : 0);
