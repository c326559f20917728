/** Access to the inputs of a bar, and their names in reason texts. */
import { findInputInfo } from '../../market/inputs/catalog';
import type { SideSign } from '../../domain/position';
import type { InputBar } from '../playbook';

/** The input at an index; NaN when missing or infinite. */
export function getInput(bar: InputBar, index: number): number {
  const value = bar.inputs[index] ?? NaN;
  return value - value === 0 ? value : NaN;
}

/** Hub used to look up descriptions of inputs with `{hub}`. */
const PLACEHOLDER_HUB = 'NYISO';

/** Input name for reason texts: the description up to a semicolon, or the id when unknown. */
export function formatInputName(inputs: readonly string[], index: number): string {
  const id = inputs[index] ?? `input ${index}`;
  const label = findInputInfo(id.replace('{hub}', PLACEHOLDER_HUB))?.description.split(
    /;|, where /,
  )[0];
  if (label === undefined) return id.replace('{hub}', 'hub');
  return id.includes('{hub}') ? label.replaceAll(PLACEHOLDER_HUB, 'its hub') : label;
}

/** Reason text for a missing input. */
export const formatMissingInput = (inputs: readonly string[], index: number): string =>
  `input missing: ${formatInputName(inputs, index)}`;

/** `long` or `short`. */
export const formatSide = (side: SideSign): string =>
  side === 1 ? 'long' : side === -1 ? 'short' : 'flat';

/** -1, 0 or 1. */
export const getSign = (value: number): SideSign => (value > 0 ? 1 : value < 0 ? -1 : 0);
