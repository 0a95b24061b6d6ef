// The border between the public internet and everything else, one address on each side of every edge.
import { describe, expect, it } from 'vitest';
import { isPublicAddress, isPublicName, ownAddresses } from './address-rules.ts';

describe('isPublicAddress', () => {
  it.each([
    '1.1.1.1',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '168.63.129.15',
    '168.63.129.17',
    '169.253.255.255',
    '169.255.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2a00:1450:4001:82f::200e',
    '2001:4860:4860::8888',
    '2003::1',
  ])('lets %s through', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    '0.0.0.0',
    '0.255.255.255',
    '10.0.0.0',
    '10.255.255.255',
    '100.64.0.0',
    '100.100.100.200',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.255.255',
    '168.63.129.16',
    '169.254.0.0',
    '169.254.169.254',
    '172.16.0.0',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.0.192',
    '192.0.2.1',
    '192.31.196.1',
    '192.52.193.1',
    '192.88.99.1',
    '192.168.0.0',
    '192.175.48.1',
    '198.18.0.0',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::7f00:1',
    '::8.8.8.8',
    '::ffff:8.8.8.8',
    '::ffff:127.0.0.1',
    '::ffff:0:8.8.8.8',
    '64:ff9b::8.8.8.8',
    '64:ff9b:1::8.8.8.8',
    '100::1',
    '2001::1',
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
    '2001:2::1',
    '2001:10::1',
    '2001:20::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '2002:808:808::1',
    '2620:4f:8000::1',
    '2606:4700::5efe:10.0.0.1',
    '2606:4700::200:5efe:10.0.0.1',
    '3fff::1',
    '4000::1',
    '5f00::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    // Not the plain spelling of an address: whoever wrote it may read it differently.
    '0177.0.0.1',
    '010.8.8.8',
    '8.8.8',
    '134744072',
    '0x8.8.8.8',
    ' 8.8.8.8',
    '8.8.8.8 ',
    '8.8.8.8\n',
    '',
    'example.com',
  ])('refuses %j', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('isPublicName', () => {
  it.each(['example.com', 'EXAMPLE.com.', 'local.example.com', 'internal-docs.example', 'xn--bcher-kva.example'])(
    'lets %s be looked up',
    (name) => {
      expect(isPublicName(name)).toBe(true);
    },
  );

  it.each([
    'localhost',
    'LOCALHOST',
    'localhost.',
    'a.localhost',
    'a.b.localhost.',
    'intranet',
    'kubernetes.default.svc.cluster.local',
    'printer.local',
    'metadata.google.internal',
    'localhost.localdomain',
    'router.home.arpa',
    'abc.onion',
    '',
    '.',
    `${'a.'.repeat(130)}com`,
  ])('refuses %j', (name) => {
    expect(isPublicName(name)).toBe(false);
  });
});

describe('ownAddresses', () => {
  it('knows the loopback address of this machine', () => {
    expect([...ownAddresses()].some((address) => address === '127.0.0.1' || address === '::1')).toBe(true);
  });
});
