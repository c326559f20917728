// The text by which a user connects an account.
import { describe, expect, it } from 'vitest';
import { parseIbkrText, parseIronbeamText } from '../../../app/server/brokers/connection-text';
import { parseKeyChange } from '../../../app/server/account/broker-key.server';

describe('a connection to Interactive Brokers', () => {
  it.each([
    ['ibkr:DU1234567@127.0.0.1:4002/7', 'DU1234567', '127.0.0.1', 4002, 7],
    ['ibkr:DU1234567@localhost:7497/0', 'DU1234567', 'localhost', 7497, 0],
    ['ibkr:DF1234567@[::1]:50123/12', 'DF1234567', '::1', 50_123, 12],
    ['ibkr:U1234567@127.0.0.1:4001/7', 'U1234567', '127.0.0.1', 4001, 7],
    ['ibkr:U1234567@127.0.0.1:50123/7', 'U1234567', '127.0.0.1', 50_123, 7],
  ])('%s names account, host, port and client', (text, account, host, port, clientId) => {
    expect(parseIbkrText(text)).toEqual({ ok: true, value: { account, host, port, clientId } });
    expect(parseKeyChange(` ${text} `)).toEqual({ ok: true, value: { kind: 'put', text } });
  });

  it.each([
    ['another machine', 'ibkr:DU1234567@10.0.0.5:4002/7', 'on this machine'],
    ['a name that is no loopback', 'ibkr:DU1234567@localhost.example:4002/7', 'on this machine'],
    ['no client', 'ibkr:DU1234567@127.0.0.1:4002', 'must look like'],
    ['no port', 'ibkr:DU1234567@127.0.0.1/7', 'must look like'],
    ['port 0', 'ibkr:DU1234567@127.0.0.1:0/7', 'must look like'],
    ['port 70000', 'ibkr:DU1234567@127.0.0.1:70000/7', 'must look like'],
    ['a real account at the demo port', 'ibkr:U1234567@127.0.0.1:4002/7', 'this is a real account'],
    ['one at that of the program', 'ibkr:U1234567@127.0.0.1:7497/7', 'this is a real account'],
    ['the real port of the gateway', 'ibkr:DU1234567@127.0.0.1:4001/7', 'is a demo account'],
    ['the real port of the program', 'ibkr:DU1234567@127.0.0.1:7496/7', 'is a demo account'],
    ['an account without a kind', 'ibkr:1234567@127.0.0.1:4002/7', 'must look like'],
  ])('is rejected with %s', (_name, text, reason) => {
    for (const outcome of [parseIbkrText(text), parseKeyChange(text)])
      expect(outcome).toMatchObject({
        ok: false,
        refusal: { code: 'INVALID', message: expect.stringContaining(reason) },
      });
  });
});

describe('a connection to Ironbeam', () => {
  it.each([
    [
      'ironbeam:5123345:ann:k-1@demo.ironbeamapi.com',
      'ann',
      'k-1',
      'https://demo.ironbeamapi.com/v2',
    ],
    [
      'ironbeam:5123345:ann@mail.example:a:b@c@127.0.0.1:5001',
      'ann@mail.example',
      'a:b@c',
      'http://127.0.0.1:5001/v2',
    ],
  ])('%s names account, user, key and address', (text, user, key, baseUrl) => {
    expect(parseIronbeamText(text)).toEqual({
      ok: true,
      value: { account: '5123345', user, key, baseUrl },
    });
    expect(parseKeyChange(` ${text} `)).toEqual({ ok: true, value: { kind: 'put', text } });
  });

  it.each([
    [
      'the host of real accounts',
      'ironbeam:5123345:ann:k@live.ironbeamapi.com',
      'only demo accounts',
    ],
    ['its port', 'ironbeam:5123345:ann:k@LIVE.ironbeamapi.com:443', 'only demo accounts'],
    ['another host', 'ironbeam:5123345:ann:k@demo.ironbeamapi.com.example', 'must look like'],
    [
      'a port of the demo host',
      'ironbeam:5123345:ann:k@demo.ironbeamapi.com:8443',
      'must look like',
    ],
    ['another machine', 'ironbeam:5123345:ann:k@10.0.0.5:5001', 'must look like'],
    ['no port of this machine', 'ironbeam:5123345:ann:k@127.0.0.1', 'must look like'],
    ['port 0', 'ironbeam:5123345:ann:k@127.0.0.1:0', 'must look like'],
    ['no key', 'ironbeam:5123345:ann@demo.ironbeamapi.com', 'must look like'],
    ['a path', 'ironbeam:5123345:ann:k@demo.ironbeamapi.com/v1', 'must look like'],
    ['a long account', 'ironbeam:51233451234:ann:k@demo.ironbeamapi.com', 'must look like'],
  ])('is rejected with %s', (_name, text, reason) => {
    for (const outcome of [parseIronbeamText(text), parseKeyChange(text)]) {
      expect(outcome).toMatchObject({
        ok: false,
        refusal: { code: 'INVALID', message: expect.stringContaining(reason) },
      });
      expect(JSON.stringify(outcome)).not.toContain(':ann:k');
    }
  });
});
