/** The fifty states and DC on the weather map. */
import { findNearestCells } from './nearest-cells';
import type { CellWeight } from './cell-weights';
import type { WeatherRegion } from './places';

interface State {
  /** Two-digit FIPS 5-2 code. */
  readonly fips: string;
  readonly name: string;
  readonly region: WeatherRegion;
  readonly latitude: number;
  readonly longitude: number;
  readonly cells: readonly CellWeight[];
}

/** FIPS code, name, region, latitude and longitude of the approximate center. */
type Row = readonly [string, string, WeatherRegion, number, number];

const ROWS: readonly Row[] = [
  ['01', 'Alabama', 'Southeast', 32.8, -86.8],
  ['02', 'Alaska', 'West', 64.2, -152.5],
  ['04', 'Arizona', 'Southwest', 34.3, -111.7],
  ['05', 'Arkansas', 'Southeast', 34.8, -92.4],
  ['06', 'California', 'West', 37.2, -119.5],
  ['08', 'Colorado', 'West', 39, -105.5],
  ['09', 'Connecticut', 'Northeast', 41.6, -72.7],
  ['10', 'Delaware', 'Northeast', 39, -75.5],
  ['11', 'District of Columbia', 'Northeast', 38.9, -77],
  ['12', 'Florida', 'Southeast', 28.6, -82.4],
  ['13', 'Georgia', 'Southeast', 32.6, -83.4],
  ['15', 'Hawaii', 'West', 20.3, -156.4],
  ['16', 'Idaho', 'West', 44.4, -114.6],
  ['17', 'Illinois', 'Midwest', 40, -89.2],
  ['18', 'Indiana', 'Midwest', 39.9, -86.3],
  ['19', 'Iowa', 'Midwest', 42.1, -93.5],
  ['20', 'Kansas', 'Midwest', 38.5, -98.4],
  ['21', 'Kentucky', 'Southeast', 37.5, -85.3],
  ['22', 'Louisiana', 'Southeast', 31.1, -92],
  ['23', 'Maine', 'Northeast', 45.4, -69.2],
  ['24', 'Maryland', 'Northeast', 39, -76.8],
  ['25', 'Massachusetts', 'Northeast', 42.3, -71.8],
  ['26', 'Michigan', 'Midwest', 44.3, -85.4],
  ['27', 'Minnesota', 'Midwest', 46.3, -94.3],
  ['28', 'Mississippi', 'Southeast', 32.7, -89.7],
  ['29', 'Missouri', 'Midwest', 38.4, -92.5],
  ['30', 'Montana', 'West', 47, -109.6],
  ['31', 'Nebraska', 'Midwest', 41.5, -99.8],
  ['32', 'Nevada', 'West', 39.3, -116.6],
  ['33', 'New Hampshire', 'Northeast', 43.7, -71.6],
  ['34', 'New Jersey', 'Northeast', 40.2, -74.7],
  ['35', 'New Mexico', 'Southwest', 34.4, -106.1],
  ['36', 'New York', 'Northeast', 42.9, -75.5],
  ['37', 'North Carolina', 'Southeast', 35.6, -79.4],
  ['38', 'North Dakota', 'Midwest', 47.4, -100.5],
  ['39', 'Ohio', 'Midwest', 40.3, -82.8],
  ['40', 'Oklahoma', 'Southwest', 35.6, -97.5],
  ['41', 'Oregon', 'West', 43.9, -120.6],
  ['42', 'Pennsylvania', 'Northeast', 40.9, -77.8],
  ['44', 'Rhode Island', 'Northeast', 41.7, -71.5],
  ['45', 'South Carolina', 'Southeast', 33.9, -80.9],
  ['46', 'South Dakota', 'Midwest', 44.4, -100.2],
  ['47', 'Tennessee', 'Southeast', 35.9, -86.4],
  ['48', 'Texas', 'Southwest', 31.5, -99.3],
  ['49', 'Utah', 'West', 39.3, -111.7],
  ['50', 'Vermont', 'Northeast', 44.1, -72.7],
  ['51', 'Virginia', 'Southeast', 37.5, -78.8],
  ['53', 'Washington', 'West', 47.4, -120.4],
  ['54', 'West Virginia', 'Southeast', 38.6, -80.6],
  ['55', 'Wisconsin', 'Midwest', 44.6, -89.8],
  ['56', 'Wyoming', 'West', 43, -107.5],
];

/** Alaska and Hawaii have their own display cells. */
const OWN: Readonly<Record<string, readonly CellWeight[]>> = {
  '02': [{ cell: 'AK', weight: 1 }],
  '15': [{ cell: 'HI', weight: 1 }],
};

/** All 51 in code order. */
export const STATES: readonly State[] = ROWS.map(([fips, name, region, latitude, longitude]) => ({
  fips,
  name,
  region,
  latitude,
  longitude,
  cells: OWN[fips] ?? findNearestCells({ latitude, longitude }),
}));
