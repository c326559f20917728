/**
 * The thirteen playbooks of natural gas; the last three are those that the recommendation for gas also names.
 * It knows rows of data; it refuses two cards with one rule.
 */
import type { PlaybookRow } from '../playbook';
import { PAIR, SLOW, SLOWEST, calendarPair, gate, gateThatEnds, onChance, pair, revision, rowsOf } from './row';

const row = rowsOf('natural-gas');
const CALM = 'the forecast balance has hardly moved';

export const NATURAL_GAS_PLAYBOOKS: readonly PlaybookRow[] = [
  row('WINTER_DEMAND', 'SEAS', { window: { from: '10-15', to: '01-31' }, dir: 'LONG' }, {
    ...SLOW, name: 'Winter demand', icon: 'snowflake', risk: 'MEDIUM', returns: [15, 25], timeframe: '1-3 months', sides: 'LONG', isRare: true, stop: 2,
    inputs: ['wxa/NG/heating/6-14/z'], gates: [gate(0, 'above', 0, 'the heating forecast of days 6 to 14 rises')],
    description: 'Is long through the first half of winter, starting on a day when the forecast turns colder.',
    what: 'Buys gas for the season in which homes burn it and stores are drawn down.',
    when: 'From Oct 15 to Jan 31, entered when heating demand of days 6 to 14 was revised upwards.',
    how: 'One long position with a stop 2 ranges below and no target; it is closed when the window ends.',
    why: 'The less gas is stored, the more each further cold day costs. The forward curve already charges for an average winter, and a mild December loses that premium quickly.',
  }),
  row('STORAGE_DRAW', 'EVT', { kind: 'estimate', until: 0, estimate: 1, e: 15, pre: 1, hold: 1, sign: -1 }, {
    name: 'Storage report', icon: 'drop', risk: 'MEDIUM', returns: [12, 20], timeframe: '1-7 days', inputs: ['evt/EIA-gas/days-until', 'evt/EIA-gas/own-estimate'],
    description: 'Takes a side before the weekly storage figure when degree days point to a surprise.',
    what: 'Estimates the weekly change of storage from heating and cooling degree days and compares it with the season.',
    when: 'Within 1 day of the Thursday report, if the estimate is more than 15 Bcf from what the season alone would bring.',
    how: 'Long for a larger draw, short for a larger build; out 1 bar after entry, so that the print falls between.',
    why: 'Storage is the balance of the market, and the figure tells it once a week. Other desks count degree days too, and an estimate with an error of its own is often beaten by the consensus.',
  }),
  row('PIPELINE_CONSTRAINT', 'EVT', onChance(0.3, 0.1, 10), {
    name: 'Freeze-off premium', icon: 'factory', risk: 'HIGH', returns: [20, 35], timeframe: '2-10 days', sides: 'LONG', isRare: true, inputs: ['evt/freeze-off/texas/chance'],
    description: 'Buys when wells in Texas may freeze and pipelines would run short.',
    what: 'Holds gas while West Texas may fall below 20 F or North Texas below 22 F, cold enough to stop wells.',
    when: 'The likeliest of the next ten days has a chance of more than 30%.',
    how: 'Stop 3 ranges, target three times that; leaves below 10% or after 10 days.',
    why: 'A freeze-off takes supply away in the very hours in which heating asks for most. Fronts are often forecast too cold a week ahead, and the premium leaves faster than it came.',
  }),
  row('EXPORT_MOMENTUM', 'MOM', { n: 40, e: 0.4 }, {
    name: 'Export momentum', icon: 'ship', risk: 'MEDIUM', returns: [12, 20], timeframe: '2-8 weeks',
    inputs: ['evt/storm/gulf/chance'], gates: [gateThatEnds(0, 'below', 0.2, 'no storm threatens the Gulf')],
    description: 'Follows the slow trend of a market that liquefied exports tie to the world.',
    what: 'Goes with the 40-day move of gas, up or down.',
    when: 'The move is at least 0.4 deviations, and the chance of a Gulf hurricane stays under 20%: a storm shuts the terminals.',
    how: 'Stop 2 ranges, target double; out when the trend crosses zero, a storm nears, or 8 weeks are over.',
    why: 'Cargoes and contracts adjust over weeks, so changed demand reaches the price in steps. In a market without direction it is whipsawed at every turn.',
  }),
  row('HUB_SPREADS', 'SPRD', { place: 0, n: 30, e: 1.6, x: 0.3 }, {
    ...PAIR, name: 'Gas against power', icon: 'swap', risk: 'LOW', returns: [8, 12], timeframe: '1-3 weeks',
    inputs: ['spread/NG/power-implied'], legs: pair('NG', 1, 'ET-NYISO', 1, 0.125),
    description: 'Compares gas with the price that New York power implies for it.',
    what: 'Divides the NYISO strip by a heat rate of 8 and sets it against front gas: the burn of power plants links them.',
    when: 'The difference is 1.6 deviations from its 30-day mean.',
    how: 'One MMBtu against 0.125 MWh of the front New York week; closed together within 0.3 deviations or after 3 weeks.',
    why: 'Power plants buy the gas when power pays too well for it. New York pays for its own pipes in winter, and the week that is compared changes with every roll.',
  }),
  row('WEATHER_DERIVATIVES', 'WXA', revision(1, 5, 1), {
    name: 'Degree-day revision', icon: 'sun', risk: 'HIGH', returns: [20, 35], timeframe: '5-30 days', inputs: ['wxa/NG/degree-days/1-14/z'],
    description: 'Trades the change of a fortnight of heating and cooling demand, as a degree-day swap would pay it.',
    what: 'Sums gas-weighted heating and cooling degree days over days 1 to 14 and trades their revision.',
    when: 'A day revises the sum by at least 1 usual revision.',
    how: 'With the revision for 5 days, or until one as large goes the other way; stop 3 ranges, target 9.',
    why: 'Each degree day burns a known amount of gas. The public forecast is read by everyone within hours, so what is left is the slow part, and late model runs swing back and forth.',
  }),
  row('FRACKING_IMPACT', 'REV', { n: 120, e: 1.2, x: 0.2 }, {
    ...SLOWEST, name: 'Drilling response', icon: 'scales', risk: 'MEDIUM', returns: [10, 18], timeframe: '3-12 months',
    inputs: ['wxa/NG/balance/1-14/z', 'fund/NG/storage-gap'],
    gates: [gate(0, 'below', 0.5, CALM), gate(0, 'above', -0.5, CALM), gate(1, 'below', 400, 'storage is no more than 400 Bcf above its norm'), gate(1, 'above', -400, 'storage is no more than 400 Bcf below its norm')],
    description: 'Fades prices that drilling will answer: high ones call rigs, low ones send them home.',
    what: 'Sells a close 1.2 deviations above the 120-day average and buys one as far below.',
    when: 'Storage is within 400 Bcf of its five-year norm and the forecast balance was revised by less than 0.5 of a usual step.',
    how: 'Leaves within 0.2 deviations of the average or after a year; a wide stop of 6 ranges and no target.',
    why: 'Shale wells are drilled in months and decline in a year, so supply follows the price. It is slow: a cold winter can double the price long before a new well produces.',
  }),
  row('RENEWABLE_SWITCH', 'WXA', revision(0.8, 4, -1), {
    name: 'Wind lull', icon: 'wind', risk: 'MEDIUM', returns: [10, 18], timeframe: '3-10 days', inputs: ['wxa/wind/ERCOT+MISO/1-5/z'],
    description: 'Buys gas when the wind forecast of Texas and the Midwest falls, sells when it rises.',
    what: 'Trades gas against the revision of wind power in ERCOT and MISO on days 1 to 5.',
    when: 'Wind was revised by 0.8 of a usual revision or more.',
    how: 'For 4 days with a stop of 2 ranges, against the revision of the wind.',
    why: 'Gas plants fill what wind leaves open. A calm week is only a few Bcf in a store of thousands, so the effect is small and drowns when heating demand moves too.',
  }),
  row('BASIS_SWAPS', 'CARRY', { place: 0, e: 0.05, every: 20 }, {
    ...SLOW, name: 'Roll yield', icon: 'coin', risk: 'LOW', returns: [5, 10], timeframe: '1-6 months', inputs: ['carry/NG/slope'],
    description: 'Earns the slope of the gas curve after its usual season is taken out.',
    what: 'Is long when the near month is dearer than the next by more than season explains, short when it is cheaper.',
    when: 'The deseasonalised roll yield is beyond 5% a year, looked at every 20 days.',
    how: 'Stop 4 ranges, no target; the side changes only when the slope does.',
    why: 'Holders of scarce gas are paid a convenience yield, holders of a glut pay storage. The slope is earned only if the spot price stands still, and gas seldom does.',
  }),
  row('INDUSTRIAL_DEMAND', 'HEDGE', { place: 0, n: 60, e: 0.3 }, {
    ...SLOW, name: 'Industrial demand', icon: 'chart', risk: 'LOW', returns: [8, 12], timeframe: '1-6 months', sides: 'LONG',
    inputs: ['hedge/macro', 'gate/macro/trend'], gates: [gateThatEnds(1, 'above', 0, "the world economy's index rises")],
    description: 'Is long gas that rises on its own while the world economy grows.',
    what: 'Takes the part of gas out that moves with the economy and follows the trend of what is left.',
    when: 'The 60-day residual trend is at least 0.3 deviations up and the economic index has risen over sixty days.',
    how: 'Long only, stop 4 ranges; closes when either trend turns.',
    why: 'Factories burn about a third of all gas and change their shifts slowly. One cold spell moves more gas than a year of growth, so the signal is faint.',
  }),
  row('WEATHER_HEDGE', 'HEDGE', { place: 0, n: 20, e: 0.25 }, {
    ...PAIR, name: 'Cold-tail hedge', icon: 'anchor', risk: 'LOW', returns: [8, 12], timeframe: '1-10 days', sides: 'LONG',
    inputs: ['price/HO', 'evt/heating-tail/chance'], gates: [gateThatEnds(1, 'above', 0.2, 'an extreme fortnight of heating is likely enough')], legs: pair('NG', 1, 'HO', 1, 0.4),
    description: 'Owns the cold tail of gas with part of the oil risk sold against it.',
    what: 'Long gas, short heating oil for a quarter of its worth, so that the weather remains and the price of energy goes.',
    when: 'A fortnight beyond one in ten has a chance of more than 20%, and gas less oil has risen 0.25 deviations over 20 days.',
    how: 'For each MMBtu 0.4 gallons of oil; both legs leave when the chance falls or after 10 days.',
    why: 'Gas serves heating more directly than oil does. The ratio is an average: in a real squeeze oil can jump with gas, and the hedge then costs what it should save.',
  }),
  row('CALENDAR_SPREAD', 'SPRD', { place: 0, n: 60, e: 1.5, x: 0.3 }, {
    ...PAIR, name: 'Gas calendar spread', icon: 'calendar', risk: 'LOW', returns: [5, 10], timeframe: '1-3 months',
    inputs: ['spread/NG/F1-F3'], legs: calendarPair('NG', 1, 3),
    description: 'Fades a front month that has run away from the one two later.',
    what: 'Trades the first against the third listed month of gas.',
    when: 'Their difference is 1.5 deviations from its mean of 60 days.',
    how: 'Equal sizes of both months, opened and closed as one; done within 0.3 deviations or after 3 months.',
    why: 'Storage ties the months: who has room buys the cheap one and keeps it. Around autumn the pair straddles the start of winter and each roll brings another season into the difference.',
  }),
  row('BASIS_TRADE', 'FUND', { kind: 'gap', place: 0, n: 60, e: 1.2, x: 0.25 }, {
    name: 'Cash convergence', icon: 'flame', risk: 'MEDIUM', returns: [8, 15], timeframe: '2-15 days', inputs: ['fund/NG/cash'],
    description: 'Moves the front future towards the cash price at Henry Hub.',
    what: 'Watches the ratio of cash gas to the front month, which must meet at delivery.',
    when: 'Cash is 1.2 deviations dearer or cheaper against the future than in the last 60 days.',
    how: 'Buys the future when cash is dear, sells it when cash is cheap; out within 0.25 deviations or after 15 days.',
    why: 'The contract settles into physical gas, so the gap closes one way or the other. A cold snap lifts cash for three days only, and the future is right not to follow.',
  }),
];
