import { chmod, chown, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { checkPanel } from '../../../../../plugin/cli/doctor/checks/panel.ts'
import { account, writeAccounts } from '../../../panel/shim/servers.ts'
import { temporaryDirectory } from '../../../../support/process/temporary-directory.ts'
import { findingOf, patientIn } from '../check.ts'

async function behindShim(t: ExecutionContext) {
  const directory = await temporaryDirectory(t)
  const accountsFile = join(directory, 'accounts.json')
  const listen = { unix: join(directory, 'postern.sock'), everyUser: true }
  const config = { listen, panel: { adapter: 'shim', shim: { accountsFile } } }
  return { directory, accountsFile, patient: patientIn(directory, { config }) }
}

test('an accounts file with accounts is fine', async (t) => {
  const { directory, patient } = await behindShim(t)
  await writeAccounts(directory, [account])

  t.regex((await findingOf(checkPanel, patient, 'shim.accounts')).seen, /^accounts with a key: 1$/)
})

test('an accounts file that no one has written is an error', async (t) => {
  const { patient } = await behindShim(t)

  const finding = await findingOf(checkPanel, patient, 'shim.accounts-missing')

  t.is(finding.severity, 'error')
  t.regex(finding.advice ?? '', /update-accounts/)
})

test('an accounts file that others can read is an error, told without a key', async (t) => {
  const { directory, accountsFile, patient } = await behindShim(t)
  await writeAccounts(directory, [account])
  await chmod(accountsFile, 0o644)

  const finding = await findingOf(checkPanel, patient, 'shim.accounts-unreadable')

  t.is(finding.severity, 'error')
  t.false(JSON.stringify(finding).includes(account.key))
})

test('an accounts file that is not JSON is an error, told without a key', async (t) => {
  const { accountsFile, patient } = await behindShim(t)
  await writeFile(accountsFile, `{"accounts": [{"key": "${account.key}"`, { mode: 0o640 })

  const finding = await findingOf(checkPanel, patient, 'shim.accounts-damaged')

  t.is(finding.seen, `${accountsFile} is not JSON`)
  t.regex(finding.advice ?? '', /^move it away and run scripts\/update-accounts/)
})

test('an accounts file without accounts is a warning', async (t) => {
  const { directory, patient } = await behindShim(t)
  await writeAccounts(directory, [])

  t.is((await findingOf(checkPanel, patient, 'shim.no-accounts')).severity, 'warning')
})

/** Key files beside the accounts file, by their names. */
async function writeKeys(directory: string, keys: Readonly<Record<string, unknown>>) {
  await mkdir(join(directory, 'keys'))
  for (const [name, content] of Object.entries(keys)) {
    await writeFile(join(directory, 'keys', name), JSON.stringify(content), { mode: 0o400 })
  }
}

test('keys that agree with the accounts file are fine', async (t) => {
  const { directory, patient } = await behindShim(t)
  await writeAccounts(directory, [account])
  await writeKeys(directory, { 'hosting.json': { ...account, socket: '/run/postern.sock' } })

  t.is((await findingOf(checkPanel, patient, 'shim.keys')).severity, 'fine')
})

test('a key that is not the one of the accounts file is an error, told without a key', async (t) => {
  const { directory, patient } = await behindShim(t)
  await writeAccounts(directory, [account])
  await writeKeys(directory, { 'hosting.json': { ...account, key: 'from-a-backup' } })

  const finding = await findingOf(checkPanel, patient, 'shim.key-mismatch')

  t.is(finding.severity, 'error')
  t.regex(finding.seen, /: hosting$/)
  t.regex(finding.advice ?? '', /update-accounts/)
  t.notRegex(JSON.stringify(finding), new RegExp(`${account.key}|from-a-backup`))
})

test('accounts without a key are an error that names a few', async (t) => {
  const { directory, patient } = await behindShim(t)
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  await writeAccounts(
    directory,
    names.map((name) => ({ ...account, account: name })),
  )
  await writeKeys(directory, { 'a.json': { ...account, account: 'a' }, 'b.json': 'half' })

  const finding = await findingOf(checkPanel, patient, 'shim.key-missing')

  t.is(finding.severity, 'error')
  t.regex(finding.seen, /: b, c, d, e, f and 1 more$/)
})

/** The whole process works as someone else meanwhile. */
async function asNobody<Value>(work: () => Promise<Value>): Promise<Value> {
  process.setegid?.(65_534)
  process.seteuid?.(65_534)
  try {
    return await work()
  } finally {
    process.seteuid?.(0)
    process.setegid?.(0)
  }
}

test.serial('anyone who may not read the keys is told to run as root', async (t) => {
  const { directory, patient } = await behindShim(t)
  await writeAccounts(directory, [account])
  await writeKeys(directory, {})
  await chmod(join(directory, 'accounts.json'), 0o640)
  await chown(join(directory, 'accounts.json'), 0, 65_534)
  await chmod(join(directory, 'keys'), 0o711)

  const finding = await asNobody(() => findingOf(checkPanel, patient, 'shim.keys-hidden'))

  t.is(finding.severity, 'note')
})
