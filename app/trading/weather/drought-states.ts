/** States whose drought is published here: those of the weather cells, and two more of the corn belt. */
export const DROUGHT_STATES: Readonly<Record<string, string>> = {
  CA: 'California',
  FL: 'Florida',
  GA: 'Georgia',
  IA: 'Iowa',
  IL: 'Illinois',
  IN: 'Indiana',
  KS: 'Kansas',
  MN: 'Minnesota',
  NE: 'Nebraska',
  NY: 'New York',
  OH: 'Ohio',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  TX: 'Texas',
};

/** Index of a state, 0 to 500, and the share of its area in severe drought or worse, percent. */
export const getDroughtSeries = (state: string, what: 'dsci' | 'd2'): string =>
  `drought/${state}/${what}`;
