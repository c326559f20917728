/**
 * The eleven playbooks of wheat.
 * It knows rows of data; it refuses to tell a war from a drought, for the price alone does not.
 */
import type { PlaybookRow } from '../playbook';
import { PAIR, SLOW, SLOWEST, calendarPair, gate, gateThatEnds, onChance, pair, revision, rowsOf } from './row';

const row = rowsOf('wheat');

export const WHEAT_PLAYBOOKS: readonly PlaybookRow[] = [
  row('WEATHER_CROP', 'WXA', revision(0.6, 4, 1), {
    name: 'Plains weather', icon: 'leaf', risk: 'MEDIUM', returns: [15, 25], timeframe: '3-15 days', inputs: ['wxa/WHEAT/yield-loss/1-14/z'], window: ['04-01', '06-30'],
    description: 'Trades what each forecast adds to or takes from the winter wheat of Kansas.',
    what: 'Measures the loss from drought and heat in Kansas over days 1 to 14 and goes with its revision.',
    when: 'Apr 1 to Jun 30, while heads fill, at 0.6 of a usual revision.',
    how: 'Four days at most (4 bars), stop 2 ranges, target twice the stop.',
    why: 'Kansas grows more winter wheat than any other state and May decides its weight. The world grows wheat in every month, so a local loss is soon outbid by a good crop on the Black Sea.',
  }),
  row('WINTERKILL_RISK', 'EVT', onChance(0.3, 0.1, 10), {
    name: 'Winterkill', icon: 'snowflake', risk: 'HIGH', returns: [20, 35], timeframe: '3-10 days', sides: 'LONG', window: ['12-01', '03-31'],
    inputs: ['evt/winterkill/ICT/chance'],
    description: 'Buys when deep cold may strike bare wheat fields.',
    what: 'Is long wheat while lows under 5 F threaten ground in Kansas that no snow covers.',
    when: 'Dec 1 to Mar 31, when the likeliest of ten nights has a chance above 30%.',
    how: 'Ends below 10% or after 10 days, stop 3 ranges, target three times the risk.',
    why: 'Cold kills crowns that have no blanket, and nobody can count the dead plants before spring. Wheat tillers again, so most scares turn out to have cost little.',
  }),
  row('DROUGHT_PREMIUM', 'MOM', { n: 15, e: 0.2 }, {
    name: 'Plains drought', icon: 'sun', risk: 'HIGH', returns: [20, 35], timeframe: '2-12 weeks', isRare: true, sides: 'LONG',
    inputs: ['gate/soil/ICT', 'gate/rain/ICT'], gates: [gate(0, 'below', -1, 'the soil of Kansas is in drought'), gateThatEnds(1, 'below', 1, 'less than an inch of rain is forecast for Kansas')],
    description: 'Follows rising wheat in a drought of the Plains.',
    what: 'Takes the long side of a 15-day trend while the root zone in Kansas is dry.',
    when: 'Soil water is 1 deviation under normal and the rise is at least 0.2 deviations.',
    how: 'Until an inch of rain shows in the five-day forecast, the trend ends, or 12 weeks pass; stop 3 ranges.',
    why: 'Plains droughts last for months and abandonment is settled late. Winter drought matters less than it seems: the crop is dormant and needs its water in April.',
  }),
  row('GEOPOLITICAL_PREMIUM', 'BRK', { n: 40, k: 0.3 }, {
    name: 'Supply shock', icon: 'globe', risk: 'HIGH', returns: [25, 40], timeframe: '1-6 weeks', sides: 'LONG',
    description: 'Goes along with a leap to new highs, as when a port is closed.',
    what: 'Buys wheat that breaks out upwards; shocks to exports arrive as jumps that go on.',
    when: 'A close lies 0.3 of a range above the highest of 40 days.',
    how: 'A wide stop of 3 ranges, target nine; out at the low of the last twenty days or after 6 weeks.',
    why: 'Importers that fear for supply buy first and ask later. When the corridor opens again the whole leap is handed back within days.',
  }),
  row('FEED_SUBSTITUTION', 'SPRD', { place: 0, n: 90, e: 1.5, x: 0.3 }, {
    ...PAIR, name: 'Feed wheat', icon: 'swap', risk: 'LOW', returns: [8, 15], timeframe: '1-3 months',
    inputs: ['spread/WHEAT-CORN/feed'], legs: pair('WHEAT', 1, 'CORN', 1, 1.25),
    description: 'Trades wheat against 1.25 times corn, where animals can eat either.',
    what: 'Pairs the two grains that a feed mill may exchange for one another.',
    when: 'Wheat less 1.25 corn stands 1.5 deviations off its 90-day mean.',
    how: 'A bushel of wheat against 1.25 of corn; both closed within 0.3 deviations or after 3 months.',
    why: 'Cheap wheat goes to the trough and lifts itself back over corn. Dear wheat has no such ceiling: nobody bakes bread from corn.',
  }),
  row('SEASONAL_SPREAD', 'SPRD', { place: 0, n: 60, e: 1.4, x: 0.3 }, {
    ...PAIR, name: 'Wheat crop years', icon: 'calendar', risk: 'LOW', returns: [8, 12], timeframe: '1-4 months', window: ['12-20', '04-20'],
    inputs: ['spread/WHEAT/May-Dec'], legs: calendarPair('WHEAT', 'May', 'Dec'),
    description: 'Fades a stretched May against the December after the harvest.',
    what: 'Sets the last full month of the old wheat against the new crop in store.',
    when: 'Dec 20 to Apr 20, at 1.4 deviations away from 60 days of the spread.',
    how: 'Equal bushels of both; out at 0.3 deviations and at the end of the window whatever it costs.',
    why: 'Full elevators keep December above May by no more than storage and interest. Exports can drain them in spring, and the carry then turns over for good.',
  }),
  row('HARVEST_LOW', 'SEAS', { window: { from: '07-10', to: '09-30' }, dir: 'LONG', filter: { n: 60, zMin: null, zMax: 0 } }, {
    ...SLOW, name: 'Harvest low', icon: 'leaf', risk: 'MEDIUM', returns: [10, 18], timeframe: '6-14 weeks', sides: 'LONG',
    description: 'Buys wheat that harvest selling has pushed below its average.',
    what: 'Is long after the combines have passed and farmers have sold what they cannot store.',
    when: 'Jul 10 to Sep 30, while the close is at or below its 60-day average.',
    how: 'A stop 4 ranges down, no target; ends with the window or after 14 weeks.',
    why: 'Selling is heaviest when bins are full, and later there is less of it. Harvests of the north follow in August, so the low may come a second time and lower.',
  }),
  row('EXPORT_DEMAND', 'MOM', { n: 30, e: 0.4 }, {
    name: 'Tender season', icon: 'ship', risk: 'MEDIUM', returns: [10, 18], timeframe: '2-8 weeks', window: ['07-01', '12-31'],
    description: 'Follows the wheat trend in the half year in which importers hold tenders.',
    what: 'Goes with 30 days of movement on either side.',
    when: 'Jul 1 to Dec 31, from a move of 0.4 deviations on.',
    how: 'Stop 2 ranges, target 4, until the move has gone or 8 weeks have passed.',
    why: 'Each tender shows who can still offer, and prices adjust from one to the next. Governments set quotas and taxes overnight, which breaks a trend in either direction.',
  }),
  row('CROP_ROTATION', 'SPRD', { place: 0, n: 150, e: 1.3, x: 0.3 }, {
    ...PAIR, name: 'Wheat for acres', icon: 'scales', risk: 'LOW', returns: [5, 10], timeframe: '3-9 months',
    inputs: ['spread/WHEAT-SOYB/acreage'], legs: pair('WHEAT', 1, 'SOYB', 1, 0.55),
    description: 'Trades wheat towards 0.55 of soybeans, for which it gives up its fields.',
    what: 'Compares what an acre earns with wheat and with beans, slow as such choices are.',
    when: 'The difference is 1.3 deviations away from its 150-day average.',
    how: 'One part wheat, 0.55 parts soybeans on the other side; within 0.3 deviations or 9 months both go.',
    why: 'Fields leave wheat when beans pay more, and the lost crop lifts wheat in time. In time may be two years, and demand can shift the ratio before supply does.',
  }),
  row('CURRENCY_HEDGE', 'HEDGE', { place: 0, n: 90, e: 0.4 }, {
    ...SLOWEST, name: 'Wheat without the dollar', icon: 'coin', risk: 'LOW', returns: [5, 10], timeframe: '1-6 months', inputs: ['hedge/USD'],
    description: 'Follows wheat that moves for reasons other than the dollar.',
    what: 'Estimates how wheat answers to the dollar index and follows the trend after that answer is subtracted.',
    when: 'The trend of 90 days without the dollar reaches 0.4 deviations.',
    how: 'Long or short wheat with a stop of 6 ranges, for half a year at most.',
    why: 'Wheat is sold from many countries, so its dollar price follows the exchange rate more than other grains. Black Sea sellers now set the world price and their own currencies count for more.',
  }),
  row('SUPPLY_CHAIN', 'CARRY', { place: 0, e: 0.04, every: 5 }, {
    ...SLOW, name: 'Wheat roll', icon: 'anchor', risk: 'LOW', returns: [8, 12], timeframe: '1-3 months', inputs: ['carry/WHEAT/slope'],
    description: 'Takes the roll yield of wheat on whichever side it is paid.',
    what: 'Long a falling curve, short a rising one, with the usual season of the months removed.',
    when: 'The slope is more than 4% a year to either side, checked every 5 days.',
    how: 'Behind a stop of 4 ranges and without a target; flat while the slope is small.',
    why: 'Wheat often pays full storage, and a short position earns it month by month. A short also stands in the way of each supply shock, which takes back a year of carry in a week.',
  }),
];
