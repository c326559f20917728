/**
 * The ten playbooks of heating oil.
 * It knows rows of data; it refuses gallons and barrels in one sum: cracks are told in barrels.
 */
import type { PlaybookRow } from '../playbook';
import { PAIR, SLOW, SLOWEST, afterReport, calendarPair, gate, onChance, pair, reportInputs, revision, rowsOf } from './row';

const row = rowsOf('oil');
/** A barrel of crude to 42 gallons of oil: a gallon takes this part of a barrel. */
const BARREL_A_GALLON = 1 / 42;

export const OIL_PLAYBOOKS: readonly PlaybookRow[] = [
  row('COLD_SNAP', 'WXA', revision(0.7, 4, 1), {
    name: 'Cold snap', icon: 'snowflake', risk: 'HIGH', returns: [20, 35], timeframe: '2-10 days', inputs: ['wxa/HO/heating/1-10/z'], window: ['11-01', '03-31'],
    description: 'Trades colder and milder turns of the forecast for the Northeast.',
    what: 'Takes the revision of heating degree days 1 to 10 where homes still burn oil.',
    when: 'Nov 1 to Mar 31, when a day brings 0.7 of a usual revision.',
    how: 'With the revision for 4 days, stop 3 ranges, target three times the stop.',
    why: 'Tanks in the Northeast are small and filled by barge, so a cold week shows at once. Oil follows crude on most days, and no forecast of New York tells what crude will do.',
  }),
  row('CRACK_SPREAD', 'SPRD', { place: 0, n: 60, e: 1.6, x: 0.3 }, {
    ...PAIR, name: 'Crack spread', icon: 'factory', risk: 'MEDIUM', returns: [12, 20], timeframe: '1-8 weeks',
    inputs: ['spread/HO-CL/crack'], legs: pair('HO', 1, 'CL', 1, BARREL_A_GALLON),
    description: "Fades the refiner's margin on heating oil when it is stretched.",
    what: 'Trades 42 gallons of heating oil against the barrel of crude that they came from.',
    when: 'The margin is 1.6 deviations off its mean of 60 days.',
    how: 'Barrel for barrel on opposite sides; out within 0.3 deviations or after 8 weeks.',
    why: 'A wide margin makes refiners run harder, a thin one makes them stop units, and both bring it back. With refineries lost for good the old mean is no anchor.',
  }),
  row('HURRICANE_REFINERY', 'EVT', onChance(1.2, 0.4, 12), {
    ...PAIR, name: 'Refinery storm', icon: 'storm', risk: 'HIGH', returns: [25, 40], timeframe: '2-12 days', sides: 'LONG', isRare: true,
    inputs: ['evt/storm/gulf/strength'], legs: pair('HO', 1, 'CL', 1, BARREL_A_GALLON),
    description: 'Buys the crack before a hurricane that may shut refineries on the Gulf.',
    what: 'Long heating oil and short as much crude, because a flooded refinery makes none of the one and buys none of the other.',
    when: 'Chance of landfall times category passes 1.2, such as four in ten for a storm of category 3.',
    how: 'One gallon against a forty-second of a barrel; both go below 0.4 or after 12 days.',
    why: 'In 2017 Harvey took a third of the intake of Gulf refineries. Most tracks turn away, and fuel from the rest of the world fills the gap within weeks.',
  }),
  row('DISTILLATE_DRAW', 'EVT', afterReport(0.75, 2), {
    name: 'Distillate report', icon: 'drop', risk: 'MEDIUM', returns: [12, 20], timeframe: '1-5 days', inputs: reportInputs('EIA-petroleum', 'HO'),
    description: 'Goes with the surprise of the weekly distillate stocks for two days.',
    what: 'Buys after a draw that nobody expected, sells after such a build.',
    when: 'The Wednesday figure differs from what was expected by 0.75 deviations or more.',
    how: 'In at the next open, out after 2 days; stop 2 ranges.',
    why: 'Desks adjust over a day or two, not in a minute. One figure a week holds errors of counting, and the next often takes them back.',
  }),
  row('WINTER_STOCKBUILD', 'SEAS', { window: { from: '08-15', to: '11-30' }, dir: 'LONG' }, {
    ...SLOW, name: 'Winter stockbuild', icon: 'calendar', risk: 'MEDIUM', returns: [10, 18], timeframe: '2-4 months', sides: 'LONG', isRare: true,
    inputs: ['carry/HO/slope'], gates: [gate(0, 'above', 0, 'the near month is the dearer one')],
    description: 'Is long while dealers fill their tanks, if the market is tight already.',
    what: 'Holds heating oil through the months in which stocks are built for the cold.',
    when: 'Aug 15 to Nov 30, entered only when the deseasonalised curve slopes down.',
    how: 'A single long position, stop 4 ranges, closed with November.',
    why: 'Buying before winter is known to all and priced long ahead; a curve in backwardation says that it has not been enough. A warm autumn leaves full tanks and no buyers.',
  }),
  row('GAS_OIL_SWITCH', 'EVT', onChance(0.25, 0.1, 15), {
    name: 'Fuel switch', icon: 'flame', risk: 'MEDIUM', returns: [12, 20], timeframe: '3-15 days', sides: 'LONG', inputs: ['evt/gas-spike/chance'],
    description: 'Buys oil when gas may become too dear or too scarce to burn.',
    what: 'Is long heating oil ahead of a leap in cash gas, when plants with two fuels change over.',
    when: 'The chance of extreme cold or frozen wells within five days is above 25%.',
    how: 'Leaves under 10% or after 15 days, stop 2 ranges, target 4.',
    why: 'Dual-fuel plants in New York and New England burn oil when pipes are full. They hold tanks for the first days, so the market feels it only in a long spell.',
  }),
  row('SEASONAL_SPREAD', 'SPRD', { place: 0, n: 60, e: 1.4, x: 0.3 }, {
    ...PAIR, name: 'Winter against spring', icon: 'swap', risk: 'LOW', returns: [8, 12], timeframe: '1-3 months', window: ['05-28', '12-10'],
    inputs: ['spread/HO/Jan-Apr'], legs: calendarPair('HO', 'Jan', 'Apr'),
    description: 'Fades a stretched winter premium of January over April.',
    what: 'Trades the coldest month against the one in which the heating ends.',
    when: 'May 28 to Dec 10, with the premium 1.4 deviations off its 60-day average.',
    how: 'As many gallons of each; over at 0.3 deviations, after 3 months, or on Dec 10.',
    why: 'Before winter the premium is opinion, and opinion swings round its mean. Once the cold is there it is fact, which is why the window ends before.',
  }),
  row('TREND_FOLLOW', 'MOM', { n: 60, e: 0.4 }, {
    ...SLOW, name: 'Distillate trend', icon: 'chart', risk: 'MEDIUM', returns: [10, 18], timeframe: '1-6 months',
    description: 'Follows the quarterly trend of heating oil in both directions.',
    what: 'Stays with the move of 60 days for as long as it lasts.',
    when: 'The move is 0.4 of its own deviation or larger.',
    how: 'Stop 4 ranges, no target; out when sixty days have brought nothing.',
    why: 'Freight, trucking and industry turn slowly, and so do their stocks of diesel. Trends of oil end in gaps after meetings and truces.',
  }),
  row('CURRENCY_HEDGE', 'HEDGE', { place: 0, n: 90, e: 0.4 }, {
    ...SLOWEST, name: 'Oil without the dollar', icon: 'coin', risk: 'LOW', returns: [5, 10], timeframe: '1-6 months', inputs: ['hedge/USD'],
    description: "Follows heating oil net of the dollar's own swings.",
    what: 'Measures how far the dollar index has carried the price and trends on the rest.',
    when: 'The rest has gone 0.4 deviations in 90 days.',
    how: 'Only the oil is traded; a wide stop of 6 ranges and the turn of the trend end it.',
    why: 'A barrel priced in dollars falls when the dollar rises, whatever demand does. In crises both rise together, and the beta then points the wrong way.',
  }),
  row('SUPPLY_CHAIN', 'CARRY', { place: 0, e: 0.05, every: 5 }, {
    ...SLOW, name: 'Distillate backwardation', icon: 'anchor', risk: 'LOW', returns: [8, 12], timeframe: '1-3 months', sides: 'LONG', inputs: ['carry/HO/slope'],
    description: 'Owns heating oil while prompt barrels earn more than late ones.',
    what: 'Holds the near month of a curve that falls more than its season does.',
    when: 'More than 5% a year, looked up every 5 days.',
    how: 'Long with a stop 4 ranges away, at most 3 months in one go.',
    why: 'Low tanks make prompt oil worth a premium and the holder rolls down into it. Imports arrive within a month, and the premium with the tanker.',
  }),
];
