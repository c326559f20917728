/** Severity levels of weather on maps. */
export const MAP_SEVERITIES = ['Clear', 'Light', 'Moderate', 'Heavy', 'Severe'] as const;
export type MapSeverity = (typeof MAP_SEVERITIES)[number];
