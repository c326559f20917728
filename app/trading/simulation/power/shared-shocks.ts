/**
 * Random shocks of power hubs: a national part, a part of the eastern interconnection, and the
 * hub's own part. The parts' variances sum to one, so that each hub's shocks have the same law as
 * independent shocks; only their correlation between hubs differs.
 *
 * Source: one-factor Gaussian copula (Li 2000, Journal of Fixed Income 9), with two nested factors.
 */
import {
  type RandomStreams,
  type RandomStream,
  normalQuantile,
  normalShare,
} from '../random-streams';
import { HUB_ROWS, type HubRow } from './hubs';
import { HOURS_PER_DAY } from './load';

/** Shared parts of the variance. Hubs outside the eastern interconnection have no eastern part. */
interface SharedParts {
  readonly national: number;
  readonly eastern: number;
}

/** Calibrated to the correlation of daily log changes between hubs. */
const SHARED_PARTS = {
  level: { national: 0.2, eastern: 0.6 },
  outage: { national: 0.05, eastern: 0.93 },
  sun: { national: 0, eastern: 0.5 },
  quick: { national: 0.1, eastern: 0.8 },
  local: { national: 0, eastern: 0.7 },
  begin: { national: 0.05, eastern: 0.93 },
  end: { national: 0.05, eastern: 0.93 },
  height: { national: 0.05, eastern: 0.93 },
} satisfies Readonly<Record<string, SharedParts>>;

export type ShockName = keyof typeof SHARED_PARTS;
const SHOCK_NAMES = Object.keys(SHARED_PARTS) as ShockName[];

/** Streams of one shock, and weights whose squares sum to one. */
interface ShockParts {
  readonly streams: readonly RandomStream[];
  readonly weights: readonly number[];
}

type HubShocks = Readonly<Record<ShockName, ShockParts>>;

export interface PowerShocks {
  /** Standard normal of a hub's shock. */
  drawNormal(hub: number, name: ShockName, step: number, index?: number): number;
  /** Uniform in (0, 1) of a hub's shock. */
  drawUniform(hub: number, name: ShockName, step: number, index?: number): number;
  /** Fills `out` with the standard normals of a day's hours. */
  fillNormals(hub: number, name: ShockName, day: number, out: Float64Array): void;
}

function buildHubShocks(random: RandomStreams, { hub, isEastern }: HubRow): HubShocks {
  const buildParts = (name: ShockName): ShockParts => {
    const { national, eastern } = SHARED_PARTS[name];
    const shared = [
      { area: 'national', variance: national },
      { area: 'eastern', variance: isEastern ? eastern : 0 },
    ];
    const own = 1 - shared.reduce((sum, { variance }) => sum + variance, 0);
    const parts = [...shared, { area: hub, variance: own }].filter(({ variance }) => variance > 0);
    return {
      streams: parts.map(({ area }) => random.getStream(`power/${area}/${name}`)),
      weights: parts.map(({ variance }) => Math.sqrt(variance)),
    };
  };
  return Object.fromEntries(SHOCK_NAMES.map((name) => [name, buildParts(name)])) as HubShocks;
}

/** Hourly normals of the streams that several hubs share, for one day at a time. */
function createSharedHours(
  random: RandomStreams,
): (stream: RandomStream, day: number) => Float64Array {
  const byStream = new Map<RandomStream, { day: number; readonly hours: Float64Array }>();
  return (stream, day) => {
    let cached = byStream.get(stream);
    if (cached?.day === day) return cached.hours;
    cached ??= { day, hours: new Float64Array(HOURS_PER_DAY) };
    byStream.set(stream, cached);
    cached.day = day;
    random.fillUniforms(random.atStep(stream, day), 0, HOURS_PER_DAY, cached.hours, 0);
    for (let hour = 0; hour < HOURS_PER_DAY; hour += 1)
      cached.hours[hour] = normalQuantile(cached.hours[hour] ?? 0.5);
    return cached.hours;
  };
}

export function createPowerShocks(random: RandomStreams): PowerShocks {
  const byHub = HUB_ROWS.map((row) => buildHubShocks(random, row));
  const getParts = (hub: number, name: ShockName): ShockParts => {
    const parts = byHub[hub]?.[name];
    if (!parts) throw new RangeError(`there is no power hub with index ${hub}`);
    return parts;
  };
  const getSharedHours = createSharedHours(random);
  const drawNormal: PowerShocks['drawNormal'] = (hub, name, step, index = 0) => {
    const { streams, weights } = getParts(hub, name);
    let sum = 0;
    for (let part = 0; part < streams.length; part += 1)
      sum += (weights[part] ?? 0) * random.drawNormal(streams[part] ?? 0, step, index);
    return sum;
  };
  return {
    drawNormal,
    drawUniform: (hub, name, step, index) => normalShare(drawNormal(hub, name, step, index)),
    fillNormals(hub, name, day, out) {
      const { streams, weights } = getParts(hub, name);
      out.fill(0);
      for (let part = 0; part < streams.length; part += 1) {
        const hours = getSharedHours(streams[part] ?? 0, day);
        const weight = weights[part] ?? 0;
        for (let hour = 0; hour < HOURS_PER_DAY; hour += 1)
          out[hour] = (out[hour] ?? 0) + weight * (hours[hour] ?? 0);
      }
    },
  };
}
