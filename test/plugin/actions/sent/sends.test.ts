import test, { type ExecutionContext } from 'ava'
import type { SendRequest, SendSteps } from '../../../../plugin/actions/sent/sends.ts'
import { MailFault } from '../../../../proxy/mail/model/mail-fault.ts'
import { StoreUnavailable } from '../../../../store/fault/unavailable.ts'
import type { Documents } from '../../../../store/document/documents.ts'
import type { StoredDocument } from '../../../../store/record/document.ts'
import { movableClock, until } from '../../../store/fixture.ts'
import { memoryDocuments, sendsOver } from '../../../support/actions/fake-sends.ts'
import { mailboxName } from '../../../../proxy/mail/model/mailbox-name.ts'

const others = { beatMs: 50, silenceMs: 10_000 }

function requestOf(change: Partial<SendRequest> = {}): SendRequest {
  return {
    ...{ user: 'robin@example.test', composeId: 'compose-1', digest: 'words' },
    ...{ isAgain: false, isCopyOnly: false, signal: new AbortController().signal },
    ...change,
  }
}

/** Steps that are counted; `fail` is what each throws, `hold` keeps a delivery under way. */
function countedSteps() {
  const delivered: string[] = []
  const filed: { messageId: string; mayBeThere: boolean }[] = []
  const faults: { deliver?: Error; file?: Error } = {}
  let held: Promise<void> = Promise.resolve()
  let made = 0
  const steps: SendSteps = {
    newMessageId: () => `<${(made += 1)}@example.test>`,
    async deliver({ messageId }) {
      delivered.push(messageId)
      await held
      if (faults.deliver !== undefined) throw faults.deliver
    },
    async file({ messageId }, mayBeThere) {
      filed.push({ messageId, mayBeThere })
      if (faults.file !== undefined) throw faults.file
      return {
        filedIn: 'Sent',
        filed: { mailbox: mailboxName('Sent'), uid: 77, uidValidity: 4_294_967_295n },
      }
    },
  }
  const hold = () => {
    let release: () => void = () => undefined
    held = new Promise((resolve) => {
      release = resolve
    })
    return () => release()
  }
  return { steps, delivered, filed, faults, hold }
}

const uncertain = new MailFault('delivery_uncertain', 'Timeout')
const refused = (t: ExecutionContext, sending: Promise<unknown>, code: string) =>
  t.throwsAsync(sending, { message: code })

test('a message requested twice at once is delivered once, and both are answered', async (t) => {
  const { steps, delivered } = countedSteps()
  const sends = sendsOver()

  const responses = await Promise.all([
    sends.once(requestOf(), steps),
    sends.once(requestOf(), steps),
  ])

  t.deepEqual(responses[0], responses[1])
  t.is(delivered.length, 1)
})

test('a message that was delivered is answered as before, by every instance', async (t) => {
  const { steps, delivered } = countedSteps()
  const documents = memoryDocuments()
  const first = await sendsOver({ documents, others }).once(requestOf(), steps)

  t.deepEqual(await sendsOver({ documents, others }).once(requestOf(), steps), first)
  t.is(delivered.length, 1)
})

test('a message requested at two instances at once is delivered by one', async (t) => {
  const { steps, delivered, hold } = countedSteps()
  const documents = memoryDocuments()
  const release = hold()

  const responses = [1, 2].map(() => sendsOver({ documents, others }).once(requestOf(), steps))
  await until(() => delivered.length > 0)
  release()

  const [first, second] = await Promise.all(responses)
  t.deepEqual(first, second)
  t.is(delivered.length, 1)
})

test('another message, and the same id of another account, are delivered', async (t) => {
  const { steps, delivered } = countedSteps()
  const sends = sendsOver()

  await sends.once(requestOf(), steps)
  await sends.once(requestOf({ composeId: 'compose-2' }), steps)
  await sends.once(requestOf({ user: 'other@example.test' }), steps)

  t.is(delivered.length, 3)
})

test('a message that was refused is delivered by the next try, under the same Message-ID', async (t) => {
  const { steps, delivered, faults } = countedSteps()
  const sends = sendsOver()
  faults.deliver = new MailFault('rejected', '554 No')
  await t.throwsAsync(sends.once(requestOf(), steps), { instanceOf: MailFault })
  delete faults.deliver

  await sends.once(requestOf(), steps)

  t.deepEqual(delivered, ['<1@example.test>', '<1@example.test>'])
})

test('a message that may have been delivered is sent again only on demand', async (t) => {
  const { steps, delivered, faults } = countedSteps()
  const documents = memoryDocuments()
  faults.deliver = uncertain
  const sends = sendsOver({ documents })
  await t.throwsAsync(sends.once(requestOf(), steps), { instanceOf: MailFault })
  delete faults.deliver

  await refused(t, sends.once(requestOf(), steps), 'send_uncertain')
  await refused(t, sendsOver({ documents, others }).once(requestOf(), steps), 'send_uncertain')
  await refused(t, sends.once(requestOf({ isCopyOnly: true }), steps), 'not_sent')
  t.is(delivered.length, 1)

  await sends.once(requestOf({ isAgain: true }), steps)
  t.deepEqual(delivered, ['<1@example.test>', '<1@example.test>'])
})

