// Attribution that the license of the chart library requires.
export const ChartCredit = () => (
  <>
    With script drawn by Lightweight Charts{'\u2122'}, {'\u00a9'} TradingView, Inc.,{' '}
    <a href="https://www.tradingview.com/" rel="noreferrer">
      www.tradingview.com
    </a>
  </>
);
