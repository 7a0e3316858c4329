import test from 'ava'
import { ownProxyHeader, proxyHeader } from '../../../../proxy/mail/connection/proxy-header.ts'

const SIGNATURE = '0d0a0d0a000d0a515549540a'

/** The header without its signature, in hexadecimal digits. */
function written(clientIp: string, serverIp: string): string {
  const hex = proxyHeader({ clientIp, serverIp, serverPort: 993 }).toString('hex')
  return hex.startsWith(SIGNATURE) ? hex.slice(SIGNATURE.length) : hex
}

for (const [clientIp, serverIp, hex] of [
  ['192.0.2.77', '127.0.0.1', '2111000cc000024d7f000001000003e1'],
  [
    '2001:db8::77',
    '::1',
    '2121002420010db800000000000000000000007700000000000000000000000000000001000003e1',
  ],
  [
    '192.0.2.77',
    '::1',
    '2121002400000000000000000000ffffc000024d00000000000000000000000000000001000003e1',
  ],
  [
    '::ffff:192.0.2.77',
    '127.0.0.1',
    '2121002400000000000000000000ffffc000024d00000000000000000000ffff7f000001000003e1',
  ],
  [
    'fe80::1%eth0',
    '1:2:3:4:5:6:7:8',
    '21210024fe80000000000000000000000000000100010002000300040005000600070008000003e1',
  ],
] as const) {
  test(`the PROXY header of ${clientIp} at ${serverIp} has both addresses`, (t) => {
    t.is(written(clientIp, serverIp), hex)
  })
}

test('a client without an address is not named', (t) => {
  t.deepEqual(
    proxyHeader({ clientIp: '', serverIp: '127.0.0.1', serverPort: 143 }),
    ownProxyHeader(),
  )
  t.is(ownProxyHeader().toString('hex'), `${SIGNATURE}20000000`)
})
