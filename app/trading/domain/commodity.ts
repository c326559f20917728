/** The ten commodities: names, units, symbols and accepted spellings. */
export const COMMODITY_KEYS = [
  'electricity',
  'natural-gas',
  'corn',
  'soybeans',
  'wheat',
  'orange-juice',
  'oil',
  'coffee',
  'crude-oil',
  'cotton',
] as const;
export type CommodityKey = (typeof COMMODITY_KEYS)[number];

/**
 * Root symbol of each commodity; power has one series per hub under its root.
 * Network inputs follow this order: append, do not reorder.
 */
export const ROOT_SYMBOLS = {
  electricity: 'ET',
  'natural-gas': 'NG',
  'crude-oil': 'CL',
  oil: 'HO',
  corn: 'CORN',
  soybeans: 'SOYB',
  wheat: 'WHEAT',
  coffee: 'KC',
  'orange-juice': 'OJ',
  cotton: 'CT',
} as const satisfies Readonly<Record<CommodityKey, string>>;

/** Roots with a single price series: all but electricity. */
export type FuturesRoot = (typeof ROOT_SYMBOLS)[Exclude<CommodityKey, 'electricity'>];

/** Groups with a common exposure limit. */
export type CommodityGroup = 'power' | 'fuels' | 'grains' | 'softs';

interface Commodity {
  readonly key: CommodityKey;
  readonly displayName: string;
  readonly endpoint: string;
  /** Unit of the quoted price. */
  readonly priceUnit: string;
  /** Unit suffix in map tooltips. */
  readonly perUnit: string;
  /**
   * Decimals of the contract tick, repeated here so that screens do not load the contract table.
   */
  readonly priceDecimals: number;
  readonly symbolPrefix: string;
  /** Venue code, as brokers and data vendors write it. */
  readonly venueSymbol: string;
  /** Physical quantity of one size unit, e.g. 100 bu for corn. */
  readonly sizeUnit: string;
  readonly group: CommodityGroup;
  /**
   * Accepted values of the commodity field of a position. AGRICULTURE means three commodities and
   * is no key.
   */
  readonly positionValues: readonly string[];
  /** A signal belongs here when its region or symbol contains one of these. */
  readonly signalMatches: readonly string[];
}

export const DEFAULT_COMMODITY: CommodityKey = 'electricity';

