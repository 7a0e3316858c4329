import type { ExecutionContext } from 'ava'
import type {
  SieveClient,
  SieveServer,
} from '../../../../../proxy/mail/sieve/client/manage-sieve.ts'
import { eventually } from '../../../../support/database/rows.ts'
import type { Dovecot } from '../../../../support/dovecot/dovecot.ts'
import { startSieveDovecot } from '../../../../support/sieve/manage-sieve.ts'

/** Dovecot with ManageSieve, and its first user as a client. */
export async function startServer(t: ExecutionContext, settings = '') {
  const { dovecot, sievePort } = await startSieveDovecot({ t, users: 2, settings })
  const server: SieveServer = { ...plain(sievePort), host: dovecot.host }
  const { password } = dovecot
  const credential = { user: dovecot.userName(1), password, authorizationId: undefined }
  return { dovecot, server, client: { credential, clientIp: '192.0.2.1' } }
}

/** Addresses of the clients whose sign-ins succeeded, in their order: waits for so many, and more would show. */
export async function signIns(dovecot: Dovecot, count: number): Promise<readonly string[]> {
  const addresses = async () =>
    [...(await dovecot.log()).matchAll(/managesieve-login: .*?Login: user=.*? rip=([^,]+),/g)].map(
      ([, ip = '']) => ip,
    )
  return eventually(addresses, ({ length }) => length >= count)
}

export function plain(port: number): SieveServer {
  return { host: '127.0.0.1', port, tls: 'none', tlsOptions: {}, timeoutMs: 30_000 }
}

/** One whom no server has to know. */
export const stranger: SieveClient = {
  credential: { user: 'a', password: 'b', authorizationId: undefined },
  clientIp: '192.0.2.1',
}
