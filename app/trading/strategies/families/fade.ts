/** The sides of a rule that goes against a score or with it, and out again within a smaller one. */
import type { SideSign } from '../playbook';

/** Against the score at |z| >= e; holds until |z| <= x or z has passed to the other side. */
export function fadeSide(side: SideSign, score: number, e: number, x: number): SideSign {
  if (Math.abs(score) >= e) return score > 0 ? -1 : 1;
  if (side === -1 && score > x) return -1;
  return side === 1 && score < -x ? 1 : 0;
}

/** With the score at |z| >= e; holds until z reaches or crosses zero. */
export function followSide(side: SideSign, score: number, e: number): SideSign {
  if (Math.abs(score) >= e) return score > 0 ? 1 : -1;
  if (side === 1 && score > 0) return 1;
  return side === -1 && score < 0 ? -1 : 0;
}
