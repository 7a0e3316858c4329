import test from 'ava'
import { isPublicAddress } from '../../../plugin/unsubscribe/public-address.ts'

for (const address of ['8.8.8.8', '185.199.108.153', '2606:4700::6810:84e5', '2a00:1450::5']) {
  test(`${address} is public`, (t) => {
    t.true(isPublicAddress(address))
  })
}

for (const [what, address] of [
  ['loopback', '127.0.0.1'],
  ['loopback in IPv6', '::1'],
  ['mapped loopback', '::ffff:127.0.0.1'],
  ['loopback in the form that is out of use', '::7f00:1'],
  ['translated loopback', '64:ff9b::7f00:1'],
  ['6to4 of loopback', '2002:7f00:1::'],
  ['Teredo', '2001:0:7f00:1::'],
  ['a private network', '10.1.2.3'],
  ['a private network', '172.16.0.1'],
  ['a private network', '192.168.1.1'],
  ['a network of a provider', '100.64.0.1'],
  ['link-local, where clouds keep credentials', '169.254.169.254'],
  ['link-local in IPv6', 'fe80::1'],
  ['unique local', 'fd00:ec2::254'],
  ['site-local', 'fec0::1'],
  ['this host', '0.0.0.0'],
  ['this host', '0.1.2.3'],
  ['unspecified', '::'],
  ['multicast', '224.0.0.1'],
  ['multicast in IPv6', 'ff02::1'],
  ['broadcast', '255.255.255.255'],
  ['a benchmark', '198.18.0.1'],
  ['documentation', '203.0.113.1'],
  ['documentation in IPv6', '2001:db8::1'],
  ['reserved', '240.0.0.1'],
  ['no address', 'localhost'],
] as const) {
  test(`${address} is not public: ${what}`, (t) => {
    t.false(isPublicAddress(address))
  })
}
