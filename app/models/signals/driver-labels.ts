// Names of network inputs in the words of traders. Feature names are part of the weight files.

const AGES = ['today', '1 day ago', '2 days ago', '3 days ago'];

/** One label per age: `revision of the crop, 2 days ago`. */
const labelByAge = (feature: string, label: string): Record<string, string> =>
  Object.fromEntries(
    AGES.map((age, days) => [`${feature}, ${days} days ago`, `${label} ${age}`] as const),
  );

/** By feature name. Season and place are never named as drivers. */
const DRIVER_LABELS: Readonly<Record<string, string>> = {
  ...labelByAge('revision of the week', 'delivery-week revision'),
  'revision of degree days, days 1 to 5': 'degree-day revision, days 1–5',
  'revision of degree days where spot agrees': 'degree-day revision confirmed by spot',
  'revision of wind and sun, days 0 to 2': 'wind and solar revision, days 0–2',
  ...labelByAge('move of gas', 'gas price move'),
  'move of gas in five days': '5-day gas price move',
  'revision of the gas balance': 'gas balance revision',
  ...labelByAge('revision of the gas balance', 'gas balance revision'),
  'revisions of the gas balance in ten days': '10-day gas balance revisions',
  'revision of the gas balance, days 1 to 5': 'gas balance revision, days 1–5',
  'worth by forecast and gas less the price': 'fair value minus price',
  'days to delivery': 'time to delivery',
  'strip over the mean of the hubs': 'strip minus mean of the hubs',
  'last move of the other hubs': '1-day move of the other hubs',
  'spot of three days less the strip': '3-day spot minus strip',
  'chance of a spike tomorrow': 'spike probability tomorrow',
  'revision of heating, days 6 to 14': 'heating revision, days 6–14',
  'expected gas balance over the season': 'expected gas balance vs season',
  'revision of wind power, days 1 to 5': 'wind power revision, days 1–5',
  'chance of frozen wells': 'freeze-off probability',
  'change of that chance in a day': '1-day change of that probability',
  'expected category over the Gulf': 'expected Gulf storm category',
  ...labelByAge('change of expected storms', 'storm outlook change'),
  ...labelByAge('change of expected storms over the Gulf', 'Gulf storm outlook change'),
  'expected storms': 'expected storms',
  'surprise of the last storage report': 'last storage report surprise',
  'own estimate of the next change of storage': 'expected storage change',
  'storage over its norm': 'storage vs norm',
  'days until the storage report': 'time to the storage report',
  'roll yield of the first two months without their season': 'deseasonalized roll yield',
  'the first less the third month': 'first minus third month',
  'cash over the front month': 'cash vs front month',
  'life of the front month': 'time to expiry',
  ...labelByAge('revision of northeast heating', 'Northeast heating revision'),
  'revisions of northeast heating in ten days': '10-day Northeast heating revisions',
  'expected northeast heating over the season': 'expected Northeast heating vs season',
  'heating oil over crude': 'heating oil crack',
  'surprise of the last petroleum report': 'last petroleum report surprise',
  'surprise of the last OPEC meeting': 'last OPEC meeting surprise',
  'nearness of the OPEC meeting': 'OPEC meeting proximity',
  'last move of the other product': '1-day move of the other product',
  ...labelByAge('revision of the crop', 'crop forecast revision'),
  'revisions of the crop in ten days': '10-day crop forecast revisions',
  ...labelByAge('revision of dryness', 'dryness revision'),
  'revision of heat by the hour': 'hourly heat revision',
  'revision of rain where it grows': 'rain revision in the growing area',
  'revision of rain in Brazil': 'Brazil rain revision',
  'expected loss over the season': 'expected crop loss vs season',
  'water in the root zone': 'root-zone moisture',
  'warmth of the Pacific': 'Pacific sea temperature',
  'warmth of the Pacific a quarter before': 'Pacific sea temperature 3 months ago',
  'chance of the weather it fears': 'probability of damaging weather',
  'surprise of the last crop report': 'last crop report surprise',
  'nearness of the crop report': 'crop report proximity',
  'last move of the other crops': '1-day move of the other crops',
  'move of the last day': '1-day price move',
  'move of the day before': 'price move 1 day earlier',
  'move of two days before': 'price move 2 days earlier',
  'move of 5 days': '5-day price move',
  'move of 20 days': '20-day price move',
  'move of 60 days': '60-day price move',
  'move of 250 days': '250-day price move',
  'present volatility over that of a year': 'volatility vs 1-year level',
  'trend of the dollar': 'dollar trend',
  'trend of the world economy': 'world economy trend',
};

export const findDriverLabel = (feature: string): string | null => DRIVER_LABELS[feature] ?? null;

const TENTHS_OF_A_MONTH = /([+\u2212]?)([\d.]+) tenths of a month/g;

/**
 * Replaces feature names by their labels in a text of `name: value unit` parts; rain in tenths of a
 * normal month becomes percent.
 */
export function labelDrivers(text: string, features: readonly string[]): string {
  const longestFirst = [...new Set(features)].sort((a, b) => b.length - a.length);
  return longestFirst
    .reduce((labeled, feature) => {
      const label = findDriverLabel(feature);
      return label === null ? labeled : labeled.replaceAll(`${feature}: `, `${label}: `);
    }, text)
    .replace(
      TENTHS_OF_A_MONTH,
      (_, sign: string, tenths: string) =>
        `${sign}${(10 * Number(tenths)).toFixed(0)}% of a normal month`,
    )
    .replaceAll(' deg C', ' °C');
}
