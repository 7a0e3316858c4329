import test from 'ava'
import { readAdminEndpoint, type AdminEndpoint } from '../../../plugin/admin/endpoint-file.ts'
import { startDovecot, type Dovecot } from '../../support/dovecot/dovecot.ts'
import { startPostern, type Postern, type PosternConfig } from '../../support/postern/postern.ts'
import { createWebmailClient } from '../../support/http/webmail-client.ts'

/** A built Postern in front of a real mail server, with the address of its admin listener. */
export interface MeteredPostern {
  readonly dovecot: Dovecot
  readonly postern: Postern
  readonly endpoint: AdminEndpoint
  stop(): Promise<void>
}

/** Starts one of its own, for a test that breaks something. */
export async function openMeteredPostern(config: PosternConfig = {}): Promise<MeteredPostern> {
  const dovecot = await startDovecot({ users: 30 })
  const postern = await startPostern({ mail: dovecot, config })
  const endpoint = await readAdminEndpoint(postern.directory)
  if (endpoint === undefined) throw new Error('no private listener')
  return {
    dovecot,
    postern,
    endpoint,
    async stop() {
      await postern.stop()
      await dovecot.stop()
    },
  }
}

/** One Postern for all tests of a file; each test has users of its own. */
export function sharedMeteredPostern(config: PosternConfig = {}): () => MeteredPostern {
  let metered: MeteredPostern | undefined
  test.before('start Postern', async () => {
    metered = await openMeteredPostern(config)
  })
  test.after.always('stop Postern', () => metered?.stop())
  return () => {
    if (metered === undefined) throw new Error('Postern is not started yet')
    return metered
  }
}

/** Signs the n-th user in and answers their browser. */
export async function signedIn({ dovecot, postern }: MeteredPostern, n: number) {
  const client = createWebmailClient(postern.base())
  const { status } = await client.signIn(dovecot.userName(n), dovecot.password)
  if (status !== 302) throw new Error(`sign-in answered ${status}`)
  return client
}

/** The Authorization header a browser sends for the status page. */
export function basic({ token }: AdminEndpoint): { readonly authorization: string } {
  return { authorization: `Basic ${Buffer.from(`admin:${token}`).toString('base64')}` }
}
