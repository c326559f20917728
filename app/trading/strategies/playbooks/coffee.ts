/**
 * The ten playbooks of coffee.
 * It knows rows of data; it refuses to hide how few frosts and Pacific swings ten years hold.
 */
import type { PlaybookRow } from '../playbook';
import { PAIR, SLOW, SLOWEST, calendarPair, gate, gateThatEnds, onChance, revision, rowsOf } from './row';

const row = rowsOf('coffee');

export const COFFEE_PLAYBOOKS: readonly PlaybookRow[] = [
  row('FROST_WATCH', 'EVT', onChance(0.15, 0.05, 15), {
    name: 'Frost watch', icon: 'snowflake', risk: 'HIGH', returns: [30, 50], timeframe: '2-15 days', sides: 'LONG', window: ['06-01', '08-31'], isRare: true,
    inputs: ['evt/frost/MGB/chance'],
    description: 'Holds coffee like an option while frost may reach Minas Gerais.',
    what: 'Is long through polar air over the coffee hills of Brazil.',
    when: 'Jun 1 to Aug 31, when a daily mean under 48.5 F has a chance above 15% within ten days.',
    how: 'Many small losses for few large gains: stop 3 ranges, target nine, out below 5% or after 15 days.',
    why: 'A frozen tree bears nothing for two to three years, so one night reprices several crops. Most alarms pass, and the premium is in the price of every July.',
  }),
  row('DROUGHT_PREMIUM', 'MOM', { n: 15, e: 0.2 }, {
    name: 'Dry flowering', icon: 'drop', risk: 'HIGH', returns: [20, 35], timeframe: '2-12 weeks', sides: 'LONG', isRare: true, window: ['09-01', '11-30'],
    inputs: ['gate/soil/MGB', 'gate/rain/MGB'], gates: [gate(0, 'below', -1, 'the soil of Minas Gerais is in drought'), gateThatEnds(1, 'below', 1.5, 'the spring rain of Minas Gerais stays away')],
    description: 'Rides rising coffee when the spring rain does not come.',
    what: 'Follows a 15-day rise while trees that should flower stand in dry ground.',
    when: 'Sep 1 to Nov 30, with soil water 1 deviation short and the rise at 0.2 deviations or more.',
    how: 'Ends at 1.5 inches of rain in the five-day forecast, with the trend, or after 12 weeks; stop 3 ranges.',
    why: 'Flowers that fall in October are cherries that are missing in July. The first good rain brings a second flowering, and half of the loss with it back.',
  }),
  row('WEATHER_CROP', 'WXA', revision(0.6, 5, 1), {
    name: 'Coffee weather', icon: 'leaf', risk: 'MEDIUM', returns: [15, 25], timeframe: '3-15 days', inputs: ['wxa/KC/yield-loss/1-14/z'],
    description: 'Goes with each change of what frost and drought should cost.',
    what: 'Trades the revision of the expected loss of the crop over days 1 to 14: frost in winter, dryness at flowering.',
    when: 'In any month, at 0.6 of a usual revision; in most weeks there is nothing to revise.',
    how: 'For 5 days with the sign of the change; stop 2 ranges, target 4.',
    why: 'Roasters and funds move days after the meteorologists. Revisions are scaled by quiet weeks, so at the edge of a season a trifle can look large.',
  }),
  row('ENSO_SIGNAL', 'SEAS', { window: { from: '01-01', to: '12-31' }, dir: 'INPUT', place: 0, sign: -1, least: 0.7 }, {
    ...SLOWEST, name: 'Pacific signal', icon: 'globe', risk: 'LOW', returns: [8, 15], timeframe: '6-24 months', isRare: true, inputs: ['gate/nino/3-months-before'],
    description: 'Leans against a warm Pacific and with a cold one, a quarter later.',
    what: 'Is short coffee after a warm phase of the tropical Pacific and long after a cold one.',
    when: 'All year, while the index of three months before is at least 0.7 C from zero.',
    how: 'One slow position from Jan 1 to Dec 31 and on, stop 6 ranges; it ends when the index does.',
    why: 'Cold phases bring dry springs to southern Brazil and wet ones to Colombia. There are two or three phases in ten years, too few to tell skill from luck.',
  }),
  row('BIENNIAL_CYCLE', 'SEAS', { window: { from: '07-01', to: '06-30' }, dir: 'INPUT', place: 0, sign: -1, least: 0.5 }, {
    ...SLOWEST, name: 'Two-year bearing', icon: 'calendar', risk: 'MEDIUM', returns: [12, 20], timeframe: '6-18 months', isRare: true, inputs: ['season/KC/bearing'],
    description: 'Is long in the years of small crops and short in those of large ones.',
    what: 'Trades the rest that arabica trees take after each heavy harvest.',
    when: 'From Jul 1 to Jun 30 by the parity of the harvest: the sign of the crop is 1 or -1, so the bound of 0.5 is always met.',
    how: 'Turns once a year; a stop of 6 ranges protects it, no target.',
    why: 'Branches that bore last year have no buds this year. Everyone has known the cycle for a century, and a frost can reset it.',
  }),
  row('TREND_BREAKOUT', 'BRK', { n: 55, k: 0.3 }, {
    name: 'Coffee breakout', icon: 'bolt', risk: 'HIGH', returns: [20, 35], timeframe: '2-10 weeks',
    description: 'Catches the rare large moves of coffee at the edge of a quarter.',
    what: 'Follows a close beyond everything that the last 55 days have seen.',
    when: 'It lies 0.3 of an average range outside the channel.',
    how: 'Stop 3 ranges, target nine; leaves at the opposite edge of 27 days.',
    why: 'Coffee spends years in a band and then doubles, and nobody rings a bell. Between such years the edges of the band are where breakouts die.',
  }),
  row('SEASONAL_SPREAD', 'SPRD', { place: 0, n: 60, e: 1.4, x: 0.3 }, {
    ...PAIR, name: 'Coffee harvest spread', icon: 'swap', risk: 'LOW', returns: [8, 12], timeframe: '1-4 months', window: ['03-25', '08-15'],
    inputs: ['spread/KC/Sep-Mar'], legs: calendarPair('KC', 'Sep', 'Mar'),
    description: 'Fades September against March while Brazil picks its cherries.',
    what: 'Trades the month of plenty against the one before the next crop is safe.',
    when: 'Mar 25 to Aug 15, when the spread is 1.4 deviations from 60 days of itself.',
    how: 'Two months, equal size, one decision; at 0.3 deviations or after 4 months it is done.',
    why: 'Warehouses of the exchange hold coffee for whoever pays the carry. When certified bags run out September can be squeezed, and the far month will not follow.',
  }),
  row('EXPORT_DEMAND', 'MOM', { n: 40, e: 0.4 }, {
    name: 'Coffee shipments', icon: 'ship', risk: 'MEDIUM', returns: [10, 18], timeframe: '3-8 weeks',
    description: 'Goes with the trend that shipments leave in the price of coffee.',
    what: 'Follows 40 days of rising or falling coffee.',
    when: 'The move is worth 0.4 deviations.',
    how: 'Risks 2 ranges for 4, and not for longer than 8 weeks.',
    why: 'Harvest, milling and shipping each take a month, so shortage and plenty reach roasters step by step. Container queues make the same steps without any change of supply.',
  }),
  row('CURRENCY_HEDGE', 'HEDGE', { place: 0, n: 90, e: 0.4 }, {
    ...SLOWEST, name: 'Coffee without the real', icon: 'coin', risk: 'LOW', returns: [5, 10], timeframe: '1-6 months', inputs: ['hedge/BRL'],
    description: 'Follows coffee after the swings of the real are taken off.',
    what: 'Keeps apart what growers earn in reals and what coffee itself does.',
    when: 'Coffee net of the real has trended 0.4 deviations over 90 days.',
    how: 'Coffee alone on the side of that trend, stop 6 ranges, six months at most.',
    why: 'A falling real lets growers sell more at the same price in dollars. When they wait with selling the link turns round, which the slow beta sees too late.',
  }),
  row('SUPPLY_CHAIN', 'CARRY', { place: 0, e: 0.04, every: 5 }, {
    ...SLOW, name: 'Certified stocks', icon: 'anchor', risk: 'LOW', returns: [8, 12], timeframe: '1-3 months', sides: 'LONG', inputs: ['carry/KC/slope'],
    description: 'Owns coffee while the exchange has too few bags for the near month.',
    what: 'Is long a curve in which the first month costs more than the second.',
    when: 'The yearly slope is above 4%, judged every 5 days.',
    how: 'Stop 4 ranges under the entry; out when the bags are back and the slope is gone.',
    why: 'Tight stocks are rebuilt over months, and until then each roll gains. Grading of a few hundred thousand bags can turn the curve within a fortnight.',
  }),
];
