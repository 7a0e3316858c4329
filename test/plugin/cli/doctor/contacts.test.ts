import { createServer } from 'node:http'
import test from 'ava'
import { checkContacts as check } from '../../../../plugin/cli/doctor/contacts-check.ts'
import { portOf } from '../../../support/http/port-of.ts'
import { freePort } from '../../../support/process/free-port.ts'
import { temporaryDirectory } from '../../../support/process/temporary-directory.ts'
import { findingOf, patientIn } from './check.ts'

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
