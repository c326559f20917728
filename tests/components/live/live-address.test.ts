// Where the page looks for its live link.
import { expect, it } from 'vitest';
import { socketAddress } from '../../../app/components/live/browser-link';

it("is /ws of the page's own host, ciphered as the page is", () => {
  expect(socketAddress({ protocol: 'http:', host: '127.0.0.1:3000' })).toBe(
    'ws://127.0.0.1:3000/ws',
  );
  expect(socketAddress({ protocol: 'https:', host: 'desk.example' })).toBe('wss://desk.example/ws');
});
