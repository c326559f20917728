/**
 * The inputs that a bar brings beside its prices, and the words for one that is missing.
 * It knows places in a row's inputs; it refuses to guess a figure that is not known.
 */
import type { InputBar, SideSign } from '../playbook';

/** The input at a place; NaN for what is not known. An infinite figure is none. */
export function inputAt(bar: InputBar, place: number): number {
  const value = bar.inputs[place] ?? NaN;
  return value - value === 0 ? value : NaN;
}

/** The name of an input as a sentence says it; the hub is the one that is traded. */
export const inputName = (inputs: readonly string[], place: number): string => (inputs[place] ?? `input ${place}`).replace('{hub}', 'hub');

/** What a rule says that lacks an input. */
export const noInput = (inputs: readonly string[], place: number): string => `no input: no ${inputName(inputs, place)} yet`;

/** `long` or `short`. */
export const sideName = (side: SideSign): string => (side === 1 ? 'long' : side === -1 ? 'short' : 'flat');

/** -1, 0 or 1. */
export const signOf = (value: number): SideSign => (value > 0 ? 1 : value < 0 ? -1 : 0);
