// Which addresses and names a URL of a stranger may lead to: the public internet, and nothing of ours.
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

/**
 * Public-looking addresses that answer only from inside: 168.63.129.16 is the agent of Azure virtual machines.
 * The other clouds' metadata addresses lie in ranges that are refused as a whole.
 */
const insiders: ReadonlySet<string> = new Set(['168.63.129.16']);

/** IANA has given out only this block for the internet (RFC 4291, section 2.4, and the address space registry). */
const globalUnicast = ipaddr.IPv6.parse('2000::');
const globalUnicastBits = 3;

/** True for an address anyone on the internet may be reached at. Takes the text of an address, not a name. */
export function isPublicAddress(text: string): boolean {
  if (text.includes('%') || !ipaddr.isValid(text) || insiders.has(text)) return false;
  const address = ipaddr.parse(text);
  // `unicast` is what is left when every special range is taken away. Forms that carry an IPv4 address inside (mapped,
  // 6to4, Teredo, NAT64) are ranges of their own, so that no spelling needs to be unpacked.
  if (address.range() !== 'unicast') return false;
  if (address instanceof ipaddr.IPv4) return address.toNormalizedString() === text;
  return address.match(globalUnicast, globalUnicastBits) && !isTunnelled(address);
}

/** ISATAP (RFC 5214, section 6.1): any prefix, then 0000:5efe or 0200:5efe, then an IPv4 address. */
function isTunnelled(address: ipaddr.IPv6): boolean {
  return (address.parts[4] === 0 || address.parts[4] === 0x0200) && address.parts[5] === 0x5efe;
}

/**
 * Names that never mean a public host: RFC 6761 (localhost, invalid), RFC 6762 (local), RFC 7686 (onion), RFC 8375
 * (home.arpa), the private zone `internal`, and what routers and clusters use.
 */
const innerZones = [
  'localhost',
  'local',
  'localdomain',
  'internal',
  'intranet',
  'lan',
  'home.arpa',
  'onion',
  'invalid',
];

/** True for a name that may be looked up at all; a name without a dot is one of the local network. */
export function isPublicName(name: string): boolean {
  const bare = name.toLowerCase().replace(/\.$/, '');
  if (!bare.includes('.') || bare.length > 253) return false;
  return !innerZones.some((zone) => bare === zone || bare.endsWith(`.${zone}`));
}

/** Addresses of this machine: a service on a public address must not be led to its own inner ports. */
export function ownAddresses(): ReadonlySet<string> {
  const own = new Set<string>();
  for (const list of Object.values(networkInterfaces())) for (const one of list ?? []) own.add(one.address);
  return own;
}
