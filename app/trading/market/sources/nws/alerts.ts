/**
 * Active alerts of zones.
 * Format: https://www.weather.gov/documentation/services-web-api (`/alerts/active`); names of
 * events: https://www.weather.gov/help-map.
 */
import { z } from 'zod';
import type { WarningKind } from '../../../weather/bulletin';
import type { WeatherCell } from '../../../weather/cell';
import { RefusedAnswer, readJson } from '../answer';
import type { AlertReading } from '../reading';
import type { ParsedAnswer } from '../source';
import { readWeatherTime } from '../weather-figures';

const TEXT_MAX = 1000;
const ALERTS_MAX = 2000;
const ZONES_MAX = 1000;
const TextSchema = z.string().min(1).max(TEXT_MAX);
const AlertSchema = z.object({
  id: TextSchema,
  event: TextSchema,
  status: TextSchema,
  messageType: TextSchema,
  severity: TextSchema,
  sent: z.string(),
  effective: z.string(),
  onset: z.string().nullish(),
  expires: z.string(),
  ends: z.string().nullish(),
  headline: z.string().max(TEXT_MAX).nullish(),
  geocode: z.object({ UGC: z.array(z.string()).max(ZONES_MAX).nullish() }).nullish(),
  affectedZones: z.array(z.string()).max(ZONES_MAX).nullish(),
  references: z
    .array(z.object({ identifier: TextSchema, sent: z.string() }))
    .max(ZONES_MAX)
    .nullish(),
});
type Alert = z.infer<typeof AlertSchema>;
const AlertsSchema = z.object({
  updated: z.string().nullish(),
  features: z.array(z.object({ properties: AlertSchema })).max(ALERTS_MAX),
});

interface SentAlert {
  readonly reading: AlertReading;
  readonly sentMs: number;
}

/** Zones of the request, each with its cell. */
export type ZoneCells = ReadonlyMap<string, WeatherCell>;

/**
 * Reads the alerts of the cells. Updates of a warning have the id of its first message, so parts
 * with one id become one reading. Alerts of other zones and tests are none. Throws RefusedAnswer.
 */
export function parseAlerts(body: Uint8Array, zoneCells: ZoneCells): ParsedAnswer {
  const { updated, features } = readJson(body, AlertsSchema);
  const byId = new Map<string, SentAlert[]>();
  for (const { properties } of features) {
    const alert = readAlert(properties, zoneCells);
    if (alert) byId.set(alert.reading.id, [...(byId.get(alert.reading.id) ?? []), alert]);
  }
  return {
    publishedMs: updated == null ? null : readWeatherTime(updated, 'updated'),
    readings: [...byId.values()].map(mergeParts),
  };
}

function readAlert(alert: Alert, zoneCells: ZoneCells): SentAlert | null {
  const fromMs = readWeatherTime(alert.onset ?? alert.effective, 'onset');
  const untilMs = readWeatherTime(alert.ends ?? alert.expires, 'ends');
  const phase = findPhase(alert);
  // The message may expire before the onset, and a warning may be withdrawn before it.
  if (alert.ends != null && untilMs < fromMs && phase !== 'cancelled')
    throw new RefusedAnswer(`the alert '${alert.event}' ends at ${alert.ends}, before its onset`);
  const cells = findCells(alert, zoneCells);
  if (cells.length === 0 || alert.status.toLowerCase() !== 'actual') return null;
  return {
    sentMs: readWeatherTime(alert.sent, 'sent'),
    reading: {
      kind: 'alert',
      id: findFirstId(alert),
      cells,
      event: alert.event,
      warningKind: findWarningKind(alert.event),
      phase,
      severity: alert.severity,
      fromMs,
      untilMs: Math.max(fromMs, untilMs),
      headline: alert.headline ?? alert.event,
    },
  };
}

function findCells(alert: Alert, zoneCells: ZoneCells): readonly WeatherCell[] {
  const named = alert.affectedZones?.map((address) => address.slice(address.lastIndexOf('/') + 1));
  const zones = alert.geocode?.UGC ?? named;
  if (!zones) throw new RefusedAnswer(`the alert '${alert.event}' states no zones`);
  const cells = zones.map((zone) => zoneCells.get(zone)).filter((cell) => cell !== undefined);
  return [...new Set(cells)];
}

/** Id of the first message of a warning, which its updates refer to. */
function findFirstId({ id, references }: Alert): string {
  const [first] = (references ?? [])
    .map(({ identifier, sent }) => ({ identifier, sentMs: readWeatherTime(sent, 'sent') }))
    .sort((a, b) => a.sentMs - b.sentMs || (a.identifier < b.identifier ? -1 : 1));
  return first?.identifier ?? id;
}

const MESSAGE_TYPES: readonly string[] = ['alert', 'update', 'cancel'];

function findPhase({ messageType, event }: Alert): AlertReading['phase'] {
  const type = messageType.toLowerCase();
  if (!MESSAGE_TYPES.includes(type))
    throw new RefusedAnswer(
      `the message type is ${JSON.stringify(messageType.slice(0, 40))}, expected one of ${MESSAGE_TYPES.join(', ')}`,
    );
  if (type === 'cancel') return 'cancelled';
  return /\bwatch\b/i.test(event) ? 'watch' : 'confirmed';
}

/** The first match counts. Statements repeat warnings; hurricane force is a class of any wind. */
const KINDS: readonly (readonly [RegExp, WarningKind | null])[] = [
  [/\bstatement\b|\bhurricane force\b/i, null],
  [/\b(hurricane|tropical storm|typhoon)\b/i, 'hurricane'],
  [/\b(freeze|frost)\b/i, 'freeze'],
  [/\b(extreme cold|wind chill|cold weather|winter storm|blizzard|ice storm)\b/i, 'cold outbreak'],
  [/\b(extreme|excessive) heat\b/i, 'heat dome'],
];
const findWarningKind = (event: string): WarningKind | null =>
  KINDS.find(([pattern]) => pattern.test(event))?.[1] ?? null;

/** Parts of one warning: those that are not cancelled count; the latest gives the words. */
function mergeParts(parts: readonly SentAlert[]): AlertReading {
  const active = parts.filter(({ reading }) => reading.phase !== 'cancelled');
  const counted = active.length > 0 ? active : parts;
  const latest = counted.reduce((a, b) => (b.sentMs > a.sentMs ? b : a));
  const readings = counted.map(({ reading }) => reading);
  return {
    ...latest.reading,
    cells: [...new Set(readings.flatMap(({ cells }) => cells))],
    fromMs: Math.min(...readings.map(({ fromMs }) => fromMs)),
    untilMs: Math.max(...readings.map(({ untilMs }) => untilMs)),
  };
}
