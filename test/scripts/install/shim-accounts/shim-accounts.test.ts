import { execFile } from 'node:child_process'
import { chmod, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import test from 'ava'
import { createAccountRegistry } from '../../../../plugin/panel/shim/accounts.ts'
import {
  hostingAccounts,
  type HostingAccount,
  isInSync,
  syncAccounts,
} from '../../../../scripts/install/shim-accounts/sync-accounts.ts'
import { temporaryDirectory, type Teardown } from '../../../support/process/temporary-directory.ts'

const run = promisify(execFile)

const robin: HostingAccount = {
  account: 'robin',
  uid: 65_534,
  gid: 65_534,
  home: '/home2/robin',
  domains: ['example.test'],
}
const eve: HostingAccount = { ...robin, account: 'eve', home: '/home/eve', domains: ['eve.test'] }

/** Runs the tool on a directory that is kept between runs. */
async function toolIn(t: Teardown) {
  const directory = await temporaryDirectory(t)
  const bookFile = join(directory, 'accounts.json')
  const keyDirectory = join(directory, 'keys')
  const locations = { bookFile, keyDirectory, gid: 8, socket: '/run/postern/postern.sock' }
  const sync = (accounts: readonly HostingAccount[]) => syncAccounts({ accounts, ...locations })
  const isCurrent = (accounts: readonly HostingAccount[]) => isInSync({ accounts, ...locations })
  const find = (account: string) => createAccountRegistry(bookFile, Date.now).find(account)
  return { bookFile, keyDirectory, sync, isCurrent, find }
}

test('an account gets a key that only it can read, and Postern the same key', async (t) => {
  const { bookFile, keyDirectory, sync, find } = await toolIn(t)

  await sync([robin])

  const path = join(keyDirectory, 'robin.json')
  const written: unknown = JSON.parse(await readFile(path, 'utf8'))
  const known = await find('robin')
  t.deepEqual(written, {
    account: 'robin',
    key: known?.key,
    socket: '/run/postern/postern.sock',
  })
  t.deepEqual(known?.domains, ['example.test'])
  const [keyFile, registry] = [await stat(path), await stat(bookFile)]
  t.deepEqual([keyFile.mode & 0o777, keyFile.uid], [0o400, 65_534])
  t.deepEqual([registry.mode & 0o777, registry.gid], [0o640, 8])
})

for (const [fact, spoil] of [
  ['is gone', (path: string) => rm(path)],
  ['has another key', (path: string) => writeFile(path, '{"account":"robin","key":"other"}')],
  ['can be read by others', (path: string) => chmod(path, 0o444)],
] as const) {
  test(`a key file that ${fact} is not in sync, and comes back with its key`, async (t) => {
    const { keyDirectory, sync, isCurrent } = await toolIn(t)
    await sync([robin])
    const path = join(keyDirectory, 'robin.json')
    const before = await readFile(path, 'utf8')
    await spoil(path)

    const isSpoiled = !(await isCurrent([robin]))
    await sync([robin])

    t.true(isSpoiled)
    t.is(await readFile(path, 'utf8'), before)
    t.true(await isCurrent([robin]))
  })
}

test('running again changes no key', async (t) => {
  const { sync, find } = await toolIn(t)
  await sync([robin])
  const before = await find('robin')

  const report = await sync([{ ...robin, domains: ['example.test', 'new.test'] }, eve])

  const after = await find('robin')
  t.is(after?.key, before?.key)
  t.deepEqual(after?.domains, ['example.test', 'new.test'])
  t.deepEqual(report, { added: ['eve'], removed: [], accounts: 2 })
})

test('an account registry is in sync until an account or a domain changes', async (t) => {
  const { sync, isCurrent } = await toolIn(t)
  const before = await isCurrent([robin])

  await sync([robin])

  t.false(before)
  t.true(await isCurrent([robin]))
  t.false(await isCurrent([robin, eve]))
  t.false(await isCurrent([{ ...robin, domains: [] }]))
})

test('an account that is missing loses its key', async (t) => {
  const { keyDirectory, sync, find } = await toolIn(t)
  await sync([robin, eve])

  const report = await sync([robin])

  t.deepEqual(await readdir(keyDirectory), ['robin.json'])
  t.is(await find('eve'), undefined)
  t.deepEqual(report.removed, ['eve'])
})

test('another user with an old account name gets another key', async (t) => {
  const { sync, find } = await toolIn(t)
  await sync([robin])
  const before = await find('robin')

  await sync([{ ...robin, uid: 65_533 }])

  t.not((await find('robin'))?.key, before?.key)
})

test('an account registry that cannot be understood is left alone', async (t) => {
  const { bookFile, sync } = await toolIn(t)
  await writeFile(bookFile, '{"version":1,"accounts":[{')

  await t.throwsAsync(sync([robin]))

  t.is(await readFile(bookFile, 'utf8'), '{"version":1,"accounts":[{')
})

test('accounts are those of the system with domains of their own', (t) => {
  const userDomains = `
Example.test: robin
shop.example.test: robin
*: nobody
lost.test: nobody
gone.test: deleted
bad line
evil.test: ../../root
`
  const passwd = `root:x:0:0:root:/root:/bin/bash
robin:x:1001:1002::/home2/robin:/bin/bash
plain:x:1003:1003::/home/plain:/bin/bash
`

  t.deepEqual(hostingAccounts(userDomains, passwd), [
    {
      account: 'robin',
      uid: 1001,
      gid: 1002,
      home: '/home2/robin',
      domains: ['example.test', 'shop.example.test'],
    },
  ])
})

for (const [damage, text] of [
  ['is not JSON', '{"accounts":[{"account":"robin","key":"secret'],
  ['is of another form', '{"accounts":[{"account":"robin","uid":"secret"}]}'],
] as const) {
  test(`an accounts file that ${damage} is told in one line without its keys, and stays`, async (t) => {
    const directory = await temporaryDirectory(t)
    const accountsFile = join(directory, 'accounts.json')
    const config = join(directory, 'postern.json')
    const listen = { unix: join(directory, 'postern.sock') }
    const panel = { adapter: 'shim', shim: { accountsFile } }
    await writeFile(config, JSON.stringify({ listen, panel, dataDir: directory }))
    await writeFile(accountsFile, text)
    const empty = join(directory, 'empty')
    await writeFile(empty, '')
    const locations = [
      '--user-domains',
      empty,
      '--passwd',
      empty,
      '--keys',
      join(directory, 'keys'),
    ]

    const failure = await t.throwsAsync(
      run(process.execPath, ['dist/shim-accounts.js', '--config', config, ...locations]),
    )

    t.like(failure, { code: 65 })
    const said = String(Reflect.get(failure, 'stderr'))
    t.regex(
      said,
      /^\S+accounts\.json is not .*: move it away and run scripts\/update-accounts.*\n$/,
    )
    t.notRegex(said, /secret/)
    t.is(await readFile(accountsFile, 'utf8'), text)
  })
}
