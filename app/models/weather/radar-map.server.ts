// Radar map: states by weather intensity, with market regions.
import { getSeverityColor } from '../market/map-colors.server';
import type { MapLabel, MapScale, RadarMapDto } from '../../contracts/maps';

import { MISSING, formatCount, formatNumber } from '../../trading/domain/format';
import { MARKET_REGIONS } from '../../trading/weather/places';
import { MAP_SEVERITIES, type MapSeverity } from '../../trading/domain/map-severity';
import { getMapSeverity } from '../../trading/weather/severity';
import { MARKET_POINTS } from '../market/us-map.server';
import type { MapStateDto, WeatherDto } from '../../contracts/api/weather';

const RANGES: Readonly<Record<MapSeverity, string>> = {
  Clear: 'up to 25',
  Light: 'above 25',
  Moderate: 'above 50',
  Heavy: 'above 62.5',
  Severe: 'above 75',
};

type ReadingSummary = Pick<MapStateDto, 'intensity' | 'condition' | 'temperature'>;

const getRowSeverity = ({ intensity }: ReadingSummary): MapSeverity | null =>
  intensity === null ? null : getMapSeverity(intensity);

function formatReading(row: ReadingSummary): string {
  const severity = getRowSeverity(row);
  if (severity === null) return MISSING;
  return `${severity}, ${row.condition ?? 'no condition'}, intensity ${formatNumber(row.intensity, 0)}, ${formatNumber(row.temperature, 1)} °F`;
}

function listMarkers(places: readonly WeatherDto[]): MapLabel[] {
  return MARKET_REGIONS.flatMap((name) => {
    const row = places.find(({ region, kind }) => kind === 'market' && region === name);
    return row
      ? [
          {
            ...MARKET_POINTS[name],
            name,
            value: row.temperature === null ? MISSING : `${formatNumber(row.temperature, 0)} °F`,
            title: `${name}: ${formatReading(row)}`,
          },
        ]
      : [];
  });
}

function formatSummary(rows: readonly MapStateDto[]): string {
  const counts = MAP_SEVERITIES.map(
    (severity) => [severity, rows.filter((row) => getRowSeverity(row) === severity)] as const,
  );
  const countsText = counts
    .map(([severity, found]) => `${formatCount(found.length)} ${severity}`)
    .join(', ');
  const worst = [...rows].sort((a, b) => (b.intensity ?? 0) - (a.intensity ?? 0))[0];
  return `Map of the United States, weather by state: ${countsText}.${worst ? ` Worst in ${worst.state}: ${formatReading(worst)}.` : ''} The table lists the same values.`;
}

/** Marks of the open positions; `states` are those whose weather moves them. */
interface ExposureMarks {
  readonly states: ReadonlySet<string>;
  readonly pins: readonly MapLabel[];
}
const NO_MARKS: ExposureMarks = { states: new Set(), pins: [] };

/** Null without states. */
export function serializeRadarMap(
  states: readonly MapStateDto[],
  places: readonly WeatherDto[],
  scale: MapScale,
  marks: ExposureMarks = NO_MARKS,
): RadarMapDto | null {
  const [first] = states;
  if (!first) return null;
  const isAway = (fips: string): boolean => marks.states.size > 0 && !marks.states.has(fips);
  return {
    scale,
    source: first.source,
    asOf:
      states
        .map(({ asOf }) => asOf)
        .filter((asOf) => asOf !== null)
        .sort()
        .at(-1) ?? null,
    map: {
      states: states.map((row) => {
        const severity = getRowSeverity(row);
        return {
          fips: row.fips,
          fill: getSeverityColor(severity ?? 'Clear', scale),
          isFaint: severity === null,
          ...(isAway(row.fips) ? { isAway: true } : {}),
          title: `${row.state}: ${formatReading(row)}`,
        };
      }),
      labels: listMarkers(places),
      pins: marks.pins,
      summary: formatSummary(states),
    },
    legend: MAP_SEVERITIES.map((label) => ({
      label,
      fill: getSeverityColor(label, scale),
      value: RANGES[label],
    })),
    rows: states.map((row) => ({
      state: row.state,
      region: row.region,
      severity: getRowSeverity(row),
      intensity: row.intensity,
      condition: row.condition,
      type: row.type,
      temperature: row.temperature,
      windSpeed: row.windSpeed,
      rainSixHours: row.rainSixHours,
    })),
  };
}
