import { execFile } from 'node:child_process'
import { BlockList, isIP } from 'node:net'
import { promisify } from 'node:util'
import { isLoopback } from '../../../config/loopback.ts'
import { systemErrorCode } from '../../../config/system-error.ts'
import { fine, note, warning, wordsOf, type Finding } from '../../../findings/finding.ts'
import type { Check } from '../patient.ts'

const execute = promisify(execFile)

const CONFIG_MS = 10_000
/** Where Postern's connections to a server of its machine come from. */
const OWN_ADDRESSES = ['127.0.0.1', '::1'] as const

const ADVICE =
  'run /opt/postern/current/scripts/install --repair --dovecot trust, or add login_trusted_networks = 127.0.0.1/32 ::1/128 to the configuration of Dovecot and reload it'

/**
 * Whether the mail server learns the address of the client. A server does not say whom it believes, so that the
 * configuration of this machine's Dovecot is read, with its own program, where the mail server is on this machine.
 */
export function createClientAddressCheck({
  doveconf,
}: {
  readonly doveconf: readonly [program: string, ...args: string[]]
}): Check {
  return async ({ config: { imap } }) => {
    if (imap.proxyProtocol) {
      const seen = 'the address of the client goes to the mail server by the PROXY protocol'
      return [note('imap.client-address-proxied', seen, 'its log shows that address')]
    }
    if (!isLoopback(imap.host)) return [unseen(`${imap.host} is another machine`)]
    const [program, ...args] = doveconf
    try {
      const command = [...args, '-h', 'login_trusted_networks']
      const { stdout } = await execute(program, command, { timeout: CONFIG_MS })
      return [judge(stdout.trim())]
    } catch (error) {
      const isNone = systemErrorCode(error) === 'ENOENT'
      return [unseen(isNone ? 'there is no Dovecot on this machine' : wordsOf(error))]
    }
  }
}

/** Of the Dovecot that this machine's package configures. */
export const checkClientAddress = createClientAddressCheck({ doveconf: ['doveconf'] })

function unseen(why: string): Finding {
  return note(
    'imap.client-address-unseen',
    `whether the mail server learns the addresses of clients cannot be seen from here: ${why}`,
    "let it believe IMAP ID of Postern's address (in Dovecot login_trusted_networks), or set imap.proxyProtocol",
  )
}

function judge(networks: string): Finding {
  const trusted = trustedBy(networks)
  const isOurs = OWN_ADDRESSES.some((address) =>
    trusted.check(address, address.includes(':') ? 'ipv6' : 'ipv4'),
  )
  return isOurs
    ? fine('imap.client-address', 'Dovecot learns the addresses of clients from Postern')
    : warning(
        'imap.client-address-unknown',
        'to Dovecot everybody comes from this machine: a few wrong passwords slow the sign-ins of all',
        ADVICE,
      )
}

/** Of a list as Dovecot writes it, parted by blanks or commas; what is no network is left out. */
function trustedBy(networks: string): BlockList {
  const list = new BlockList()
  for (const network of networks.split(/[\s,]+/)) {
    const [address = '', bits] = network.split('/')
    const version = isIP(address)
    if (version === 0) continue
    const family = version === 6 ? 'ipv6' : 'ipv4'
    const most = version === 6 ? 128 : 32
    const prefix = bits === undefined ? most : Number(bits)
    if (Number.isInteger(prefix) && prefix >= 0 && prefix <= most) {
      list.addSubnet(address, prefix, family)
    }
  }
  return list
}
