import { join } from 'node:path'
import test from 'ava'
import { RESPONSE_WAIT_LIMIT_MS } from '../../support/process/wait-limit.ts'
import { sharedMeteredPostern, signedIn } from '../metrics/metered-postern.ts'
import { sendAction } from '../../support/http/native-actions.ts'
import { setUpCodes } from '../../support/second-factor/codes.ts'
import { postern as run } from './command-line.ts'

const shared = sharedMeteredPostern({
  tuning: { store: { databaseReadMs: RESPONSE_WAIT_LIMIT_MS } },
  signIn: { secondFactor: 'optional' },
})

const user = 'user0001@example.test'

function config(): string {
  return join(shared().postern.directory, 'postern.json')
}

async function stored(
  name: string,
): Promise<{ readonly code: number | undefined; readonly documents: unknown }> {
  const { code, output } = await run(['export', name, '--config', config()])
  const response: unknown = JSON.parse(output)
  const isResponse = typeof response === 'object' && response !== null && 'documents' in response
  return { code, documents: isResponse ? response.documents : undefined }
}

test.serial(
  'what a user has set is exported, and gone with their sessions when it is deleted',
  async (t) => {
    const session = await signedIn(shared(), 1)
    const changes = [{ name: 'colorScheme', seen: 'system', wanted: 'dark' }] as const
    const save = () => sendAction(session, 'save-settings', { changes })
    const saved = await save()
    t.is(saved.status, 200)

    const before = await stored(user)
    const refused = await run(['delete', user, '--config', config()])
    const deleted = await run(['delete', user, '--yes', '--config', config()])

    t.is(before.code, 0)
    t.like(before.documents, {
      settings: [{ id: 'preferences', content: { colorScheme: 'dark' } }],
    })
    t.is(refused.code, 64)
    t.is(deleted.code, 0)
    t.is(deleted.output, '1 documents removed, 1 sessions ended\n')
    t.deepEqual(await stored(user), { code: 1, documents: {} })
    t.is((await save()).status, 401)
  },
)

test.serial('of a user who has set nothing there is nothing to export', async (t) => {
  t.deepEqual(await stored('user0009@example.test'), { code: 1, documents: {} })
})

test.serial('a second factor is exported sealed, and gone when its owner is deleted', async (t) => {
  const session = await signedIn(shared(), 2)
  const { secret, recoveryCodes } = await setUpCodes(session, shared().dovecot.password)

  const { documents } = await stored('user0002@example.test')
  await run(['delete', 'user0002@example.test', '--yes', '--config', config()])

  t.like(documents, { 'second-factor': [{ id: 'totp' }] })
  for (const reported of [secret, ...recoveryCodes])
    t.false(JSON.stringify(documents).includes(reported))
  const again = await signedIn(shared(), 2)
  t.regex((await again.get('?_task=mail')).text, /"task":"mail"/)
})
