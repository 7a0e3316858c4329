import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { createClientAddressCheck } from '../../../../../plugin/cli/doctor/checks/client-address.ts'
import { temporaryDirectory } from '../../../../support/process/temporary-directory.ts'
import { findingOf, patientIn } from '../check.ts'

/** The check for a Dovecot with these lines. */
async function withDovecot(t: ExecutionContext, lines: string) {
  const directory = await temporaryDirectory(t)
  const file = join(directory, 'dovecot.conf')
  await writeFile(file, `${lines}\n`)
  const check = createClientAddressCheck({ doveconf: ['doveconf', '-c', file] })
  return { check, patient: patientIn(directory) }
}

for (const [networks, id] of [
  ['', 'imap.client-address-unknown'],
  ['10.0.0.0/8 2001:db8::/32', 'imap.client-address-unknown'],
  ['10.0.0.0/8 127.0.0.0/8', 'imap.client-address'],
  ['127.0.0.1', 'imap.client-address'],
  ['::1/128', 'imap.client-address'],
  ['10.0.0.0/8, 127.0.0.1/32', 'imap.client-address'],
] as const) {
  test(`a Dovecot of this machine that trusts "${networks}" is ${id}`, async (t) => {
    const { check, patient } = await withDovecot(t, `login_trusted_networks = ${networks}`)

    t.is((await check(patient)).map((finding) => finding.id).join(), id)
  })
}

test('where there is no Dovecot nothing is claimed of the mail server', async (t) => {
  const { patient } = await withDovecot(t, '')
  const check = createClientAddressCheck({ doveconf: ['/nowhere/doveconf'] })

  t.is((await findingOf(check, patient, 'imap.client-address-unseen')).severity, 'note')
})

for (const [imap, id] of [
  [{ host: '192.0.2.1' }, 'imap.client-address-unseen'],
  [{ proxyProtocol: true }, 'imap.client-address-proxied'],
] as const) {
  test(`what is said of ${JSON.stringify(imap)} does not rest on this machine's Dovecot`, async (t) => {
    const { check, patient } = await withDovecot(t, 'login_trusted_networks = 127.0.0.1')
    const { config } = patient

    const changed = { ...patient, config: { ...config, imap: { ...config.imap, ...imap } } }

    t.is((await findingOf(check, changed, id)).severity, 'note')
  })
}
