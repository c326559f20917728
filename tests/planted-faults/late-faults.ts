// Faults of markets whose prices arrive late: fills, times of daily bars, delayed quotes, and what a
// start plays.
import type { PlantedFault } from './faults';

const BROKER = 'app/trading/execution/simulated-broker.ts';
const BROKER_TEST = 'tests/trading/late-prices.test.ts';
const BARS = 'app/trading/market/daily-bars.ts';
const BARS_TEST = 'tests/trading/market/daily-bars.test.ts';
const PUMP = 'app/server/feeds/public/late-price-pump.server.ts';
const PUMP_TEST = 'tests/server/feeds/public/late-price-pump.test.ts';

export const LATE_FAULTS: readonly PlantedFault[] = [
  {
    name: 'an order fills at a late price of before it',
    file: BROKER,
    find: 'options.requiresLaterPrices === true && !PROTECTIVE.includes(order.purpose)',
    replace: 'false',
    caughtBy: [BROKER_TEST],
  },
  {
    name: 'an order of the session sees the low of its late bar',
    file: BROKER,
    find: 'event.bar.startsMs >= placedMs',
    replace: 'event.quote.atMs >= placedMs',
    caughtBy: [BROKER_TEST],
  },
  {
    name: 'an order fills at once at a late quote',
    file: BROKER,
    find: 'options.requiresLaterPrices !== true || quote.atMs >= placedMs',
    replace: 'true',
    caughtBy: [BROKER_TEST],
  },
  {
    name: 'the open of a late bar is that of its last session',
    file: BARS,
    find: 'earlier.tradeDay === tradeDay ? earlier.opensMs : null',
    replace: 'null',
    caughtBy: [BARS_TEST],
  },
  {
    name: 'a late price is stale at a traded holiday',
    file: BARS,
    find: '!inside.isOpen || inside.tradeDay !== dayMs',
    replace: '!inside.isOpen',
    caughtBy: [BARS_TEST],
  },
  {
    name: 'a late bar is played while its session trades',
    file: PUMP,
    find: 'session && session.endsMs <= nowMs',
    replace: 'session',
    caughtBy: [PUMP_TEST],
  },
  {
    name: 'a strategy on late prices uses a later forecast',
    file: PUMP,
    find: 'const values = this.options.inputs.resolveFor(instrument, endsMs);',
    replace: 'const values = this.options.inputs.resolveFor(instrument, this.nowMs());',
    caughtBy: ['tests/server/feeds/public/strategy-inputs.test.ts'],
  },
  {
    name: 'RUN without a choice trades on weather of another market',
    file: 'app/trading/engine/active-playbook.ts',
    find: 'const evaluatedIds = market?.hasUnprovenInputs',
    replace: 'const evaluatedIds = market === undefined',
    caughtBy: ['tests/server/feeds/public/strategy-inputs.test.ts'],
  },
  {
    name: 'a coast without warnings counts as calm',
    file: 'app/trading/market/inputs/probability-inputs.ts',
    find: 'data.lacksStormWarnings === true ? null : ',
    replace: '',
    caughtBy: ['tests/trading/market/missing-inputs.deep.test.ts'],
  },
  {
    name: 'a stop fills after a restart at the close of the day before',
    file: PUMP,
    find: 'if (quote.atMs < this.getNewestMs(instrument.id)) return;',
    replace: 'if (quote.atMs < (this.newest.get(instrument.id)?.atMs ?? -Infinity)) return;',
    caughtBy: [PUMP_TEST],
  },
  {
    name: 'a delayed quote of before an order fills it',
    file: PUMP,
    find: '    await this.publishQuote(instrument, quote);',
    replace: '    await this.publishQuote(instrument, { ...quote, atMs: this.nowMs() });',
    caughtBy: [PUMP_TEST],
  },
  {
    name: 'a bar of a vendor counts in place of the one of the owner',
    file: 'app/trading/market/merged-days.ts',
    find: '        days.set(bar.startsMs, { bar, isOwn: true });',
    replace: '        if (!days.has(bar.startsMs)) days.set(bar.startsMs, { bar, isOwn: true });',
    caughtBy: ['tests/trading/market/merged-days.test.ts'],
  },
  {
    name: 'a bar of a vendor is played while its day trades',
    file: 'app/trading/market/sources/yahoo/parse-chart.ts',
    find: '    if (dayMs >= lastDayMs) return [];',
    replace: '',
    caughtBy: ['tests/trading/market/sources/yahoo.test.ts'],
  },
];
