import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { checkPanel } from '../../plugin/commands/doctor/panel-check.ts'
import { account, writeAccounts } from '../panel/shim-stand.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'
import { findingOf, patientIn } from './patient.ts'

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

test('an accounts file that nobody has written is an error', async (t) => {
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

test('an accounts file without accounts is a warning', async (t) => {
  const { directory, patient } = await behindShim(t)
  await writeAccounts(directory, [])

  t.is((await findingOf(checkPanel, patient, 'shim.no-accounts')).severity, 'warning')
})
