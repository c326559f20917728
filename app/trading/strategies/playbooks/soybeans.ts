/**
 * The eleven playbooks of soybeans.
 * It knows rows of data; it refuses legs that its own spread does not measure.
 */
import type { PlaybookRow } from '../playbook';
import { PAIR, SLOW, calendarPair, gate, gateThatEnds, onChance, pair, revision, rowsOf } from './row';

const row = rowsOf('soybeans');

export const SOYBEAN_PLAYBOOKS: readonly PlaybookRow[] = [
  row('WEATHER_CROP', 'WXA', revision(0.6, 4, 1), {
    name: 'Soybean weather', icon: 'leaf', risk: 'MEDIUM', returns: [15, 25], timeframe: '3-15 days', inputs: ['wxa/SOYB/yield-loss/1-14/z'], window: ['06-15', '09-15'],
    description: 'Trades revisions of the expected soybean yield up to the end of pod fill.',
    what: 'Weighs heat and missing rain of days 1 to 14 over the corn belt by how far pods have filled, and trades the change.',
    when: 'Jun 15 to Sep 15, on a change of 0.6 of a usual revision or more.',
    how: 'With the sign of the loss for 4 days; stop 2 ranges and target 4 unless the forecast reverses.',
    why: 'Beans can wait for rain until August, so the same dry week costs far more then than in June. Rain forecasts beyond a week are little better than the climate, and many revisions are noise.',
  }),
  row('AUGUST_POD_FILL', 'EVT', onChance(0.4, 0.2, 20), {
    name: 'August rain', icon: 'drop', risk: 'HIGH', returns: [25, 40], timeframe: '1-4 weeks', sides: 'LONG', window: ['07-20', '08-31'],
    inputs: ['evt/dry/corn-belt/chance', 'gate/rain/CHI'], gates: [gateThatEnds(1, 'below', 1, 'less than an inch of rain is forecast for Illinois')],
    description: 'Buys a dry August week and sells out at the first inch of rain.',
    what: 'Holds soybeans while the weeks that make the pods stay dry.',
    when: 'Jul 20 to Aug 31, when at most one wet day of the next seven has a chance above 40%.',
    how: 'Ends below 20%, at an inch of forecast rain over Illinois, or after 20 days; stop 3 ranges.',
    why: 'The crop is made by August rain and the market knows it, so each dry run of the model adds premium. Showers are missed by coarse models, and a field that was dry on the map is wet.',
  }),
  row('DROUGHT_PREMIUM', 'MOM', { n: 10, e: 0.2 }, {
    name: 'Soybean drought', icon: 'sun', risk: 'HIGH', returns: [20, 35], timeframe: '2-10 weeks', sides: 'LONG', isRare: true, window: ['06-15', '09-10'],
    inputs: ['gate/soil/CHI', 'gate/rain/CHI'], gates: [gate(0, 'below', -1, 'the soil of Illinois is in drought'), gateThatEnds(1, 'below', 1, 'no inch of rain is coming to Illinois')],
    description: 'Rides rising soybeans for as long as Illinois stays parched.',
    what: 'Goes long with the 10-day trend in a drought of the eastern corn belt.',
    when: 'Jun 15 to Sep 10, soil water 1 deviation short, and a rise of 0.2 deviations.',
    how: 'Closed by an inch of rain within the five-day forecast or by a turn of the trend; stop 3 ranges, target 9.',
    why: 'Roots reach deep and losses come late, so the premium builds over weeks. Prices gap down on the weekend when the ridge breaks, and no stop helps across a gap.',
  }),
  row('SOUTH_AMERICA_WX', 'WXA', revision(0.6, 6, 1), {
    name: 'Brazilian season', icon: 'globe', risk: 'MEDIUM', returns: [12, 20], timeframe: '2-8 weeks', inputs: ['wxa/MGB/dryness/1-14/z'], window: ['12-01', '03-31'],
    description: 'Trades dry and wet turns of the forecast for Brazil in its growing season.',
    what: 'Takes the revision of missing rain in Minas Gerais, days 1 to 14, as a sign for the Brazilian crop.',
    when: 'Dec 1 to Mar 31, when the revision reaches 0.6 of a usual one.',
    how: 'Long for drier, short for wetter, 6 days; the stop lies 2 ranges away.',
    why: 'Brazil ships about half of all exported beans. One cell stands for a country here: Mato Grosso can be wet while Minas is dry.',
  }),
  row('EXPORT_DEMAND', 'MOM', { n: 40, e: 0.4 }, {
    name: 'Shipping season', icon: 'ship', risk: 'MEDIUM', returns: [10, 18], timeframe: '3-8 weeks', window: ['09-01', '02-28'],
    description: 'Follows the soybean trend in the months in which America ships.',
    what: 'Goes with the move of 40 days, long or short.',
    when: 'From Sep 1 to Feb 28, once the move measures 0.4 deviations.',
    how: 'Stop 2 ranges, target 4; over when the move is taken back or the season ends.',
    why: 'Orders for the new crop arrive in waves that take weeks to load. When buyers turn to Brazil early the trend stops at harvest prices, long before the calendar says so.',
  }),
  row('CHINA_BUYING', 'BRK', { n: 20, k: 0.3 }, {
    name: 'Purchase waves', icon: 'bolt', risk: 'MEDIUM', returns: [12, 20], timeframe: '5-20 days', sides: 'LONG',
    description: 'Buys soybeans that break out as they do when a large buyer returns.',
    what: 'Goes long at a new high: purchases are announced after they were made, the price shows them before.',
    when: 'The close is 0.3 of an average range above the channel of 20 days.',
    how: 'Leaves at the low of the last ten days, at a stop of 2 ranges, or after 20 days.',
    why: 'State buyers come in series of cargoes rather than one. Every other reason for a new high looks the same, and in a quiet year most such highs are bought at the top.',
  }),
  row('SEASONAL_SPREAD', 'SPRD', { place: 0, n: 60, e: 1.4, x: 0.3 }, {
    ...PAIR, name: 'Old beans, new beans', icon: 'calendar', risk: 'LOW', returns: [8, 12], timeframe: '1-4 months', window: ['11-20', '06-15'],
    inputs: ['spread/SOYB/Jul-Nov'], legs: calendarPair('SOYB', 'Jul', 'Nov'),
    description: 'Fades the premium of July beans over the November harvest when it is stretched.',
    what: 'Sets July, which needs beans from the bin, against November, which needs beans from the field.',
    when: 'Nov 20 to Jun 15, at 1.4 deviations from the mean of 60 days.',
    how: 'The same size in both months; finished at 0.3 deviations, after 4 months, or with the window.',
    why: 'Two crops are joined by what is carried over, and merchants move that to where it pays. When the bins are empty July can rise alone until shipments stop.',
  }),
  row('CRUSH_SPREAD', 'SPRD', { place: 0, n: 90, e: 1.5, x: 0.3 }, {
    ...PAIR, name: 'Beans against feed wheat', icon: 'factory', risk: 'LOW', returns: [8, 15], timeframe: '1-3 months',
    inputs: ['spread/SOYB-WHEAT/feed'], legs: pair('SOYB', 1, 'WHEAT', 1, 1.8),
    description: 'Trades soybeans against wheat as a source of feed, for want of meal and oil.',
    what: 'Meal and bean oil are not traded here, so the worth of a crushed bean is judged by 1.8 bushels of wheat, about what one has cost in the other.',
    when: 'The difference is 1.5 deviations from its mean of 90 days.',
    how: 'Soybeans on one side, 1.8 times as much wheat on the other; out within 0.3 deviations or after 3 months.',
    why: 'Feed mills replace protein and energy where they are cheap. Wheat has a war premium of its own that no feed mill can arbitrage, which makes this a loose proxy.',
  }),
  row('CROP_ROTATION', 'SPRD', { place: 0, n: 120, e: 1.3, x: 0.3 }, {
    ...PAIR, name: 'Beans for acres', icon: 'swap', risk: 'LOW', returns: [8, 12], timeframe: '2-6 months', window: ['01-01', '05-31'],
    inputs: ['spread/SOYB-CORN/acreage'], legs: pair('SOYB', 1, 'CORN', 1, 2.4),
    description: 'Trades soybeans back towards 2.4 times corn before planting.',
    what: 'Uses the ratio that decides whether the next field is sown with beans or corn.',
    when: 'Jan 1 to May 31, when beans less 2.4 corn are 1.3 deviations off the average of 120 days.',
    how: 'A unit of beans against 2.4 units of corn, together in and out; the aim is 0.3 deviations.',
    why: 'Farmers plant what pays, and that narrows the gap by autumn. A trade quarrel can make one of the two unsaleable, and then acres follow prices down instead of closing the ratio.',
  }),
  row('CURRENCY_HEDGE', 'HEDGE', { place: 0, n: 90, e: 0.4 }, {
    ...SLOW, name: 'Beans without the real', icon: 'coin', risk: 'LOW', returns: [5, 10], timeframe: '1-6 months', inputs: ['hedge/BRL'],
    description: "Follows the soybean trend that Brazil's currency does not explain.",
    what: 'Removes what soybeans owe to the real, which decides how much Brazilian farmers sell, and follows the rest.',
    when: 'What is left has moved 0.4 deviations over 90 days.',
    how: 'Soybeans alone, long or short, behind a stop of 4 ranges; the trend itself is the exit.',
    why: 'A weak real brings old beans to port and lowers the dollar price for a while. The real trades on politics too, and such weeks spoil the beta.',
  }),
  row('SUPPLY_CHAIN', 'CARRY', { place: 0, e: 0.03, every: 5 }, {
    ...SLOW, name: 'Bean backwardation', icon: 'anchor', risk: 'LOW', returns: [8, 12], timeframe: '1-3 months', sides: 'LONG', inputs: ['carry/SOYB/slope'],
    description: 'Owns soybeans while crushers pay more for the near month than for the next.',
    what: 'Collects the slope of a curve that falls with time.',
    when: 'The slope passes 3% a year; the question is put every 5 days.',
    how: 'Long only, no target, a stop 4 ranges down, at most 3 months.',
    why: 'Backwardation rewards whoever holds what is short today. It is steepest just before a new crop, which is also when it ends.',
  }),
];
