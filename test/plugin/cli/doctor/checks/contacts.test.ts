import { createServer } from 'node:http'
import test from 'ava'
import { checkContacts as check } from '../../../../../plugin/cli/doctor/checks/contacts.ts'
import { ldifContact, startSlapd } from '../../../../support/ldap/slapd.ts'
import { portOf } from '../../../../support/http/port-of.ts'
import { freePort } from '../../../../support/process/free-port.ts'
import { temporaryDirectory } from '../../../../support/process/temporary-directory.ts'
import { findingOf, patientIn } from '../check.ts'

test('a CardDAV server that answers is fine, and one that fails, is away or gets passwords in clear is told', async (t) => {
  const directory = await temporaryDirectory(t)
  let status = 401
  const server = createServer((_request, response) => response.writeHead(status).end())
  server.listen(0, '127.0.0.1')
  t.teardown(() => server.close())
  const patientWith = (origin: string) =>
    patientIn(directory, { config: { contacts: { carddav: { url: `${origin}/%u/book/` } } } })
  const here = patientWith(`http://127.0.0.1:${await portOf(server)}`)
  const away = patientWith(`http://127.0.0.1:${await freePort()}`)

  t.is((await findingOf(check, here, 'contacts.carddav-answers')).severity, 'fine')
  status = 502
  t.is((await findingOf(check, here, 'contacts.carddav-fails')).severity, 'error')
  t.is((await findingOf(check, away, 'contacts.carddav-unreachable')).severity, 'error')
  const clear = patientWith('http://dav.invalid')
  t.is((await findingOf(check, clear, 'contacts.carddav-clear')).severity, 'warning')
  t.deepEqual(await check(patientIn(directory)), [])
})

test('a directory that shows users is fine, and one that shows no one, refuses or is away is told', async (t) => {
  const directory = await temporaryDirectory(t)
  const server = await startSlapd([ldifContact('ada', { cn: 'Ada', sn: 'King', mail: 'a@x.test' })])
  t.teardown(() => server.stop())
  const { baseDn, bindDn, password } = server
  const defaults = { url: `ldap://127.0.0.1:${server.port}`, baseDn, bindDn }
  const severityOf = async (
    id: string,
    settings: Readonly<Record<string, unknown>>,
    secret: { readonly password?: string } = { password },
  ) => {
    const patient = patientIn(directory, { config: { contacts: { ldap: settings } } })
    const { ldap, ...contacts } = patient.config.contacts
    if (ldap === null) return t.fail('the directory is not in the configuration')
    const config = { ...patient.config, contacts: { ...contacts, ldap: { ...ldap, ...secret } } }
    return (await findingOf(check, { ...patient, config }, id)).severity
  }

  t.is(await severityOf('contacts.ldap-answers', defaults), 'fine')
  t.is(await severityOf('contacts.ldap-empty', { ...defaults, filter: '(mail=b*)' }), 'warning')
  t.is(await severityOf('contacts.ldap-fails', defaults, { password: 'x' }), 'error')
  const away = { ...defaults, url: `ldap://127.0.0.1:${await freePort()}` }
  t.is(await severityOf('contacts.ldap-fails', away), 'error')
  t.is(await severityOf('contacts.ldap-password', defaults, {}), 'error')
  const far = { ...defaults, url: 'ldap://ldap.invalid' }
  t.is(await severityOf('contacts.ldap-clear', far), 'warning')
})
