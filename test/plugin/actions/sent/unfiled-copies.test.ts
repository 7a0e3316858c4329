import test from 'ava'
import { randomBytes } from 'node:crypto'
import { type FilingSession, createCopyFiler } from '../../../../plugin/actions/send/copy-filer.ts'
import {
  type UnfiledCopy,
  createUnfiledCopies,
} from '../../../../plugin/actions/sent/unfiled-copies.ts'
import { MailFault } from '../../../../proxy/mail/model/mail-fault.ts'
import type { Documents } from '../../../../store/document/documents.ts'
import { createSeal } from '../../../../store/seal/seal.ts'
import { eventually } from '../../../support/database/rows.ts'
import { type FakeMail, fakeMail } from '../../../support/actions/fake-account.ts'
import { memoryDocuments, sendsOver } from '../../../support/actions/fake-sends.ts'
import { mailboxName } from '../../../../proxy/mail/model/mailbox-name.ts'

const owner = 'owner@example.test'
const key = { kid: 'k1', secret: randomBytes(32) }

function copiesOver(documents: Documents, maxBytes = 1_000) {
  return createUnfiledCopies({
    documents,
    seal: createSeal({ newest: key, all: [key] }),
    mailHost: 'mail.example.test',
    maxBytes,
    keepMs: 3_600_000,
    now: Date.now,
  })
}

function copyOf(composeId: string, changes: Partial<UnfiledCopy> = {}): UnfiledCopy {
  const source = Buffer.from(`Subject: ${composeId}\r\n\r\nPrecious\r\n`)
  const traces = { storedDraft: undefined, unansweredSaves: [], origin: undefined }
  return { composeId, source, ...traces, ...changes }
}

test('a kept copy comes back as it was, and nothing of it can be read in the store', async (t) => {
  const documents = memoryDocuments()
  const bodies: string[] = []
  const copies = copiesOver({
    ...documents,
    put: (document) => {
      bodies.push(document.body)
      return documents.put(document)
    },
  })
  const copy = copyOf('compose-1', {
    storedDraft: { mailbox: mailboxName('Drafts'), uidValidity: 7n, uid: 9 },
    unansweredSaves: ['save-1'],
    origin: { mode: 'reply', mailbox: 'INBOX', uidValidity: 18_446_744_073_709_551_615n, uid: 3 },
  })

  t.true(await copies.keep(owner, copy))

  t.deepEqual(await copies.all(owner), [copy])
  t.deepEqual(await copies.all('other@example.test'), [])
  const readable = bodies.flatMap((body) => [body, Buffer.from(body, 'base64').toString('latin1')])
  t.false(readable.some((text) => text.includes('Precious') || text.includes('Drafts')))
})

test('copies that are larger together than is kept are not kept', async (t) => {
  const copies = copiesOver(memoryDocuments(), 60)

  t.true(await copies.keep(owner, copyOf('compose-1')))
  t.false(await copies.keep(owner, copyOf('compose-2')))
  await copies.drop(owner, 'compose-1')
  t.true(await copies.keep(owner, copyOf('compose-2')))
})

test('copies that two instances keep at once are both kept', async (t) => {
  const documents = memoryDocuments()
  const ids = ['compose-1', 'compose-2', 'compose-3']

  await Promise.all(ids.map((id) => copiesOver(documents).keep(owner, copyOf(id))))

  const stored = await copiesOver(documents).all(owner)
  t.deepEqual(stored.map(({ composeId }) => composeId).sort(), ids)
})

/** A filer over one message that was sent and not filed. */
async function openFiler(isAlive = () => true) {
  const documents = memoryDocuments()
  const copies = copiesOver(documents)
  const sends = sendsOver({ documents })
  const mail: FakeMail = fakeMail()
  const request = { user: mail.account.user, composeId: 'compose-1', digest: 'd' }
  await sends.once(
    { ...request, isAgain: false, isCopyOnly: false, signal: new AbortController().signal },
    {
      newMessageId: () => '<1@example.test>',
      deliver: () => Promise.resolve(),
      file: () => Promise.reject(new MailFault('unavailable', 'connection refused')),
    },
  )
  const waits: number[] = []
  const filer = createCopyFiler({
    ...{ copies, sends, delay: { firstMs: 5, maxMs: 20 } },
    wait: (ms) => {
      waits.push(ms)
      return new Promise(setImmediate)
    },
  })
  const session: FilingSession = { account: mail.account, isAlive: async () => isAlive() }
  const left = () => copies.all(mail.account.user)
  return { filer, mail, session, left, waits }
}

test('a copy is filed once the mail server takes it, ever more slowly tried', async (t) => {
  const { filer, mail, session, left, waits } = await openFiler()
  mail.broken.add('mailboxes')
  await filer.keep(copyOf('compose-1'), session)
  await eventually(
    () => Promise.resolve(waits.length),
    (count) => count > 4,
  )
  mail.broken.delete('mailboxes')

  await eventually(left, ({ length }) => length === 0)

  t.deepEqual(await left(), [])
  t.deepEqual(waits.slice(0, 5), [5, 10, 20, 20, 20])
})

test('nothing is tried for a session that ended, and the copy stays', async (t) => {
  let isAlive = true
  const { filer, mail, session, left, waits } = await openFiler(() => isAlive)
  mail.broken.add('mailboxes')
  await filer.keep(copyOf('compose-1'), session)
  await eventually(
    () => Promise.resolve(waits.length),
    (count) => count > 1,
  )

  isAlive = false
  mail.broken.delete('mailboxes')
  // The next sign-in is at once another session of the owner, and files.
  t.is((await left()).length, 1)
  const next: FilingSession = { account: mail.account, isAlive: async () => true }
  await eventually(
    () => {
      filer.resume(next)
      return left()
    },
    ({ length }) => length === 0,
  )

  t.deepEqual(await left(), [])
})
