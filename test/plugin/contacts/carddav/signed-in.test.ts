import test from 'ava'
import { startRadicale } from '../../../support/carddav/radicale.ts'
import { callAction } from '../../../support/http/native-actions.ts'
import { openMeteredPostern, signedIn } from '../../metrics/metered-postern.ts'

test('anyone who is signed in has the address book of their name and password, and reads it without the server', async (t) => {
  const user = 'user0003@example.test'
  const server = await startRadicale({ [user]: 'test-Pass.1' })
  t.teardown(() => server.stop())
  const metered = await openMeteredPostern({
    contacts: { carddav: { url: server.template } },
    tuning: { carddav: { freshMs: 1_000, timeoutMs: 1_000, waitMs: 30_000 } },
  })
  t.teardown(() => metered.stop())
  const client = await signedIn(metered, 3)
  const contacts = () => callAction(client, 'contacts', {})
  const empty = await contacts()
  const card = 'BEGIN:VCARD\r\nVERSION:3.0\r\nUID:a\r\nFN:Ada\r\nN:;;;;\r\nEND:VCARD\r\n'
  const put = { body: card, headers: { 'content-type': 'text/vcard' } }
  t.true((await server.as(user, 'PUT', 'a.vcf', put)).ok)
  let shared = await contacts()
  while (shared.total === 0) shared = await contacts()
  server.pause()
  let away = await contacts()
  while (!away.isReadOnly) away = await contacts()

  t.like(empty, { total: 0, isReadOnly: false })
  t.like(shared, { rows: [{ name: 'Ada' }], isReadOnly: false })
  t.like(away, { rows: [{ name: 'Ada' }], isReadOnly: true })
  server.resume()
})
