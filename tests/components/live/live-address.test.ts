// URL of the live link.
import { expect, it } from 'vitest';
import { getSocketUrl } from '../../../app/components/live/browser-link';

it('uses /ws on the host of the page, with wss for https', () => {
  expect(getSocketUrl({ protocol: 'http:', host: '127.0.0.1:3000' })).toBe(
    'ws://127.0.0.1:3000/ws',
  );
  expect(getSocketUrl({ protocol: 'https:', host: 'desk.example' })).toBe('wss://desk.example/ws');
});
