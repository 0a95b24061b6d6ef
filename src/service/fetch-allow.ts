// An operator's list of inner hosts that documents may be fetched from although they are not on the public internet.
import ipaddr from 'ipaddr.js';

export interface FetchAllowance {
  readonly allowAddress: (address: string) => boolean;
  readonly allowName: (name: string) => boolean;
}

/** Entries are addresses, address ranges (CIDR) or host names; undefined for text that is none of them. */
export function fetchAllowance(entries: readonly string[]): FetchAllowance | undefined {
  const ranges: [ipaddr.IPv4 | ipaddr.IPv6, number][] = [];
  const names = new Set<string>();
  for (const entry of entries) {
    if (ipaddr.isValidCIDR(entry)) ranges.push(ipaddr.parseCIDR(entry));
    else if (ipaddr.isValid(entry)) {
      const address = ipaddr.parse(entry);
      ranges.push([address, address.kind() === 'ipv4' ? 32 : 128]);
    } else if (/^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/i.test(entry) && !/^[\d.]+$/.test(entry)) {
      names.add(entry.toLowerCase());
    } else return undefined;
  }
  return {
    allowAddress: (address) => {
      if (!ipaddr.isValid(address)) return false;
      const parsed = ipaddr.parse(address);
      return ranges.some(([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits));
    },
    allowName: (name) => names.has(name.toLowerCase()),
  };
}
