// The connection of a live account in the settings.
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { BrokerStatus } from '../../../app/components/dashboard/broker-key';
import type { BrokerStatusDto } from '../../../app/contracts/api/account';

const BROKER: BrokerStatusDto = { name: 'Interactive Brokers', isDemo: true, reason: null };
const renderText = (change: Partial<BrokerStatusDto>): string =>
  renderToStaticMarkup(createElement(BrokerStatus, { broker: { ...BROKER, ...change } })).replace(
    /<[^>]+>/g,
    '',
  );

it.each([
  [{}, 'Interactive Brokers, demo account: connected, account and broker agree.'],
  [{ isDemo: false }, 'Interactive Brokers: connected, account and broker agree.'],
  [
    { reason: 'the connection was closed' },
    'Interactive Brokers, demo account: not connected: the connection was closed.',
  ],
])('%o is %s', (change, text) => {
  expect(renderText(change)).toBe(`${text}Compare with broker`);
});

it('offers a comparison while connected', () => {
  const render = (reason: string | null): string =>
    renderToStaticMarkup(createElement(BrokerStatus, { broker: { ...BROKER, reason } }));
  expect(render(null)).not.toContain('disabled');
  expect(render('the connection was closed')).toContain('disabled');
});
