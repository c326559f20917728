/**
 * The eleven playbooks of crude oil.
 * It knows rows of data; it refuses to take a price below zero for an error.
 */
import type { PlaybookRow } from '../playbook';
import { PAIR, SLOW, SLOWEST, afterReport, gate, onChance, pair, reportInputs, rowsOf } from './row';

const row = rowsOf('crude-oil');

export const CRUDE_OIL_PLAYBOOKS: readonly PlaybookRow[] = [
  row('TREND_FOLLOW', 'MOM', { n: 60, e: 0.4 }, {
    ...SLOW, name: 'Crude trend', icon: 'chart', risk: 'MEDIUM', returns: [12, 20], timeframe: '1-9 months',
    description: 'Follows the slow trend that the economy and producers give to crude.',
    what: 'Holds the side of the last 60 days, sized by how restless the price is.',
    when: 'The move of those days is at least 0.4 deviations.',
    how: 'No target, a stop 4 ranges away, and out when the move is back at zero.',
    why: 'Wells take months to drill and years to decline, so gluts and shortages last. Each sudden peace or price war costs a trend follower the profits of a quarter.',
  }),
  row('HURRICANE_GULF', 'EVT', onChance(1, 0.3, 10), {
    name: 'Gulf shut-in', icon: 'storm', risk: 'HIGH', returns: [20, 35], timeframe: '2-10 days', sides: 'LONG', isRare: true, inputs: ['evt/storm/gulf/strength'],
    description: 'Buys crude before a hurricane that empties the platforms.',
    what: 'Is long while platforms in the Gulf may be left and wells shut.',
    when: 'Chance of landfall times category is above 1, such as one in three for a category 3.',
    how: 'Leaves under 0.3 or after 10 days, three ranges of stop and nine of target.',
    why: 'Ida took 96% of the oil of the Gulf off line for days. Refineries stop as well, so crude may pile up on land, and the premium is gone soon after landfall.',
  }),
  row('INVENTORY_DRAW', 'EVT', afterReport(0.75, 2), {
    name: 'Inventory report', icon: 'drop', risk: 'MEDIUM', returns: [12, 20], timeframe: '1-5 days', inputs: reportInputs('EIA-petroleum', 'CL'),
    description: 'Follows the weekly crude stocks when they surprise.',
    what: 'Long after an unexpected draw of crude, short after an unexpected build.',
    when: 'The surprise of the weekly report is 0.75 deviations or larger.',
    how: 'From the open after it for 2 days; stop 2 ranges, target 4.',
    why: 'Large books cannot turn in one morning. Imports and exports swing by millions of barrels with the weather at the ports, and the next week then shows the opposite.',
  }),
  row('CONTANGO_CARRY', 'CARRY', { place: 0, e: 0.04, every: 5 }, {
    ...SLOW, name: 'Contango carry', icon: 'coin', risk: 'LOW', returns: [8, 15], timeframe: '1-6 months', inputs: ['carry/CL/slope'],
    description: 'Takes the roll yield of crude on both sides of the curve.',
    what: 'Short when the next month is dearer than the near one, long when it is cheaper.',
    when: 'The slope is beyond 4% a year either way, read every 5 days.',
    how: 'A stop of 4 ranges, no target; each roll is where the carry is earned.',
    why: 'Contango pays whoever owns tanks and costs whoever owns futures. When tanks are full the near month can fall below zero, and when they drain it leaps: carry is small beside either.',
  }),
  row('OPEC_EVENT', 'EVT', afterReport(0.5, 5), {
    name: 'OPEC decision', icon: 'globe', risk: 'HIGH', returns: [20, 35], timeframe: '3-15 days', inputs: reportInputs('OPEC', 'CL'),
    description: 'Goes with what a meeting of producers decided against expectations.',
    what: 'Trades the sign of the surprise in the quota of the producers.',
    when: 'After a meeting whose decision is 0.5 deviations or more off what was expected; there are six a year.',
    how: 'For 5 days from the next open; the stop is 3 ranges away, the target nine.',
    why: 'Cuts are announced in one hour and loaded over weeks, and trust in them grows slowly. What was agreed is often not kept, and leaks tell most of it before.',
  }),
  row('VOLATILITY_SQUEEZE', 'VOLR', { n: 20, lo: 0.7, hi: null, k: 0.2, e: 1, x: 0.3 }, {
    name: 'Volatility squeeze', icon: 'bolt', risk: 'HIGH', returns: [18, 28], timeframe: '2-10 days',
    description: 'Follows crude out of a month that has gone quiet.',
    what: 'Waits until short-run volatility is low against that of 20 days, then takes the side of the break.',
    when: 'The ratio is under 0.7 and the close is 0.2 of a range outside the channel.',
    how: 'Three ranges of stop, nine of target, 10 days of time.',
    why: 'Sellers of options are hedged for quiet, and a break makes them all trade the same way. A false break does so too, for one day.',
  }),
  row('SEASONAL_DRIVING', 'SEAS', { window: { from: '02-15', to: '06-15' }, dir: 'LONG', filter: { n: 60, zMin: -0.5, zMax: null } }, {
    ...SLOW, name: 'Driving season', icon: 'sun', risk: 'LOW', returns: [8, 12], timeframe: '2-4 months', sides: 'LONG',
    description: 'Is long crude while refineries come back from maintenance for summer.',
    what: 'Holds the season in which runs rise towards the peak of petrol demand.',
    when: 'Feb 15 to Jun 15, unless the close is more than 0.5 deviations below its 60-day average.',
    how: 'One long position behind a stop of 4 ranges, closed when the window is.',
    why: 'Refiners buy crude weeks before they sell fuel. The season is the best known of all, and a weak economy cancels it without notice.',
  }),
  row('CRACK_HEDGE', 'SPRD', { place: 0, n: 60, e: 1.6, x: 0.3 }, {
    ...PAIR, name: 'Crack hedge', icon: 'factory', risk: 'LOW', returns: [8, 15], timeframe: '2-8 weeks',
    inputs: ['spread/CL-HO/crack'], legs: pair('CL', 1, 'HO', 1, 42),
    description: 'Trades crude against its distillate, from the side of the barrel.',
    what: 'Buys crude and sells heating oil when the barrel is cheap against its product, and the reverse.',
    when: 'Crude less 42 gallons of oil is 1.6 deviations from its 60-day mean.',
    how: 'One barrel against 42 gallons; back within 0.3 deviations or after 8 weeks both are closed.',
    why: 'Refining margins hold crude and product together as a hedge holds a producer. A cold winter pulls the product away for months, and the barrel has no reason to follow.',
  }),
  row('MEAN_REVERT', 'REV', { n: 20, e: 1.8, x: 0.4 }, {
    name: 'Crude reversion', icon: 'scales', risk: 'LOW', returns: [8, 15], timeframe: '2-10 days',
    inputs: ['evt/storm/gulf/chance'], gates: [gate(0, 'below', 0.2, 'no hurricane is likely in the Gulf')],
    description: 'Fades crude that went too far from its monthly average without a storm.',
    what: 'Leans against a close 1.8 deviations off the 20-day average.',
    when: 'Only while a hurricane in the Gulf has a chance below 20%.',
    how: 'Out within 0.4 deviations or after 10 days; stop 1.5 ranges.',
    why: 'Forced selling and stop runs overshoot and are bought back. Crude trends in crises, and this is the card that fights them.',
  }),
  row('CURRENCY_HEDGE', 'HEDGE', { place: 0, n: 90, e: 0.4 }, {
    ...SLOWEST, name: 'Crude without the dollar', icon: 'anchor', risk: 'LOW', returns: [5, 10], timeframe: '1-6 months', inputs: ['hedge/USD'],
    description: 'Follows the part of crude that is not the dollar.',
    what: 'Nets the dollar index out of each daily move and adds up the remains.',
    when: 'They come to 0.4 deviations over 90 days.',
    how: 'In crude only, with them, until they turn; a stop of 6 ranges for the accidents.',
    why: 'Buyers abroad pay in their own money, so a strong dollar weighs on the barrel. Since America exports oil the link has weakened and at times changed its sign.',
  }),
  row('SUPPLY_CHAIN', 'BRK', { n: 55, k: 0.3 }, {
    name: 'Tight-market breakout', icon: 'ship', risk: 'MEDIUM', returns: [10, 18], timeframe: '3-12 weeks', isRare: true, sides: 'LONG',
    inputs: ['carry/CL/slope'], gates: [gate(0, 'above', 0, 'the curve is in backwardation')],
    description: 'Buys new highs of crude when the curve says that oil is short.',
    what: 'Takes upward breaks only where prompt barrels are paid a premium.',
    when: 'The close is 0.3 of a range above the high of 55 days and the slope of the curve is above zero.',
    how: 'Risks 2 ranges for 4; out at the low of 27 days or after 12 weeks.',
    why: 'A high price with a falling curve is a shortage, one with a rising curve is a fashion. Reserves released by governments end shortages on paper at once.',
  }),
];
