import { mkdir, rename, symlink, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import test from 'ava'
import { startPostgres } from '../../support/database/postgres.ts'
import { makeDirectory, removeDirectory } from '../../support/process/temporary-directory.ts'
import {
  addRoundcubeUser,
  makeRoundcubeTables,
} from '../../support/roundcube/roundcube-database.ts'
import { openMeteredPostern, sharedMeteredPostern, signedIn } from '../metrics/metered-postern.ts'
import { postern as run } from './command-line.ts'

const shared = sharedMeteredPostern()

function config(): readonly string[] {
  return ['--config', join(shared().postern.directory, 'postern.json')]
}

async function documentsOf(user: string, from = config()): Promise<Record<string, unknown>> {
  const { output } = await run(['export', user, ...from])
  const response: unknown = JSON.parse(output)
  const isResponse = typeof response === 'object' && response !== null && 'documents' in response
  return isResponse ? { ...(response.documents as object) } : {}
}

/** An account with a mailbox of each domain. */
async function makeHome(account: string, domains: readonly string[]): Promise<string> {
  const directory = await makeDirectory('cpanel')
  const home = join(directory, account)
  for (const domain of domains) {
    const etc = join(home, 'etc', domain)
    await mkdir(etc, { recursive: true })
    const url = `sqlite:${join(etc, 'user0001.rcube.db')}`
    await makeRoundcubeTables(url, '1.6')
    await addRoundcubeUser(url, { username: `user0001@${domain}` })
  }
  return home
}

test.serial(
  'mailboxes of a cPanel account are taken over once, and only those of its own domains',
  async (t) => {
    const home = await makeHome('acme', ['example.test', 'foreign.test'])
    const directory = join(home, '..')
    t.teardown(() => removeDirectory(directory))
    const etc = join(home, 'etc', 'example.test')
    await symlink(join(etc, 'user0001.rcube.db'), join(etc, 'link.rcube.db'))
    const domains = join(directory, 'userdomains')
    await writeFile(domains, 'example.test: acme\nforeign.test: other\n*: nobody\n')
    const args = ['import', 'roundcube', '--cpanel-home', directory, '--domains', domains]

    const dry = await run([...args, '--dry-run', ...config()])
    const stored = await documentsOf('user0001@example.test')
    const first = await run([...args, ...config()])
    const second = await run([...args, '--user', 'user0001@example.test', ...config()])

    t.regex(dry.output, /^user0001@example\.test: would be taken: contacts 3 new/m)
    t.deepEqual(stored, {})
    t.is(first.code, 1)
    t.regex(first.output, /^user0001@example\.test: contacts 3 new, .*identities 2 new/m)
    t.regex(first.output, /^ {2}identity 12 "no address": identity_invalid \(no address\)$/m)
    t.regex(first.complaints, /^user0001@foreign\.test: not taken over: not_theirs: /m)
    t.regex(first.complaints, /^link@example\.test: not taken over: not_a_file: /m)
    t.regex(second.output, /contacts 0 new, 0 completed, 3 there already/)
    t.is(second.code, 0)
    const documents = await documentsOf('user0001@example.test')
    t.deepEqual(
      Object.entries(documents).map(([kind, all]) => [kind, Array.isArray(all) && all.length]),
      [
        ...[['collected', 1] as const, ['contact', 3] as const, ['identity', 2] as const],
        ...[['migration', 1] as const, ['settings', 1] as const],
        ['template', 1],
      ],
    )
    t.deepEqual(await documentsOf('user0001@foreign.test'), {})
  },
)

test.serial('a name on two mail hosts is taken over once someone says which', async (t) => {
  const directory = await makeDirectory('roundcube')
  t.teardown(() => removeDirectory(directory))
  const url = `sqlite:${join(directory, 'roundcube.db')}`
  await makeRoundcubeTables(url, '1.4')
  for (const mailHost of ['one', 'other']) {
    await addRoundcubeUser(url, { username: 'User0002@example.test', mailHost })
  }
  const args = ['import', 'roundcube', '--database', url, ...config()]

  const unclear = await run(args)
  const clear = await run([...args, '--mail-host', 'one', '--json'])
  await rename(join(directory, 'roundcube.db'), join(directory, basename('away.db')))
  const missing = await run(args)

  t.is(unclear.code, 1)
  t.regex(unclear.complaints, /their mail hosts are "one", "other"/)
  t.is(clear.code, 0)
  t.like(JSON.parse(clear.output), { user: 'user0002@example.test', contacts: { added: 3 } })
  t.is(missing.code, 69)
  t.regex(missing.complaints, /^missing: /)
})

test.serial(
  'anyone who signs in for the first time finds what they had in Roundcube',
  async (t) => {
    const server = await startPostgres()
    t.teardown(() => server.stop())
    await makeRoundcubeTables(server.url, '1.5')
    await addRoundcubeUser(server.url, { username: 'user0003@example.test' })
    const other = await openMeteredPostern({
      migration: { roundcube: server.url },
      tuning: { migration: { waitMs: 30_000 } },
    })
    t.teardown(() => other.stop())
    const from = ['--config', join(other.postern.directory, 'postern.json')]

    const page = await (await signedIn(other, 3)).get('')
    await signedIn(other, 4)
    await server.stop()
    await signedIn(other, 5)

    t.regex(page.text, /"timeZone":"Europe\/Berlin"/)
    t.deepEqual(Object.keys(await documentsOf('user0003@example.test', from)), [
      ...['collected', 'contact', 'identity', 'migration', 'settings', 'template'],
    ])
    t.deepEqual(Object.keys(await documentsOf('user0004@example.test', from)), ['migration'])
    t.deepEqual(await documentsOf('user0005@example.test', from), {})
  },
)
