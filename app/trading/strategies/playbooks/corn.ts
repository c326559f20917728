/**
 * The eleven playbooks of corn.
 * It knows rows of data; it refuses to call a season a certainty.
 */
import type { PlaybookRow } from '../playbook';
import { PAIR, SLOW, afterReport, calendarPair, gate, gateThatEnds, onChance, pair, reportInputs, revision, rowsOf } from './row';

const row = rowsOf('corn');

export const CORN_PLAYBOOKS: readonly PlaybookRow[] = [
  row('WEATHER_CROP', 'WXA', revision(0.6, 4, 1), {
    name: 'Corn weather', icon: 'leaf', risk: 'MEDIUM', returns: [15, 25], timeframe: '3-15 days', inputs: ['wxa/CORN/yield-loss/1-14/z'], window: ['05-01', '08-31'],
    description: 'Trades revisions of the expected corn yield, not the weather itself.',
    what: 'Turns heat and dryness of days 1 to 14 in Iowa, Illinois and Indiana into bushels lost and trades the change of that figure.',
    when: 'From May 1 to Aug 31, when a day changes the loss by 0.6 of a usual revision.',
    how: 'Long for more loss, short for less, for 4 days; stop 2 ranges, target 4.',
    why: 'Weather sets supply, and fields matter most around silking in the middle of July. A revision outside those weeks is worth little, though it looks the same in degrees.',
  }),
  row('DROUGHT_PREMIUM', 'MOM', { n: 10, e: 0.2 }, {
    name: 'Corn drought', icon: 'drop', risk: 'HIGH', returns: [20, 35], timeframe: '2-10 weeks', sides: 'LONG', isRare: true, window: ['06-01', '08-31'],
    inputs: ['gate/soil/DSM', 'gate/rain/DSM'], gates: [gate(0, 'below', -1, 'the soil of Iowa is in drought'), gateThatEnds(1, 'below', 1, 'less than an inch of rain is in sight')],
    description: 'Stays long while Iowa dries out and prices already climb.',
    what: 'Follows a rising corn price in a drought of the western corn belt.',
    when: 'Jun 1 to Aug 31, with soil water 1 deviation below normal and a 10-day rise of at least 0.2 deviations.',
    how: 'Leaves when the forecast expects an inch of rain within five days or the rise is over; stop 3 ranges.',
    why: 'Low stocks make each lost bushel dearer than the one before. One wet front ends a drought market in a morning, often below the stop.',
  }),
  row('POLLINATION_HEAT', 'EVT', onChance(0.35, 0.15, 8), {
    name: 'Pollination heat', icon: 'sun', risk: 'HIGH', returns: [25, 40], timeframe: '2-8 days', sides: 'LONG', window: ['06-25', '07-31'], isRare: true,
    inputs: ['evt/heat-dome/corn-belt/chance'],
    description: 'Buys when a dome of heat may settle over silking corn.',
    what: 'Holds corn through the threat of a heat dome over Iowa and Illinois while the silks are out.',
    when: 'Jun 25 to Jul 31, when the chance of a dome within ten days passes 35%.',
    how: 'Out below 15% or after 8 days; the stop is 3 ranges away and the target nine.',
    why: 'Above 29 C each degree day at pollination costs about half a per cent of the yield. Models like to build domes a week ahead and move them east later, which takes the premium back.',
  }),
  row('SEASONAL_SPREAD', 'SPRD', { place: 0, n: 60, e: 1.4, x: 0.3 }, {
    ...PAIR, name: 'Old crop, new crop', icon: 'calendar', risk: 'LOW', returns: [8, 12], timeframe: '1-4 months', window: ['12-20', '06-15'],
    inputs: ['spread/CORN/Jul-Dec'], legs: calendarPair('CORN', 'Jul', 'Dec'),
    description: 'Fades stretched prices of old corn against the harvest to come.',
    what: 'Trades July, the last month of the old crop, against December, the first of the new one.',
    when: 'Dec 20 to Jun 15, when the difference is 1.4 deviations from its 60-day mean.',
    how: 'One bushel of each on opposite sides; ended within 0.3 deviations, by the window, or after 4 months.',
    why: 'While stocks can be carried over, storage bounds how far the two crops may part. In a shortage there is nothing to carry and the spread has no upper bound.',
  }),
  row('HARVEST_PRESSURE', 'SEAS', { window: { from: '06-25', to: '09-20' }, dir: 'SHORT' }, {
    ...SLOW, name: 'Corn premium fade', icon: 'calendar', risk: 'MEDIUM', returns: [10, 18], timeframe: '4-10 weeks', isRare: true, sides: 'SHORT', inputs: ['impact/CORN/yield-loss/1-14'],
    gates: [gate(0, 'below', 0, 'the forecast is kinder to corn than usual'), gateThatEnds(0, 'below', 0.01, 'the forecast costs less than 1% of the yield')],
    description: 'Sells the summer risk premium in years that turn out well.',
    what: 'Is short corn while the fear of a bad summer leaves the price.',
    when: 'From Jun 25 to Sep 20, begun on a day when 14 days of forecast bring less loss than the climate does.',
    how: 'Covers when the forecast takes 1% or more off the yield, at a stop of 4 ranges, or when the window ends.',
    why: 'Buyers pay in June for a drought that most years do not bring. In the other years a short position in July is the worst one to have.',
  }),
  row('EXPORT_DEMAND', 'MOM', { n: 30, e: 0.4 }, {
    name: 'Corn exports', icon: 'ship', risk: 'MEDIUM', returns: [10, 18], timeframe: '2-8 weeks', sides: 'LONG',
    inputs: ['gate/USD/trend'], gates: [gate(0, 'below', 0, 'the dollar falls')],
    description: 'Follows rising corn while a falling dollar makes it cheap abroad.',
    what: 'Buys a 30-day uptrend when the currency helps American grain to sell.',
    when: 'The move is at least 0.4 deviations up and the dollar index is lower than sixty days ago.',
    how: 'Stop 2 ranges, target 4, at most 8 weeks; it leaves when the trend crosses zero.',
    why: 'Importers compare ports in their own money and shift orders over weeks. A record crop in Brazil undersells any exchange rate.',
  }),
  row('CROP_ROTATION', 'SPRD', { place: 0, n: 120, e: 1.3, x: 0.3 }, {
    ...PAIR, name: 'Corn for acres', icon: 'swap', risk: 'LOW', returns: [8, 12], timeframe: '2-6 months', window: ['01-01', '05-31'],
    inputs: ['spread/CORN-SOYB/acreage'], legs: pair('CORN', 1, 'SOYB', 1, 1 / 2.4),
    description: 'Trades corn back towards its usual worth in soybeans while farmers choose what to plant.',
    what: 'Compares a bushel of corn with soybeans divided by 2.4, the ratio at which a field earns about the same with either.',
    when: 'Jan 1 to May 31, with corn 1.3 deviations dear or cheap over 120 days.',
    how: 'Corn on one side and a bushel of soybeans for each 2.4 of corn on the other; closed within 0.3 deviations.',
    why: 'The dearer crop gets more acres, and more acres make it cheaper. Once seed is bought the choice is made, and after that only weather moves the ratio.',
  }),
  row('ETHANOL_MARGIN', 'HEDGE', { place: 0, n: 60, e: 0.3 }, {
    ...SLOW, name: 'Ethanol link', icon: 'factory', risk: 'MEDIUM', returns: [10, 18], timeframe: '3-12 weeks', inputs: ['price/CL'],
    description: "Follows what moves corn once crude oil's part is taken out.",
    what: 'Splits corn into a part that moves with crude, through the fuel made of corn, and the rest.',
    when: 'The rest has trended over 60 days by at least 0.3 deviations.',
    how: 'Trades corn alone with that trend, either way; stop 4 ranges, no target, 12 weeks at most.',
    why: 'Two moves are mixed in one price, and the own one lasts longer when oil is not its cause. The blend of ethanol is set by law, so the link to oil can vanish for years.',
  }),
  row('WASDE_EVENT', 'EVT', afterReport(1, 3), {
    name: 'Supply report', icon: 'chart', risk: 'HIGH', returns: [18, 28], timeframe: '1-5 days', inputs: reportInputs('crop-report', 'CORN'),
    description: 'Goes with a large surprise of the monthly crop report for three days.',
    what: 'Trades corn in the direction of the surprise in the estimate of stocks.',
    when: 'After a monthly report that is 1 deviation or more away from what was expected.',
    how: 'Enters at the open of the next bar, holds 3 days; stop 3 ranges, target three times the risk.',
    why: 'Large traders need days to change large positions, so part of the news comes late. Much of the move is done in the first minute, and a limit day can leave nobody on the other side.',
  }),
  row('CURRENCY_HEDGE', 'HEDGE', { place: 0, n: 90, e: 0.4 }, {
    ...SLOW, name: 'Corn without the dollar', icon: 'coin', risk: 'LOW', returns: [5, 10], timeframe: '1-6 months', inputs: ['hedge/USD'],
    description: 'Follows the trend that corn would have if the dollar stood still.',
    what: "Takes the dollar's part out of corn's moves with a rolling beta and trends on what remains.",
    when: 'The remaining 90-day trend is 0.4 deviations or more.',
    how: 'Corn only, both ways, for up to half a year; a stop 4 ranges away and no target.',
    why: "A grain trend that is only a weak dollar ends with the dollar's. The beta of corn to the currency is small and wanders, so little is cleaned away and the price of waiting is whipsaw.",
  }),
  row('SUPPLY_CHAIN', 'CARRY', { place: 0, e: 0.04, every: 5 }, {
    ...SLOW, name: 'Corn inverse', icon: 'anchor', risk: 'LOW', returns: [8, 12], timeframe: '1-3 months', sides: 'LONG', isRare: true, inputs: ['carry/CORN/slope'],
    description: 'Owns corn when elevators pay up for grain now.',
    what: 'Is long while the near month costs more than the next beyond what the season explains.',
    when: 'The deseasonalised slope is above 4% a year, looked at every 5 days.',
    how: 'Long only with a stop 4 ranges below; out when the slope has gone.',
    why: 'An inverted market says that the pipeline is empty, and whoever holds the near month earns the slope as it rolls up. Harvest fills the pipeline whatever the slope has said.',
  }),
];
