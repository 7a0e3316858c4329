import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { withMasterUser } from '../../../plugin/panel/open-panel.ts'
import { createStaticPanel } from '../../../plugin/panel/static.ts'
import { loadSecret } from '../../../store/seal/secret-file.ts'
import { createKey } from '../../../store/seal/keys.ts'
import { startDovecot, type Dovecot } from '../../support/dovecot/dovecot.ts'
import { startPostern } from '../../support/postern/postern.ts'
import { temporaryDirectory } from '../../support/process/temporary-directory.ts'
import { createWebmailClient } from '../../support/http/webmail-client.ts'
import { evidence, neverAborted } from './adapter/contract.ts'

const servers: Dovecot[] = []

test.before(async () => {
  const dovecot = await startDovecot({ users: 5 })
  servers.push(dovecot)
  await dovecot.seed(dovecot.userName(1), 3)
  await dovecot.seed(dovecot.userName(2), 3)
})

test.after.always(async () => {
  for (const dovecot of servers) await dovecot.stop()
})

function dovecot(): Dovecot {
  const [running] = servers
  if (running === undefined) throw new Error('Dovecot did not start')
  return running
}

const COOKIE = 'robin%40example.test%3aAbCdEfGhIjKlMnOp'
const forms = [
  ['the separator form', '*', 1],
  ['a SASL authorization identity', null, 2],
] as const

for (const [fact, separator, n] of forms) {
  test(`a mailbox is opened with ${fact}`, async (t) => {
    const { masterUser, masterPassword, host, port } = dovecot()
    const mailbox = dovecot().userName(n)
    const credentialsDir = join(await temporaryDirectory(t), 'credentials')
    await mkdir(credentialsDir, { mode: 0o700 })
    await createKey(credentialsDir, Date.now)
    await loadSecret(join(credentialsDir, 'panel-binding.secret'), { create: true })
    const secret = { mode: 0o600 }
    await writeFile(join(credentialsDir, 'imap-master.secret'), masterPassword, secret)
    const session = { segment: '0228251236', cookie: COOKIE, subject: mailbox }
    const postern = await startPostern({
      t,
      config: {
        credentialsDir,
        panel: {
          static: { open: false, sessions: [session] },
          master: { user: masterUser, separator },
        },
        imap: { host, port },
      },
    })
    const client = createWebmailClient(postern.base('0228251236'))
    client.cookies.set('webmailsession', COOKIE)

    const page = await client.get('')
    const inbox = await client.list('INBOX')

    t.true(page.text.includes(`"user":"${mailbox}"`), 'the page names the mailbox')
    t.is(inbox.uids.length, 3)
  })
}

const master = { user: 'master', password: 'master-secret-16', separator: '*' }

function panelOf(session: { subject?: string; credential?: { user: string; password: string } }) {
  return createStaticPanel({
    open: false,
    sessions: [{ segment: '0228251236', cookie: COOKIE, ...session }],
    cookies: ['webmailsession'],
    hmacKey: Buffer.alloc(32, 1),
    isProduction: false,
  })
}

async function credentialOf(panel: ReturnType<typeof panelOf>) {
  const requested = { cookieHeader: `webmailsession=${COOKIE}`, segmentDigits: '0228251236' }
  const verdict = await panel.verify(evidence(requested), neverAborted)
  if (verdict.kind !== 'principal') return verdict.code
  return panel.credential(verdict.principal, neverAborted)
}

test('a password the panel hands over comes first', async (t) => {
  const credential = { user: 'robin@example.test', password: 'own' }
  const panel = withMasterUser(panelOf({ subject: credential.user, credential }), master)

  t.deepEqual(await credentialOf(panel), { kind: 'panel', ...credential })
})

test('without a mailbox the user is asked', async (t) => {
  t.deepEqual(await credentialOf(withMasterUser(panelOf({}), master)), { kind: 'prompt' })
})

test('a mailbox with the separator in its name is never opened by it', async (t) => {
  const panel = withMasterUser(panelOf({ subject: 'robin*other@example.test' }), master)

  t.deepEqual(await credentialOf(panel), { kind: 'prompt' })
})
