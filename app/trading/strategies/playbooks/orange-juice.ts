/**
 * The ten playbooks of orange juice.
 * It knows rows of data; it refuses to count on an exit at a daily limit, where nobody may be on the other side.
 */
import type { PlaybookRow } from '../playbook';
import { PAIR, SLOWEST, afterReport, calendarPair, gate, gateThatEnds, onChance, reportInputs, revision, rowsOf } from './row';

const row = rowsOf('orange-juice');

export const ORANGE_JUICE_PLAYBOOKS: readonly PlaybookRow[] = [
  row('FREEZE_ALERT', 'EVT', onChance(0.1, 0.03, 8), {
    name: 'Freeze alert', icon: 'snowflake', risk: 'HIGH', returns: [30, 50], timeframe: '1-8 days', sides: 'LONG', window: ['12-01', '02-28'],
    inputs: ['evt/freeze/LAK/chance'],
    description: 'Owns juice through the nights on which Florida may freeze.',
    what: 'Buys the chance of frozen fruit in Central Florida, as one would buy an option.',
    when: 'Dec 1 to Feb 28, when a daily mean under 47 F has a chance above 10% within eight days.',
    how: 'Out below 3% or after 8 days; stop 3 ranges, target nine.',
    why: 'A few cold fronts make most of the movement of a winter. Nearly all of them pass a degree too warm, and limits lock the price on the one night that counts.',
  }),
  row('FREEZE_FADE', 'EVT', onChance(0.5, 0.4, 10, 'SHORT'), {
    name: 'Freeze fade', icon: 'sun', risk: 'MEDIUM', returns: [12, 20], timeframe: '2-10 days', sides: 'SHORT',
    inputs: ['evt/freeze/LAK/bust', 'evt/freeze/LAK/chance'], gates: [gateThatEnds(1, 'below', 0.1, 'no other freeze is in sight')],
    description: 'Sells juice after a freeze warning has been called off.',
    what: 'Is short while the premium of a freeze that did not come leaks out.',
    when: 'A warning was called off within five days (the sign passes 0.5) and the chance of another is below 10%.',
    how: 'Covers when the sign falls under 0.4 or after 10 days; stop 2 ranges above.',
    why: 'Buyers of the scare sell slowly because the book is thin. Fronts come in series in January, and the second is sometimes the real one.',
  }),
  row('HURRICANE_FLORIDA', 'EVT', onChance(0.9, 0.3, 12), {
    name: 'Florida hurricane', icon: 'storm', risk: 'HIGH', returns: [25, 40], timeframe: '2-12 days', sides: 'LONG', isRare: true, inputs: ['evt/storm/florida/strength'],
    description: 'Buys before a hurricane that may strip the groves.',
    what: 'Is long while a storm heads for the ridge where Florida grows its oranges.',
    when: 'Chance of landfall times category is above 0.9.',
    how: 'Out under 0.3 or after 12 days, with 3 ranges at risk for nine.',
    why: 'Wind throws unripe fruit down and water drowns roots for years. Most tracks bend north, and Florida now grows so little that Brazil sets the price.',
  }),
  row('WEATHER_CROP', 'WXA', revision(0.5, 4, 1), {
    name: 'Citrus weather', icon: 'leaf', risk: 'MEDIUM', returns: [15, 25], timeframe: '3-15 days', inputs: ['wxa/OJ/yield-loss/1-14/z'],
    description: 'Trades the changing cost of cold and dry bloom in Florida.',
    what: 'Goes with the revision of the expected loss of fruit over days 1 to 14.',
    when: 'The revision is 0.5 of a usual one or more; outside winter and bloom there is none.',
    how: 'For 4 days; stop 2 ranges, target 4, sooner if the model thinks better of it.',
    why: 'The market is small and few of its traders watch each run. It is also dear to trade: a spread of a cent is a large part of a day.',
  }),
  row('DROUGHT_PREMIUM', 'MOM', { n: 15, e: 0.2 }, {
    name: 'Dry groves', icon: 'drop', risk: 'MEDIUM', returns: [12, 20], timeframe: '2-10 weeks', sides: 'LONG', isRare: true,
    inputs: ['gate/soil/LAK', 'gate/soil/MGB'], gates: [gate(0, 'below', -1, 'the soil of Florida is in drought'), gate(1, 'below', 0, 'Brazil is no wetter than usual')],
    description: 'Follows rising juice when Florida is dry and Brazil cannot make up for it.',
    what: 'Long with a 15-day rise while trees lack water.',
    when: 'Florida has 1 deviation less soil water than normal, Brazil is below its own, and the rise is 0.2 deviations.',
    how: 'Stop 2 ranges, target 4; the end of the rise or 10 weeks end it.',
    why: 'Dry bloom sets little fruit, known for certain only months later. Groves are irrigated, so a drought shows more in costs than in boxes.',
  }),
  row('CROP_REPORT', 'EVT', afterReport(0.75, 4), {
    name: 'Citrus report', icon: 'chart', risk: 'HIGH', returns: [18, 28], timeframe: '1-6 days', inputs: reportInputs('crop-report', 'OJ'),
    description: 'Goes with the monthly estimate of the orange crop when it surprises.',
    what: 'Trades the sign of the surprise, up for fewer oranges.',
    when: 'The surprise measures 0.75 deviations or more.',
    how: 'At the next open and for 4 days; stop 3 ranges, target three times the risk.',
    why: 'A daily limit spreads one piece of news over several days, so the first day seldom has all of it. While it is locked an order waits without a fill and gets in only where it is over.',
  }),
  row('BRAZIL_SUPPLY', 'WXA', revision(1.5, 15, 1), {
    name: 'Brazilian oranges', icon: 'globe', risk: 'MEDIUM', returns: [10, 18], timeframe: '1-6 months', inputs: ['wxa/MGB/dryness/1-14/z'],
    description: 'Trades rain and drought where most of the juice of the world is pressed.',
    what: 'Takes the revision of missing rain in Minas Gerais, next to the citrus belt of Brazil.',
    when: 'It is revised by 1.5 of its usual steps, in any season.',
    how: 'Held 15 days or until an opposite revision, stop 2 ranges, target 4.',
    why: 'Brazil exports more juice than all others together. Concentrate keeps for years in tanks, which makes the answer of the price slow and sometimes absent.',
  }),
  row('SEASONAL_SPREAD', 'SPRD', { place: 0, n: 60, e: 1.4, x: 0.3 }, {
    ...PAIR, name: 'Freeze premium spread', icon: 'calendar', risk: 'LOW', returns: [8, 12], timeframe: '1-4 months', window: ['11-15', '02-15'],
    inputs: ['spread/OJ/Mar-Nov'], legs: calendarPair('OJ', 'Mar', 'Nov'),
    description: 'Fades a stretched March premium over the next season.',
    what: 'Trades the month that holds the fear of the present winter against the one after the next harvest began.',
    when: 'Nov 15 to Feb 15, at 1.4 deviations from its mean of 60 days.',
    how: 'The same pounds of both months; ends at 0.3 deviations or with the window.',
    why: 'Fear fades night by night while the winter passes. A freeze lifts March at once and November less, which is the very move that a seller of March cannot bear.',
  }),
  row('CURRENCY_HEDGE', 'HEDGE', { place: 0, n: 90, e: 0.4 }, {
    ...SLOWEST, name: 'Juice without the real', icon: 'coin', risk: 'LOW', returns: [5, 10], timeframe: '1-6 months', inputs: ['hedge/BRL'],
    description: 'Follows juice with the Brazilian currency taken out.',
    what: 'Subtracts from juice what the real has done to it and keeps the trend of the remainder.',
    when: 'The remainder has moved 0.4 deviations in 90 days.',
    how: 'Juice alone, either side, 6 ranges of room.',
    why: 'Pressers in Sao Paulo earn dollars and pay in reals. Disease in the groves has moved juice far more than money lately, and then there is little to take out.',
  }),
  row('SUPPLY_CHAIN', 'CARRY', { place: 0, e: 0.05, every: 5 }, {
    ...SLOWEST, name: 'Juice deficit', icon: 'anchor', risk: 'LOW', returns: [8, 12], timeframe: '3-24 months', sides: 'LONG', isRare: true, inputs: ['carry/OJ/slope'],
    description: 'Stays long as long as the curve shows that juice is missing.',
    what: 'Holds near juice through a shortage that trees need years to end.',
    when: 'The slope pays more than 5% a year, asked every 5 days.',
    how: 'Long only, stop 6 ranges, up to two years over many rolls.',
    why: 'A new tree bears after four years, so deficits last. High prices teach people to drink something else, and that demand does not come back.',
  }),
];
