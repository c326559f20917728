/** Inputs of strategies that no public source gives, and why. */

const NO_RAIN =
  'the National Weather Service forecasts amounts of rain for three days, and more are needed';

const REASONS: readonly (readonly [ids: RegExp, reason: string])[] = [
  [/^[^/]+$/, 'only a replayed history has the weather of a region as one series'],
  [/^signal\//, 'AI signals are not proven on real data'],
  [/\/surprise$/, 'no free source states what analysts expected of a report'],
  [/^(gate|hedge)\/(USD|BRL|macro)(\/|$)/, 'no source of currencies and of the world economy'],
  [/^gate\/soil\//, 'no source of soil moisture'],
  [/^gate\/nino\//, 'no source of the temperature of the Pacific'],
  [/^gate\/rain\/(?!MGB)/, NO_RAIN],
  [/^(wxa|impact)\/(?!KC)\w+\/yield-loss\//, NO_RAIN],
  [/\/6-14\//, 'the National Weather Service forecasts temperatures for seven days'],
  [/^evt\/storm\//, 'official warnings do not cover the Gulf and state no category of a storm'],
  [/^(wxa\/hub|fund\/(?!NG\/)|spread\/ET|price\/ET)/, 'no free source has futures of electricity'],
];

/**
 * Why no public source gives an input, as a clause; null where one does, if only with a key or
 * accepted terms. The place of a hub may stand in the id as `{hub}`.
 */
export const explainMissingInput = (id: string): string | null =>
  REASONS.find(([ids]) => ids.test(id))?.[1] ?? null;
