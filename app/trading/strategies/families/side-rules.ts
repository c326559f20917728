/** Sides of rules that fade or follow a score with an exit threshold. */
import type { SideSign } from '../../domain/position';

/** Fades the score at |z| >= e; holds until |z| <= x or z changes sign. */
export function computeFadeSide(side: SideSign, score: number, e: number, x: number): SideSign {
  if (Math.abs(score) >= e) return score > 0 ? -1 : 1;
  if (side === -1 && score > x) return -1;
  return side === 1 && score < -x ? 1 : 0;
}

/** Follows the score at |z| >= e; holds until z reaches or crosses zero. */
export function computeFollowSide(side: SideSign, score: number, e: number): SideSign {
  if (Math.abs(score) >= e) return score > 0 ? 1 : -1;
  if (side === 1 && score > 0) return 1;
  return side === -1 && score < 0 ? -1 : 0;
}
