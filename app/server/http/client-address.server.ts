// Client address: the peer of the connection, or what a trusted proxy reports.
import { BlockList } from 'node:net';
import { getFamily, normalizeAddress } from './ip-address.server';

/** Hops beyond this are not followed. */
const HOPS_MAX = 32;
const PREFIX_BITS_MAX = { ipv4: 32, ipv6: 128 } as const;

export interface TrustedProxies {
  has(address: string): boolean;
}

/** One X-Forwarded-For hop: an address, optionally with a port. Null for anything else. */
function parseHop(hop: string): string | null {
  const text = hop.trim();
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1];
  const withPort = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1];
  return normalizeAddress(bracketed ?? withPort ?? text);
}

/** Parses one TRUSTED_PROXIES entry; null if neither address nor CIDR block. */
function parseBlock(entry: string): { address: string; bits: number } | null {
  const [text = '', bitsText, ...rest] = entry.trim().split('/');
  const address = normalizeAddress(text);
  if (address === null || rest.length > 0) return null;
  const maxBits = PREFIX_BITS_MAX[getFamily(address)];
  if (bitsText === undefined) return { address, bits: maxBits };
  const isMapped = text.includes(':') && getFamily(address) === 'ipv4';
  const bits = Number(bitsText) - (isMapped ? PREFIX_BITS_MAX.ipv6 - PREFIX_BITS_MAX.ipv4 : 0);
  // A /0 block would trust every visitor.
  return /^\d{1,3}$/.test(bitsText) && bits >= 1 && bits <= maxBits ? { address, bits } : null;
}

const listEntries = (list: string): string[] =>
  list
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

/** Invalid entries of a TRUSTED_PROXIES setting. */
export const listInvalidProxies = (list: string): string[] =>
  listEntries(list).filter((entry) => parseBlock(entry) === null);

/** Proxies of a TRUSTED_PROXIES setting; invalid entries are ignored. */
export function createTrustedProxies(list: string): TrustedProxies {
  const blocks = new BlockList();
  for (const entry of listEntries(list)) {
    const block = parseBlock(entry);
    if (block) blocks.addSubnet(block.address, block.bits, getFamily(block.address));
  }
  return { has: (address) => blocks.check(address, getFamily(address)) };
}

/**
 * Address that limits count by. X-Forwarded-For counts only from a trusted proxy: read from the
 * right, the first untrusted address, or the left-most if all are trusted. Null if the peer is
 * unknown or a trusted proxy sent no address.
 */
export function getClientAddress(
  peer: string | null,
  forwardedFor: string | null,
  proxies: TrustedProxies,
): string | null {
  let address = peer === null ? null : normalizeAddress(peer);
  if (forwardedFor === null) return address;
  const hops = forwardedFor.split(',').slice(-HOPS_MAX);
  while (address !== null && proxies.has(address) && hops.length > 0)
    address = parseHop(hops.pop() ?? '');
  return address;
}
