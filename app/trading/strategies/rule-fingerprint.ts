/** Fingerprint of the deciding fields of a playbook; a changed threshold is another rule. */
import { toCanonicalJson } from '../domain/canonical-json';
import { createSeededRandom } from '../random';
import type { PlaybookRow } from './playbook';

/** The fields of a row that affect decisions. */
export const getRuleParts = ({
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

/** 16 hex digits; different rules collide with probability 2^-64. Not cryptographically secure. */
export const computeRuleFingerprint = (row: PlaybookRow): string =>
  createSeededRandom(toCanonicalJson(getRuleParts(row)))
    .id('rule of a playbook', 0)
    .slice(0, 16);
