/**
 * What of a playbook decides, as one value and as a short name: a changed threshold is another
 * rule.
 */
import { canonicalJson } from '../domain/canonical';
import { seededRandom } from '../random';
import type { PlaybookRow } from './playbook';

/** All of a row that decides. */
export const decidingParts = ({
  family,
  params,
  bar,
  inputs,
  gates,
  window,
  sides,
  chains,
  legs,
  stopRanges,
  targetRatio,
  barsHeldMax,
}: PlaybookRow) => ({
  family,
  params,
  bar,
  inputs,
  gates,
  window,
  sides,
  chains,
  legs,
  stopRanges,
  targetRatio,
  barsHeldMax,
});

/**
 * A name of the rule of 16 hexadecimal digits: equal rules have equal ones, and others differ but
 * for chance of one in 2^64. No secret is safe with it.
 */
export const ruleFingerprint = (row: PlaybookRow): string =>
  seededRandom(canonicalJson(decidingParts(row)))
    .id('rule of a playbook', 0)
    .slice(0, 16);
