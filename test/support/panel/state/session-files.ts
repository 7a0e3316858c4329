import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Random } from '../../random.ts'
import type { PanelSession } from './session.ts'

/** The three files of a session under raw/, cache/ and preauth/ (plugin/docs/threats.md, cPanel). */
export interface SessionFiles {
  readonly directory: string
  write(session: PanelSession): Promise<void>
  remove(name: string): Promise<void>
  pathOf(kind: SessionFileKind, name: string): string
}

export type SessionFileKind = 'raw' | 'cache' | 'preauth'

const KINDS: readonly SessionFileKind[] = ['raw', 'cache', 'preauth']

/** Makes the three directories; files are private to their owner. */
export async function createSessionFiles(directory: string, random: Random): Promise<SessionFiles> {
  for (const kind of KINDS) await mkdir(join(directory, kind), { recursive: true, mode: 0o700 })
  const pathOf = (kind: SessionFileKind, name: string) =>
    join(directory, kind, name.replaceAll('/', '_'))
  const put = (kind: SessionFileKind, name: string, text: string) =>
    writeFile(pathOf(kind, name), text, { mode: 0o600 })
  const drop = (kind: SessionFileKind, name: string) => rm(pathOf(kind, name), { force: true })

  return {
    directory,
    pathOf,
    async write(session) {
      const fields = shuffled(Object.entries(fieldsOf(session)), random)
      await put('raw', session.name, fields.map(([key, value]) => `${key}=${value}\n`).join(''))
      await put('cache', session.name, JSON.stringify(Object.fromEntries(fields)))
      if (session.needsAuth) {
        await put('preauth', session.name, String(Math.floor(session.createdAt / 1000)))
      } else {
        await drop('preauth', session.name)
      }
    },
    async remove(name) {
      for (const kind of KINDS) await drop(kind, name)
    },
  }
}

function fieldsOf(session: PanelSession): Readonly<Record<string, string>> {
  const { service, address, method } = session
  const authenticatedAt = String(Math.floor(session.createdAt / 1000))
  return {
    cp_security_token: `/cpsess${session.segmentDigits}`,
    external_validation_token: session.validationToken,
    origin_as_string: `address=${address},app=${service},method=${method}`,
    ip_address: address,
    local_ip_address: '127.0.0.1',
    login_theme: 'cpanel',
    tfa_verified: '0',
    hulk_registered: '0',
    token_denied: String(session.tokenDenied),
    ...(session.needsAuth
      ? { needs_auth: '1' }
      : { user: session.user, successful_internal_auth_with_timestamp: authenticatedAt }),
    // Encoded on a real panel; here it is only a mark that no one may read on.
    ...(session.password === undefined ? {} : { pass: `ob:${session.obfuscation}` }),
  }
}

/** The real panel writes its hash in no fixed order, so a reader must not rely on one. */
function shuffled<Item>(items: readonly Item[], random: Random): readonly Item[] {
  return items
    .map((item) => ({ item, rank: random(2 ** 32) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item)
}
