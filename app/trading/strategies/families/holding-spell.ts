/** A holding of limited length that re-arms only after its cause has ended. */
import type { SideSign } from '../../domain/position';

export interface HoldingSpell {
  side: SideSign;
  /** Bars held including this one; 0 when flat. */
  barsHeld: number;
  /** False after a full holding until the cause has ended: one trade per cause. */
  isArmed: boolean;
}

export const NO_HOLDING: Readonly<HoldingSpell> = { side: 0, barsHeld: 0, isArmed: true };

export function endHolding(spell: HoldingSpell, isArmed: boolean): void {
  spell.side = 0;
  spell.barsHeld = 0;
  spell.isArmed = isArmed;
}

/** Starts a holding or adds a bar to it. */
export function extendHolding(spell: HoldingSpell, side: SideSign): void {
  spell.barsHeld = spell.side === side ? spell.barsHeld + 1 : 1;
  spell.side = side;
  spell.isArmed = true;
}

/**
 * Enters at |score| >= e on the side of the score; exits after `hold` bars or reverses on an
 * opposite score. In place.
 */
export function updateHolding(spell: HoldingSpell, score: number, e: number, hold: number): void {
  const isLarge = Math.abs(score) >= e;
  const target: SideSign = score > 0 ? 1 : -1;
  if (spell.side !== 0 && isLarge && target !== spell.side) extendHolding(spell, target);
  else if (spell.side !== 0 && spell.barsHeld >= hold) endHolding(spell, !isLarge);
  else if (spell.side !== 0) extendHolding(spell, spell.side);
  else if (isLarge && spell.isArmed) extendHolding(spell, target);
  else spell.isArmed = spell.isArmed || !isLarge;
}