test('an instance that is still at a message is waited for, however long it takes', async (t) => {
  const clock = movableClock()
  const { steps, delivered, hold } = countedSteps()
  const { documents, noted } = notedDocuments()
  const release = hold()
  const first = sendsOver({ documents, others, now: clock.now }).once(requestOf(), steps)
  await until(() => delivered.length > 0)
  clock.move(others.silenceMs * 2)
  const before = noted.length
  await until(() => noted.length > before + 1)

  const second = sendsOver({ documents, others, now: clock.now }).once(requestOf(), steps)
  release()

  t.deepEqual(await second, await first)
  t.is(delivered.length, 1)
})

for (const [since, movedMs] of [
  ['', others.silenceMs],
  [', also after the clock was set back', -3_600_000],
] as const) {
  test(`an instance that ended without a word is not waited for${since}`, async (t) => {
    const clock = movableClock()
    const { steps, delivered, hold } = countedSteps()
    const documents = memoryDocuments()
    const release = hold()
    const silent = { ...others, beatMs: 86_400_000 }
    const never = sendsOver({ documents, others: silent, now: clock.now })
    const first = never.once(requestOf(), steps)
    await until(() => delivered.length > 0)
    clock.move(movedMs)

    const other = sendsOver({ documents, others, now: clock.now })
    await refused(t, other.once(requestOf(), steps), 'send_uncertain')
    t.is(delivered.length, 1)
    release()
    await first
  })
}

test('other words under the name of a message that was delivered are not taken for it', async (t) => {
  const { steps, delivered } = countedSteps()
  const sends = sendsOver()
  await sends.once(requestOf(), steps)

  await refused(t, sends.once(requestOf({ digest: 'other' }), steps), 'already_sent')
  t.is(delivered.length, 1)
})

test('a copy that could not be filed is told, and filed later without a second delivery', async (t) => {
  const { steps, delivered, filed, faults } = countedSteps()
  const sends = sendsOver()
  faults.file = new MailFault('unavailable', 'BYE')

  t.like(await sends.once(requestOf(), steps), { filedIn: undefined, isCopyPending: true })
  t.like(await sends.once(requestOf(), steps), { isCopyPending: true })
  delete faults.file
  const later = requestOf({ isCopyOnly: true, digest: 'without its files' })
  t.like(await sends.once(later, steps), { filedIn: 'Sent', isCopyPending: false })
  t.like(await sends.once(requestOf(), steps), { filedIn: 'Sent', isCopyPending: false })

  t.deepEqual(
    filed.map(({ mayBeThere }) => mayBeThere),
    [false, true, true],
  )
  t.is(delivered.length, 1)
})

test('a message is not delivered while it cannot be noted', async (t) => {
  const { steps, delivered } = countedSteps()
  const away: Documents = {
    ...memoryDocuments(),
    put: () => Promise.reject(new StoreUnavailable('spool', 'full', undefined)),
  }

  await t.throwsAsync(sendsOver({ documents: away }).once(requestOf(), steps), {
    instanceOf: StoreUnavailable,
  })
  t.is(delivered.length, 0)
})

test('a caller that leaves does not end what has started', async (t) => {
  const { steps, delivered, hold } = countedSteps()
  const release = hold()
  const caller = new AbortController()
  const sends = sendsOver()
  const first = sends.once(requestOf({ signal: caller.signal }), steps)
  await until(() => delivered.length > 0)
  caller.abort()
  release()

  t.like(await first, { filedIn: 'Sent' })
})

test('what is under way may end while sends are closed, and nothing new starts', async (t) => {
  const { steps, delivered, hold } = countedSteps()
  const release = hold()
  const sends = sendsOver()
  const first = sends.once(requestOf(), steps)
  await until(() => delivered.length > 0)

  const closed = sends.close(60_000)
  await refused(t, sends.once(requestOf({ composeId: 'compose-2' }), steps), 'shutting_down')
  release()

  await closed
  t.like(await first, { filedIn: 'Sent' })
})

test('what is noted of a message names neither its sender nor its words', async (t) => {
  const { steps } = countedSteps()
  const { documents, noted } = notedDocuments()

  await sendsOver({ documents }).once(requestOf(), steps)

  t.true(noted.length > 0)
  for (const { id, body } of noted) {
    t.regex(id, /^[0-9a-f]{64}$/)
    t.notRegex(body, /robin|compose-1/)
  }
})

/** Documents in memory, and what was put there. */
function notedDocuments() {
  const noted: StoredDocument[] = []
  const stored = memoryDocuments()
  const documents: Documents = {
    find: (id) => stored.find(id),
    put(document) {
      noted.push(document)
      return stored.put(document)
    },
  }
  return { documents, noted }
}
