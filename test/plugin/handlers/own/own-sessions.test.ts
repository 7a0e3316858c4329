import { mkdtempSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import type { NativeInputOf } from '../../../../plugin/wire/native/types.ts'
import { eventually } from '../../../support/database/rows.ts'
import { openEventStream } from '../../../support/http/event-stream.ts'
import { sendAction, callAction } from '../../../support/http/native-actions.ts'
import type { WebmailClient } from '../../../support/http/webmail-client.ts'
import { sharedMeteredPostern, signedIn } from '../../metrics/metered-postern.ts'

// Longer than a test waits: a stream must not learn of an end by asking.
const directory = mkdtempSync(join(tmpdir(), 'postern-own-sessions-'))
const file = join(directory, 'audit.log')
const shared = sharedMeteredPostern({
  tuning: { events: { checkMs: 60_000 } },
  audit: { file },
})
test.after.always(() => rm(directory, { recursive: true }))

async function end(client: WebmailClient, which: NativeInputOf<'end-sessions'>['which']) {
  const { sessions, isComplete } = await callAction(client, 'end-sessions', { which })
  if (!isComplete) throw new Error('a store could not tell')
  return sessions
}

test('an owner sees where they are signed in, and ends one of the sessions', async (t) => {
  const metered = shared()
  const [here, there] = [await signedIn(metered, 1), await signedIn(metered, 1)]
  await signedIn(metered, 2)
  const { sessions: before, isComplete } = await callAction(here, 'sessions', {})
  const other = before.find(({ isCurrent }) => !isCurrent)

  const after = await end(here, other?.id ?? '')

  t.true(isComplete)
  t.is(before.length, 2)
  t.is(other?.ip, '127.0.0.1')
  t.deepEqual(
    after.map(({ isCurrent }) => isCurrent),
    [true],
  )
  t.is((await sendAction(there, 'sessions', {})).status, 401)
})

test('signing out everywhere else ends the open streams of the others at once', async (t) => {
  const metered = shared()
  const [here, there] = [await signedIn(metered, 3), await signedIn(metered, 3)]
  const stream = await openEventStream(`${metered.postern.base()}?_task=mail&_action=events`, {
    cookie: `postern_session=${there.cookies.get('postern_session') ?? ''}`,
  })
  t.teardown(() => stream.close())

  t.is((await end(here, 'others')).length, 1)

  t.like(await stream.until('end'), { event: { reason: 'signed-out' } })
  const line = /"audit":"revoked","result":"done","user":"user0003@example.test".*"how":"owner"/
  await eventually(
    () => readFile(file, 'utf8'),
    (lines) => line.test(lines),
  )
})

test('signing out everywhere ends this session too', async (t) => {
  const metered = shared()
  const [here, there] = [await signedIn(metered, 4), await signedIn(metered, 4)]

  t.deepEqual(await end(here, 'all'), [])

  for (const client of [here, there]) t.regex((await client.get('')).text, /name="_pass"/)
})

test('a refusal that is a page is in the language the owner has chosen, else in the browser’s', async (t) => {
  const anna = await signedIn(shared(), 5)
  const refusal = async () => {
    const headers = { accept: 'text/html', 'accept-language': 'it' }
    const { status, text } = await anna.get(
      '?_task=mail&_action=viewsource&_mbox=INBOX&_uid=999',
      headers,
    )
    return [status, /<html lang="([\w-]+)"/.exec(text)?.[1]]
  }
  const before = await refusal()
  const changes = [{ name: 'language', seen: '', wanted: 'fr' }] as const
  await callAction(anna, 'save-settings', { changes })

  t.deepEqual(before, [404, 'it'])
  // A page waits a moment for what its owner has set; a busy machine takes longer.
  t.deepEqual(await eventually(refusal, ([, language]) => language === 'fr'), [404, 'fr'])
})
