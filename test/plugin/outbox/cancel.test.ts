import test, { type ExecutionContext } from 'ava'
import { createDueIndex } from '../../../plugin/outbox/due-index.ts'
import { createMessageCodec } from '../../../plugin/outbox/outbox-message.ts'
import { createOutboxStore } from '../../../plugin/outbox/outbox-store.ts'
import { createOwnOutbox } from '../../../plugin/outbox/own-outbox.ts'
import { createSeal } from '../../../store/index.ts'
import { keys } from '../../store/fixture.ts'
import { openSingle } from '../../store/personal/stores.ts'
import { fakeMail } from '../../support/actions/fake-account.ts'
import { memoryDocuments, sendsOver } from '../../support/actions/fake-sends.ts'
import { waitingMessage } from '../../support/outbox/waiting-message.ts'
import { temporaryDirectory } from '../../support/process/temporary-directory.ts'

const owner = { username: 'anna', mailHost: 'localhost' }
const name = { user: 'anna', composeId: 'leased' }

/** An outbox with one message that another instance has just taken. */
async function withLeased(t: ExecutionContext) {
  const { personal } = await openSingle(t, await temporaryDirectory(t))
  const index = createDueIndex({ personal, now: Date.now })
  const codec = createMessageCodec(createSeal(keys))
  const store = createOutboxStore({ personal, index, codec, maxMessages: 10, now: Date.now })
  const sends = sendsOver({ documents: memoryDocuments() })
  const { account } = fakeMail()
  const { signal } = new AbortController()
  const held = { ...name, digest: 'words', messageId: '<1@localhost>', at: Date.now(), signal }
  await sends.hold(held, () => Promise.resolve())
  const leased = await store.add(
    owner,
    waitingMessage({ ...name, lease: { instance: 'another', until: Date.now() + 60_000 } }),
  )
  const outbox = createOwnOutbox({
    ...{ owner, account, store, sends, signal, now: Date.now },
    credential: { user: 'anna', password: 'secret', authorizationId: undefined },
    credentials: { toStore: () => undefined },
    publish: () => undefined,
  })
  return { outbox, sends, store, leased, signal }
}

const dueSteps = {
  newMessageId: () => '<1@localhost>',
  deliver: () => Promise.reject(new Error('it was sent')),
  file: () => Promise.reject(new Error('it was filed')),
}

test('a message that was canceled before its delivery began is not called sent, whoever has taken it', async (t) => {
  const { outbox, sends, store, leased, signal } = await withLeased(t)
  // Of a request whose answer was lost, or of one that is under way.
  await sends.cancel(name)

  const canceled = await outbox.cancel(name.composeId)

  t.false(canceled.isUncertain)
  t.is(await store.find(owner, name.composeId), undefined)
  const due = { ...name, digest: 'words', isAgain: false, isCopyOnly: false, isDue: true, signal }
  await t.throwsAsync(sends.once(due, dueSteps), { message: /send_canceled/ })
  t.false(await store.remove(owner, leased))
})

test('a message whose delivery has begun is not canceled', async (t) => {
  const { outbox, sends, store, signal } = await withLeased(t)
  const due = { ...name, digest: 'words', isAgain: false, isCopyOnly: false, isDue: true, signal }
  let canceling: Promise<unknown> = Promise.resolve()

  await sends.once(due, {
    ...dueSteps,
    async deliver() {
      canceling = t.throwsAsync(outbox.cancel(name.composeId), { message: /already_sent/ })
      await canceling
    },
    file: () => Promise.resolve({ filedIn: undefined, filed: undefined }),
  })

  await canceling
  t.not(await store.find(owner, name.composeId), undefined)
})
