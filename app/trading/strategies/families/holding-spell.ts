/** A side that is held for so many bars, and then not again before its cause has been away. */
import type { SideSign } from '../playbook';

export interface Spell {
  side: SideSign;
  /** Bars that the side has stood, with this one; 0 when flat. */
  barsHeld: number;
  /** False after a full holding until the cause has once been away: one cause is one trade. */
  isArmed: boolean;
}

export const FRESH: Readonly<Spell> = { side: 0, barsHeld: 0, isArmed: true };

export function endSpell(spell: Spell, isArmed: boolean): void {
  spell.side = 0;
  spell.barsHeld = 0;
  spell.isArmed = isArmed;
}

/** The side begins, or is counted one bar on. */
export function extendHolding(spell: Spell, side: SideSign): void {
  spell.barsHeld = spell.side === side ? spell.barsHeld + 1 : 1;
  spell.side = side;
  spell.isArmed = true;
}

/**
 * Enters at |score| >= e on the score's side; leaves after `hold` bars or turns on an opposite one.
 * In place.
 */
export function foldSpell(spell: Spell, score: number, e: number, hold: number): void {
  const isLarge = Math.abs(score) >= e;
  const wanted: SideSign = score > 0 ? 1 : -1;
  if (spell.side !== 0 && isLarge && wanted !== spell.side) extendHolding(spell, wanted);
  else if (spell.side !== 0 && spell.barsHeld >= hold) endSpell(spell, !isLarge);
  else if (spell.side !== 0) extendHolding(spell, spell.side);
  else if (isLarge && spell.isArmed) extendHolding(spell, wanted);
  else spell.isArmed = spell.isArmed || !isLarge;
}
