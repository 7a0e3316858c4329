import test from 'ava'
import { findAdminDoor, type AdminDoor } from '../../../plugin/admin/endpoint-file.ts'
import { startDovecot, type Dovecot } from '../../support/dovecot/dovecot.ts'
import { startPostern, type Postern, type PosternConfig } from '../../support/postern/postern.ts'
import { createWebmailClient } from '../../support/http/webmail-client.ts'

/** A built Postern in front of a real mail server, with the door to its private listener. */
export interface House {
  readonly dovecot: Dovecot
  readonly postern: Postern
  readonly door: AdminDoor
  stop(): Promise<void>
}

/** Opens a house of its own, for a test that breaks something. */
export async function openHouse(config: PosternConfig = {}): Promise<House> {
  const dovecot = await startDovecot({ users: 30 })
  const postern = await startPostern({
    config: { imap: { host: dovecot.host, port: dovecot.port }, ...config },
  })
  const door = await findAdminDoor(postern.directory)
  if (door === undefined) throw new Error('no private listener')
  return {
    dovecot,
    postern,
    door,
    async stop() {
      await postern.stop()
      await dovecot.stop()
    },
  }
}

/** One house for all tests of a file; each test has users of its own. */
export function sharedHouse(config: PosternConfig = {}): () => House {
  let house: House | undefined
  test.before('open the house', async () => {
    house = await openHouse(config)
  })
  test.after.always('close the house', () => house?.stop())
  return () => {
    if (house === undefined) throw new Error('the house is not open')
    return house
  }
}

/** Signs the n-th user in and answers their browser. */
export async function signedIn({ dovecot, postern }: House, n: number) {
  const client = createWebmailClient(postern.base())
  const { status } = await client.signIn(dovecot.userName(n), dovecot.password)
  if (status !== 302) throw new Error(`sign-in answered ${status}`)
  return client
}

/** The Authorization header a browser sends for the status page. */
export function basic({ token }: AdminDoor): { readonly authorization: string } {
  return { authorization: `Basic ${Buffer.from(`admin:${token}`).toString('base64')}` }
}
