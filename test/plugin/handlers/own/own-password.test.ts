import { mkdtempSync } from 'node:fs'
import { chmod, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { actionAddress } from '../../../../plugin/wire/native/address.ts'
import { eventually } from '../../../support/database/rows.ts'
import { sendAction } from '../../../support/http/native-actions.ts'
import type { WebmailClient } from '../../../support/http/webmail-client.ts'
import { createWebmailClient } from '../../../support/http/webmail-client.ts'
import { sharedMeteredPostern, signedIn } from '../../metrics/metered-postern.ts'

const directory = mkdtempSync(join(tmpdir(), 'postern-own-password-'))
const command = join(directory, 'change')
const file = join(directory, 'audit.log')
const shared = sharedMeteredPostern({
  audit: { file },
  passwordChange: { command: [command], minLength: 10 },
  signIn: { lockAfter: 3 },
  tuning: { signIn: { delaysMs: [0] } },
})
test.after.always(() => rm(directory, { recursive: true }))

/** A command that changes the line of a mailbox; where it changes it is known once the server runs. */
async function writeCommand(): Promise<void> {
  const users = join(shared().dovecot.maildir('user0001@example.test'), '../../../users')
  await writeFile(
    command,
    `#!/bin/sh
read -r user; read -r old; read -r new
exec 9>${directory}/lock; flock 9
grep -qF "$user:{PLAIN}$old:" ${users} || exit 77
cp -p ${users} ${users}.new
sed "s/^$user:{PLAIN}[^:]*:/$user:{PLAIN}$new:/" ${users} > ${users}.new
mv ${users}.new ${users}
`,
  )
  await chmod(command, 0o700)
}

async function change(client: WebmailClient, present: string, wanted: string) {
  const { status, text } = await sendAction(client, 'change-password', { present, wanted })
  const response: unknown = JSON.parse(text)
  return { status, answer: response }
}

const listed = (client: WebmailClient) => sendAction(client, 'list', { mailbox: 'INBOX' })

// One after the other: the first one restarts the mail server.
test.serial(
  'a changed password ends the other sessions, and this one continues with it',
  async (t) => {
    const metered = shared()
    await writeCommand()
    const { dovecot, postern } = metered
    const [here, there] = [await signedIn(metered, 1), await signedIn(metered, 1)]
    await listed(here)

    const changed = await change(here, dovecot.password, 'quite-another-1')

    t.like(changed, { status: 200, answer: { kind: 'password-changed', areOthersEnded: true } })
    t.is((await listed(there)).status, 401)
    t.is((await listed(here)).status, 200)
    const again = createWebmailClient(postern.base())
    t.is((await again.signIn(dovecot.userName(1), dovecot.password)).status, 401)
    t.is((await again.signIn(dovecot.userName(1), 'quite-another-1')).status, 302)
    // Also over a connection that is opened again.
    await dovecot.restart()
    const later = await eventually(
      () => listed(here),
      ({ status }) => status !== 503,
    )
    t.is(later.status, 200)
    const line = /"audit":"password-change","result":"done","user":"user0001@example.test"/
    const lines = await eventually(
      () => readFile(file, 'utf8'),
      (text) => line.test(text),
    )
    const logs = `${lines}${await readFile(postern.errorLog, 'utf8')}${postern.output.text()}`
    t.false(logs.includes('quite-another-1'))
    t.false(logs.includes(dovecot.password))
  },
)

test.serial(
  'guesses of the present password are told, counted with those at the sign-in, and change nothing',
  async (t) => {
    const metered = shared()
    const client = await signedIn(metered, 2)

    const guesses = []
    for (const guess of ['guess-one', 'guess-two', 'guess-three']) {
      guesses.push(await change(client, guess, 'quite-another-1'))
    }
    const locked = await change(client, metered.dovecot.password, 'quite-another-1')

    for (const guess of guesses) t.like(guess, { status: 422, answer: { code: 'password_wrong' } })
    t.like(locked, { status: 429, answer: { code: 'sign_in_locked' } })
    t.is((await listed(client)).status, 200)
  },
)

test.serial(
  'a new password that is too short, or a request without its token, changes nothing',
  async (t) => {
    const metered = shared()
    const client = await signedIn(metered, 3)
    const { password } = metered.dovecot

    t.like(await change(client, password, 'short'), { answer: { code: 'password_too_short' } })
    const input = { present: password, wanted: 'quite-another-1' }
    const forged = await client.postJson(actionAddress('change-password', {}), input)
    t.is(forged.status, 403)
    t.is((await listed(await signedIn(metered, 3))).status, 200)
  },
)
