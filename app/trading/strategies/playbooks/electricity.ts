/**
 * The ten playbooks of power: weekly strips of five hubs.
 * It knows rows of data; it refuses rules that need more bars than a week of power is listed for.
 */
import type { PlaybookRow } from '../playbook';
import { PAIR, gate, onChance, pair, revision, rowsOf } from './row';

const row = rowsOf('electricity');
const CALM = 'the forecast has hardly moved';

export const ELECTRICITY_PLAYBOOKS: readonly PlaybookRow[] = [
  row('WX_MOMENTUM', 'WXA', revision(0.8, 3, 1), {
    name: 'Weather momentum', icon: 'sun', risk: 'MEDIUM', returns: [15, 25], timeframe: '1-5 days', inputs: ['wxa/hub/{hub}/degree-days/1-5/confirmed'],
    description: 'Goes with a hotter or colder load forecast that spot power has already begun to pay for.',
    what: 'Trades the strip of each hub in the direction in which the forecast of heating and cooling days 1 to 5 was revised within a day.',
    when: 'The revision is at least 0.8 of a usual one, and the ten-day move of spot power is at least 0.3 deviations the same way.',
    how: 'Enters at the next open, leaves after 3 days or on an opposite revision; stop 2 ranges, target twice that.',
    why: 'Load forecasts are digested over days, not minutes, because generators and utilities hedge by their own timetables. It loses when the next model run takes the revision back.',
  }),
  row('MEAN_REVERT', 'REV', { n: 48, e: 1.6, x: 0.4 }, {
    name: 'Calm-weather reversion', icon: 'scales', risk: 'LOW', returns: [8, 15], timeframe: '4 hours-3 days', bar: '1h',
    inputs: ['wxa/hub/{hub}/degree-days/1-5/z'], gates: [gate(0, 'below', 0.5, CALM), gate(0, 'above', -0.5, CALM)],
    description: 'Fades a strip that ran away from its two-day average without any news from the forecast.',
    what: 'Sells a strip 1.6 deviations above its 48-hour average and buys one as far below, hub by hub.',
    when: 'Only while the load forecast has been revised by less than 0.5 of a usual step: a move with news is no overshoot.',
    how: 'Leaves within 0.4 deviations of the average or after 3 days; the stop is 1.5 hourly ranges away.',
    why: 'Thin books overshoot when one desk must trade, and the noise decays within hours. A plant that trips has no forecast, so an outage looks the same and keeps running against the fade.',
  }),
  row('RENEW_FADE', 'WXA', revision(0.8, 24, -1), {
    name: 'Renewables fade', icon: 'wind', risk: 'MEDIUM', returns: [12, 20], timeframe: '6-36 hours', bar: '1h',
    inputs: ['wxa/hub/{hub}/renewables/0-2/z'], chains: ['ET-ERCOT', 'ET-CAISO', 'ET-MISO'],
    description: 'Sells ahead of windier or sunnier days than were expected, buys ahead of lulls.',
    what: 'Trades ERCOT, CAISO and MISO against the revision of wind and solar output over today and the 2 days after it.',
    when: 'The revision reaches 0.8 of a usual one: more free supply means short, less means long.',
    how: 'Holds 24 hours unless the forecast turns round first; stop 2 hourly ranges, target 4.',
    why: 'Wind and sun bid at nothing and push the dearest plant off the margin. The strip prices a whole week, so one windy day moves it little, and a curtailed line can leave the cheap power stranded.',
  }),
  row('VOL_BREAK', 'VOLR', { n: 24, lo: 0.7, hi: null, k: 0.2, e: 1, x: 0.3 }, {
    name: 'Volatility breakout', icon: 'bolt', risk: 'HIGH', returns: [20, 35], timeframe: '1-8 hours', bar: '1h',
    description: 'Waits for a strip to fall quiet, then follows the first move out of its range.',
    what: 'Follows a strip that leaves the channel of its last 24 hours by 0.2 of an average range after a compressed spell.',
    when: 'Short-run deviation has dropped below 0.7 of that of the whole 24 hours just before the break.',
    how: 'Stop 3 hourly ranges on the other side, target three times as far, out after 8 hours at the latest.',
    why: 'Volatility comes in clusters: quiet hours follow quiet hours until news arrives, and then large moves follow large ones. Most breaks of a narrow range fail, so few winners must pay for many small losses.',
  }),
  row('SPIKE_HUNTER', 'EVT', onChance(0.3, 0.2, 24), {
    name: 'Spike hunter', icon: 'flame', risk: 'HIGH', returns: [30, 50], timeframe: '15 minutes-24 hours', bar: '1h', sides: 'LONG', stop: 1, target: 4,
    inputs: ['evt/spike/{hub}/chance'],
    description: 'Buys a strip while tomorrow may bring an hour of scarcity.',
    what: 'Is long a hub when heat, cold or missing wind make it likely that an hour of tomorrow costs more than two and a half times the monthly mean.',
    when: 'The chance passes 30%, where a usual day has 10 to 20%; one rise of it is one trade.',
    how: 'Risks a single hourly range for a target of 4, and leaves below 20% or after 24 hours.',
    why: 'The supply stack is steep at its end, so a little more load than plants can serve multiplies the price. The chance comes true as often as it says, but the strip knows it too: over many days the premium paid may cost more than the spikes return.',
  }),
  row('LOAD_FORECAST', 'FUND', { kind: 'gap', place: 0, n: 20, e: 1, x: 0.25 }, {
    name: 'Load forecast value', icon: 'chart', risk: 'LOW', returns: [10, 18], timeframe: '1-3 days', inputs: ['fund/{hub}/strip-gap'],
    description: 'Trades a strip towards what forecast, gas and a public plant model say it should cost.',
    what: 'Compares the front strip with its modelled worth: expected net load of each day of delivery, priced on a stack that moves with gas.',
    when: 'The gap stands 1 deviation away from its usual level of the last 20 days.',
    how: 'Buys below worth and sells above, leaves when the gap is within 0.25 deviations; stop and target 1.5 and 2.25 ranges.',
    why: 'Load follows temperature closely and anchors the price. The model knows no outages and no congested lines, so a gap that lasts is often a fact that it cannot see.',
  }),
  row('CONGESTION_HEDGE', 'SPRD', { place: 0, n: 240, e: 2, x: 0.3 }, {
    ...PAIR, name: 'Congestion hedge', icon: 'swap', risk: 'MEDIUM', returns: [8, 15], timeframe: '1-14 days', bar: '1h',
    inputs: ['spread/ET/NYISO-PJM'], chains: ['ET-NYISO', 'ET-PJM'], legs: pair('ET-NYISO', 1, 'ET-PJM', 1, 1),
    description: 'Fades a New York premium over PJM that congested lines have stretched.',
    what: 'Trades NYISO against PJM, its neighbour across the lines that fill up first when New York imports.',
    when: 'The difference stands 2 deviations from its mean of 240 hours.',
    how: 'Sells the dear hub and buys as many megawatt hours of the other, both at once; out within 0.3 deviations or after 14 days, without a stop on either leg.',
    why: 'A full line splits two markets until load falls or a plant nearer by starts, and then the premium goes. A line out for weeks makes the wide spread the right one.',
  }),
  row('CARBON_SPREAD', 'SPRD', { place: 0, n: 35, e: 1.5, x: 0.3 }, {
    ...PAIR, name: 'Spark spread', icon: 'factory', risk: 'LOW', returns: [5, 10], timeframe: '1-6 months',
    inputs: ['spread/ET/PJM-spark'], chains: ['ET-PJM'], legs: pair('ET-PJM', 1, 'NG', 1, 8),
    description: 'Trades PJM power against the gas that a plant would burn to make it.',
    what: 'Takes the margin of a gas plant that needs 8 MMBtu for a megawatt hour, the most common setter of the price, and of its emissions with it.',
    when: 'The margin is 1.5 deviations from its 35-day mean, which is all that a listed week of power can show.',
    how: 'For each MWh of the PJM strip 8 MMBtu of front gas on the other side; closes within 0.3 deviations.',
    why: 'Plants run when the margin is wide and stop when it is thin, which pulls it back. Weather widens it for good reason in a heat wave, and each new week of the strip is another product.',
  }),
  row('FREQUENCY_REG', 'SCALP', { n: 8, e: 1.2, from: 9, to: 16, zone: 'America/New_York' }, {
    name: 'Quarter-hour fade', icon: 'anchor', risk: 'LOW', returns: [5, 10], timeframe: '15-60 minutes', bar: '15m',
    description: 'Fades small quarter-hour moves while the day session trades, and goes home flat.',
    what: 'Leans against single moves of a strip as a reserve plant leans against the grid: small, often and briefly.',
    when: 'From 9 to 16 New York time, when the price is 1.2 deviations off the average of its last 8 quarter hours.',
    how: 'Leaves at the average, after an hour, or when the session is over.',
    why: 'Who offers liquidity is paid for waiting. A strip costs a quarter of a dollar between bid and ask, which is often more than such a fade can earn: look at the costs before anything else.',
  }),
  row('NODAL_ARBITRAGE', 'SPRD', { place: 0, n: 120, e: 1.8, x: 0.3 }, {
    ...PAIR, name: 'Neighbouring hubs', icon: 'globe', risk: 'MEDIUM', returns: [12, 20], timeframe: '1 hour-2 days', bar: '1h',
    inputs: ['spread/ET/PJM-MISO'], chains: ['ET-PJM', 'ET-MISO'], legs: pair('ET-PJM', 1, 'ET-MISO', 1, 1),
    description: 'Trades the two most alike hubs back together after they part.',
    what: 'Pairs PJM with MISO, which share weather fronts, gas and a long border of lines.',
    when: 'Their difference is 1.8 deviations off its average over 120 hours.',
    how: 'One megawatt hour of each, opposite sides, opened and closed together: at 0.3 deviations or after 2 days.',
    why: 'The same cold front and the same fuel reach both within a day. Wind is the exception: MISO has far more of it, so a windy night parts them without any mistake to correct.',
  }),
];
