/**
 * The eleven playbooks of cotton.
 * It knows rows of data; it refuses to take West Texas for the world, though it is all the weather that it reads.
 */
import type { PlaybookRow } from '../playbook';
import { PAIR, SLOW, SLOWEST, calendarPair, gate, gateThatEnds, onChance, pair, revision, rowsOf } from './row';

const row = rowsOf('cotton');

export const COTTON_PLAYBOOKS: readonly PlaybookRow[] = [
  row('WEATHER_CROP', 'WXA', revision(0.6, 4, 1), {
    name: 'West Texas weather', icon: 'leaf', risk: 'MEDIUM', returns: [15, 25], timeframe: '3-15 days', inputs: ['wxa/CT/yield-loss/1-14/z'], window: ['05-15', '09-15'],
    description: 'Trades what heat and dry weeks should cost the cotton of West Texas.',
    what: 'Goes with the revision of the expected loss on days 1 to 14.',
    when: 'May 15 to Sep 15, when it is 0.6 of a usual revision or larger.',
    how: 'For 4 days with the sign of the change; 2 ranges at risk for 4.',
    why: 'A third of the American crop grows on the High Plains, much of it without irrigation. Farmers there insure and abandon fields early, so late rain changes the map less than the price.',
  }),
  row('DROUGHT_PREMIUM', 'MOM', { n: 15, e: 0.2 }, {
    name: 'Abandoned acres', icon: 'drop', risk: 'HIGH', returns: [20, 35], timeframe: '2-12 weeks', sides: 'LONG',
    inputs: ['gate/soil/LBB', 'gate/rain/LBB'], gates: [gate(0, 'below', -1, 'the soil of West Texas is in drought'), gateThatEnds(1, 'below', 1, 'no soaking rain is forecast for West Texas')],
    description: 'Goes with rising cotton while dry fields are being given up.',
    what: 'Follows a 15-day rise in a drought of the High Plains.',
    when: 'Soil water is 1 deviation under normal and the rise is 0.2 deviations or more.',
    how: 'Over at an inch of rain in five days of forecast, at the end of the rise, or after 12 weeks; stop 3 ranges.',
    why: 'Abandonment can take half of the planted land and is counted late. It also caps the loss: what is abandoned in June cannot be lost again in August.',
  }),
  row('HEAT_STRESS', 'EVT', onChance(0.35, 0.15, 12), {
    name: 'Boll heat', icon: 'sun', risk: 'MEDIUM', returns: [15, 25], timeframe: '3-12 days', sides: 'LONG', window: ['07-01', '08-31'], isRare: true,
    inputs: ['evt/heat-dome/LBB/chance'],
    description: 'Buys when a dome of heat may make the plants shed their bolls.',
    what: 'Is long cotton while days of a mean above 91 F threaten West Texas.',
    when: 'Jul 1 to Aug 31, when the chance of such a dome within ten days passes 35%.',
    how: 'Ends below 15% or after 12 days; stop 2 ranges, target double.',
    why: 'Cotton likes heat until it cannot cool itself, and then drops what it has set. A plant with water outlasts a dome, so the same heat costs little after a wet June.',
  }),
  row('HURRICANE_DELTA', 'EVT', onChance(0.9, 0.3, 10), {
    name: 'Open-boll storm', icon: 'storm', risk: 'HIGH', returns: [20, 35], timeframe: '2-10 days', sides: 'LONG', window: ['08-01', '10-31'], isRare: true,
    inputs: ['evt/storm/delta/strength'],
    description: 'Buys before a hurricane over cotton that stands open.',
    what: 'Is long while a storm may cross the Delta or the Southeast between opening and picking.',
    when: 'Aug 1 to Oct 31, when the expected category there is above 0.9.',
    how: 'Out under 0.3 or after 10 days; stop 3 ranges, target nine.',
    why: 'Rain and wind string the lint out of open bolls and stain what stays. The damage is to grade as much as to weight, and the contract pays for one grade only.',
  }),
  row('EXPORT_DEMAND', 'MOM', { n: 40, e: 0.4 }, {
    name: 'Mill buying', icon: 'ship', risk: 'MEDIUM', returns: [10, 18], timeframe: '3-8 weeks', sides: 'LONG',
    inputs: ['gate/USD/trend'], gates: [gate(0, 'below', 0, 'the dollar is lower than sixty days ago')],
    description: 'Follows rising cotton while a weaker dollar helps mills abroad to buy.',
    what: 'Buys an uptrend of 40 days: most American cotton is spun elsewhere.',
    when: 'The rise is 0.4 deviations or more and the dollar falls.',
    how: 'Two ranges (2) of stop, 4 of target, 8 weeks of time.',
    why: 'Mills fix prices against orders they have already taken, later and in steps. When fashion turns they cancel all at once.',
  }),
  row('POLYESTER_SPREAD', 'SPRD', { place: 0, n: 120, e: 1.5, x: 0.3 }, {
    ...PAIR, name: 'Cotton against polyester', icon: 'factory', risk: 'LOW', returns: [8, 15], timeframe: '1-4 months',
    inputs: ['spread/CT-CL/polyester'], legs: pair('CT', 1, 'CL', 1, 1),
    description: 'Trades cotton against crude oil, of which its rival fibre is made.',
    what: 'Sets a pound of cotton in cents against a barrel of crude in dollars, two numbers that have been of one size.',
    when: 'The difference is 1.5 deviations from its 120-day mean.',
    how: 'Equal sizes on opposite sides; both leave within 0.3 deviations or after 4 months.',
    why: 'Spinners blend the cheaper fibre in. Between crude and a shirt lie several factories, so the link needs quarters and crude has wars of its own.',
  }),
  row('SEASONAL_SPREAD', 'SPRD', { place: 0, n: 60, e: 1.4, x: 0.3 }, {
    ...PAIR, name: 'Cotton crop years', icon: 'calendar', risk: 'LOW', returns: [8, 12], timeframe: '1-4 months', window: ['12-15', '06-15'],
    inputs: ['spread/CT/Jul-Dec'], legs: calendarPair('CT', 'Jul', 'Dec'),
    description: 'Fades July cotton that has parted too far from the new crop.',
    what: 'Trades the last bales of the old season against the first of the next.',
    when: 'Dec 15 to Jun 15, when the gap is 1.4 deviations from the average of 60 days.',
    how: 'The same number of pounds on both sides, until 0.3 deviations or 4 months.',
    why: 'Bales keep, so a wide carry pays for storing them. Mills that have not fixed their prices must buy July before it ends, and such squeezes go to extremes.',
  }),
  row('HARVEST_PRESSURE', 'SEAS', { window: { from: '08-15', to: '11-10' }, dir: 'SHORT' }, {
    ...SLOW, name: 'Cotton harvest', icon: 'leaf', risk: 'MEDIUM', returns: [10, 18], timeframe: '4-10 weeks', isRare: true, sides: 'SHORT', inputs: ['impact/CT/yield-loss/1-14'],
    gates: [gate(0, 'below', 0.0001, 'the forecast takes nothing from the crop'), gateThatEnds(0, 'below', 0.01, 'less than 1% of the cotton is at risk')],
    description: 'Is short while a safe crop comes to the gins.',
    what: 'Sells the weeks in which pickers, gins and hedgers all bring supply.',
    when: 'Aug 15 to Nov 10, if the fortnight ahead costs no more than it usually does.',
    how: 'Covered at a loss of 1% in the forecast, at a stop of 4 ranges, or when the window closes.',
    why: 'Merchants hedge what they buy from farmers by selling futures. A hurricane late in the season finds the bolls open and the sellers short.',
  }),
  row('CROP_ROTATION', 'SPRD', { place: 0, n: 150, e: 1.3, x: 0.3 }, {
    ...PAIR, name: 'Cotton for acres', icon: 'swap', risk: 'LOW', returns: [5, 10], timeframe: '3-9 months',
    inputs: ['spread/CT-CORN/acreage'], legs: pair('CT', 1, 'CORN', 1, 0.16),
    description: 'Trades cotton towards 0.16 of corn, which competes for the same fields in the South.',
    what: 'Follows the choice of farmers who can grow either.',
    when: 'Cotton less 0.16 corn is 1.3 deviations off its mean of 150 days.',
    how: 'One unit of cotton, 0.16 units of corn against it; to 0.3 deviations or for 9 months.',
    why: 'Acres move to the better price and bring it down. Pickers and gins are paid for already and keep farmers in cotton longer than the ratio says.',
  }),
  row('CURRENCY_HEDGE', 'HEDGE', { place: 0, n: 90, e: 0.4 }, {
    ...SLOWEST, name: 'Cotton without the dollar', icon: 'coin', risk: 'LOW', returns: [5, 10], timeframe: '1-6 months', inputs: ['hedge/USD'],
    description: 'Follows cotton as spinners abroad would see it.',
    what: 'Strips the dollar index from cotton by a rolling beta and goes with the trend that stays.',
    when: 'It has covered 0.4 deviations in 90 days.',
    how: 'Long or short cotton with 6 ranges of room and half a year of patience.',
    why: 'An index of rich currencies is not the money of Vietnam or Turkey, where the cotton goes. It is the best that is published daily, and no more than that.',
  }),
  row('SUPPLY_CHAIN', 'CARRY', { place: 0, e: 0.04, every: 5 }, {
    ...SLOW, name: 'Mill stocks', icon: 'anchor', risk: 'LOW', returns: [8, 12], timeframe: '1-3 months', sides: 'LONG', inputs: ['carry/CT/slope'],
    description: 'Owns cotton while mills pay more for bales now than for bales later.',
    what: 'Holds the near month of an inverted curve.',
    when: 'The slope without its season is above 4% a year, weighed every 5 days.',
    how: 'Long only behind 4 ranges, no target, a quarter at most.',
    why: 'Mills keep few bales when money is dear and pay up when they run out. State reserves in Asia are sold into such markets, and no curve announces it.',
  }),
];