export const COMMODITIES: Readonly<Record<CommodityKey, Commodity>> = {
  electricity: {
    key: 'electricity',
    displayName: 'Electricity Futures',
    endpoint: '/api/electricity-futures',
    priceUnit: '$/MWh',
    perUnit: '/MWh',
    priceDecimals: 2,
    symbolPrefix: ROOT_SYMBOLS.electricity,
    venueSymbol: 'L1',
    sizeUnit: 'MWh',
    group: 'power',
    positionValues: ['ELECTRICITY', 'electricity'],
    signalMatches: ['NYISO', 'ERCOT', 'CAISO', 'PJM', 'MISO'],
  },
  'natural-gas': {
    key: 'natural-gas',
    displayName: 'Natural Gas Futures',
    endpoint: '/api/natural-gas-futures',
    priceUnit: '$/MMBtu',
    perUnit: '/MMBtu',
    priceDecimals: 3,
    symbolPrefix: ROOT_SYMBOLS['natural-gas'],
    venueSymbol: 'NG',
    sizeUnit: 'MMBtu',
    group: 'fuels',
    positionValues: ['NATURAL_GAS', 'natural_gas'],
    signalMatches: ['NG-HENRY HUB'],
  },
  corn: {
    key: 'corn',
    displayName: 'Corn Futures',
    endpoint: '/api/corn-futures',
    priceUnit: 'cents/bushel',
    perUnit: '/bushel',
    priceDecimals: 2,
    symbolPrefix: ROOT_SYMBOLS.corn,
    venueSymbol: 'ZC',
    sizeUnit: '100 bu',
    group: 'grains',
    positionValues: ['CORN', 'corn', 'AGRICULTURE'],
    signalMatches: ['ZC-CORN'],
  },
  soybeans: {
    key: 'soybeans',
    displayName: 'Soybean Futures',
    endpoint: '/api/soybean-futures',
    priceUnit: 'cents/bushel',
    perUnit: '/bushel',
    priceDecimals: 2,
    symbolPrefix: ROOT_SYMBOLS.soybeans,
    venueSymbol: 'ZS',
    sizeUnit: '100 bu',
    group: 'grains',
    positionValues: ['SOYBEANS', 'soybeans', 'AGRICULTURE'],
    signalMatches: ['ZS-SOYBEAN'],
  },
  wheat: {
    key: 'wheat',
    displayName: 'Wheat Futures',
    endpoint: '/api/wheat-futures',
    priceUnit: 'cents/bushel',
    perUnit: '/bushel',
    priceDecimals: 2,
    symbolPrefix: ROOT_SYMBOLS.wheat,
    venueSymbol: 'ZW',
    sizeUnit: '100 bu',
    group: 'grains',
    positionValues: ['WHEAT', 'wheat', 'AGRICULTURE'],
    signalMatches: ['ZW-WHEAT'],
  },
  'orange-juice': {
    key: 'orange-juice',
    displayName: 'Orange Juice Futures',
    endpoint: '/api/orange-juice-futures',
    priceUnit: 'cents/lb',
    perUnit: '/lb',
    priceDecimals: 2,
    symbolPrefix: ROOT_SYMBOLS['orange-juice'],
    venueSymbol: 'OJ',
    sizeUnit: '100 lb',
    group: 'softs',
    positionValues: ['ORANGE_JUICE', 'orange_juice'],
    signalMatches: ['OJ-ORANGE'],
  },
  oil: {
    key: 'oil',
    displayName: 'Heating Oil Futures',
    endpoint: '/api/energy-futures',
    priceUnit: '$/gallon',
    perUnit: '/gallon',
    priceDecimals: 4,
    symbolPrefix: ROOT_SYMBOLS.oil,
    venueSymbol: 'HO',
    sizeUnit: 'gal',
    group: 'fuels',
    positionValues: ['HEATING_OIL', 'heating_oil'],
    signalMatches: ['HO-HEATING'],
  },
  coffee: {
    key: 'coffee',
    displayName: 'Coffee Futures',
    endpoint: '/api/coffee-futures',
    priceUnit: 'cents/lb',
    perUnit: '/lb',
    priceDecimals: 2,
    symbolPrefix: ROOT_SYMBOLS.coffee,
    venueSymbol: 'KC',
    sizeUnit: '100 lb',
    group: 'softs',
    positionValues: ['COFFEE', 'coffee'],
    signalMatches: ['KC-COFFEE'],
  },
  'crude-oil': {
    key: 'crude-oil',
    displayName: 'Crude Oil Futures',
    endpoint: '/api/crude-oil-futures',
    priceUnit: '$/barrel',
    perUnit: '/barrel',
    priceDecimals: 2,
    symbolPrefix: ROOT_SYMBOLS['crude-oil'],
    venueSymbol: 'CL',
    sizeUnit: 'bbl',
    group: 'fuels',
    positionValues: ['CRUDE_OIL', 'crude_oil'],
    signalMatches: ['CL-CRUDE'],
  },
  cotton: {
    key: 'cotton',
    displayName: 'Cotton Futures',
    endpoint: '/api/cotton-futures',
    priceUnit: 'cents/lb',
    perUnit: '/lb',
    priceDecimals: 2,
    symbolPrefix: ROOT_SYMBOLS.cotton,
    venueSymbol: 'CT',
    sizeUnit: '100 lb',
    group: 'softs',
    positionValues: ['COTTON', 'cotton'],
    signalMatches: ['CT-COTTON'],
  },
};

const KEY_BY_SPELLING: ReadonlyMap<string, CommodityKey> = new Map(
  COMMODITY_KEYS.flatMap((key) => {
    const values = COMMODITIES[key].positionValues.filter((value) => value !== 'AGRICULTURE');
    return [key, ...values].map((spelling) => [spelling, key] as const);
  }),
);

/** The commodity of a slug or position value; null when none or several match (AGRICULTURE). */
export const findCommodityKey = (spelling: string): CommodityKey | null =>
  KEY_BY_SPELLING.get(spelling) ?? null;
