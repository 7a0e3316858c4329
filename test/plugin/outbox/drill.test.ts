import { setTimeout as wait } from 'node:timers/promises'
import test from 'ava'
import type { NativeInputOf, NativeResponseOf } from '../../../plugin/wire/native/types.ts'
import { openStage } from '../../scale/stage.ts'
import { startPostgres } from '../../support/database/postgres.ts'
import { eventually } from '../../support/database/rows.ts'
import { callAction, responseOf, sendAction } from '../../support/http/native-actions.ts'
import { createWebmailClient, type WebmailClient } from '../../support/http/webmail-client.ts'
import { isLong } from '../../support/process/long-tests.ts'
import { seededRandom } from '../../support/random.ts'
import { type SinkBehaviour, startSmtpSink } from '../../support/smtp/sink.ts'

const MESSAGES = isLong ? 500 : 40
const AT_ONCE = 4

/** What a user does with a message after Send. */
const DEEDS = ['leave', 'leave', 'undo', 'edit', 'schedule', 'delete-draft'] as const
const BEHAVIOURS: readonly SinkBehaviour[] = [
  ...(['accept', 'accept', 'accept'] as const),
  ...(['defer-content', 'take-and-reset', 'take-and-close'] as const),
]

type Deed = (typeof DEEDS)[number]

test('of two instances that are killed each message is sent once, or canceled, or asked about', async (t) => {
  t.timeout(isLong ? 3_600_000 : 170_000)
  const sink = await startSmtpSink({ t })
  const stage = await openStage({
    startSql: startPostgres,
    users: 1,
    config: {
      smtp: { host: sink.host, port: sink.port },
      webmail: { undoSeconds: 1 },
      tuning: {
        requests: { requestMs: 10_000, headersMs: 5_000 },
        outbox: { pollMs: 100, delaysMs: [300, 600], messagesPerOwner: 1_000 },
      },
    },
  })
  t.teardown(() => stage.stop())
  const { dovecot } = stage
  const user = dovecot.userName(1)
  const random = seededRandom(37)
  const pick = <Value>(values: readonly Value[]): Value | undefined => values[random(values.length)]

  async function signedIn(which: 0 | 1): Promise<WebmailClient> {
    const client = createWebmailClient(stage.instance(which).base())
    await client.signIn(user, dovecot.password)
    return client
  }
  /** As a page does that has no answer: again until there is one, from whichever instance lives. */
  async function persist<Value>(work: (client: WebmailClient) => Promise<Value>): Promise<Value> {
    for (let which: 0 | 1 = 0; ; which = which === 0 ? 1 : 0) {
      try {
        return await work(await signedIn(which))
      } catch (error) {
        // A killed instance, and a refusal that passes; what does not is the time limit of the test.
        if (error instanceof Final) throw error
        await wait(100)
      }
    }
  }
  async function hold(id: string, more: Partial<NativeInputOf<'send-later'>>) {
    const letter = { composeId: id, to: 'bea@example.org', subject: id, text: 'Text' }
    await persist(async (client) => {
      const { status, text } = await sendAction(client, 'send-later', { ...letter, ...more })
      if (status !== 200) throw new Error(text)
      responseOf('send-later', text)
    })
  }
  async function undo(id: string) {
    return persist(async (client) => {
      const { status, text } = await sendAction(client, 'outbox-cancel', { id })
      if (text.includes('"code":"already_sent"')) throw new Final(text)
      // Sent, or canceled by a request whose answer a kill has cut off.
      if (text.includes('"code":"outbox_missing"')) throw new Unknown(text)
      if (status !== 200) throw new Error(text)
      const { draft, isUncertain } = responseOf('outbox-cancel', text)
      // Said to the owner, who undoes nothing then.
      if (isUncertain) throw new Unknown(text)
      return draft
    }).catch((error: unknown) => {
      if (error instanceof Final) return error
      throw error
    })
  }

  const undone: string[] = []
  const deleted: string[] = []
  const sent: string[] = []
  const unknown: string[] = []
  const deeds = new Map<string, Deed>()
  async function handle(id: string, deed: Deed): Promise<void> {
    deeds.set(id, deed)
    await hold(id, deed === 'schedule' ? { dueAt: Date.now() + 3_000 } : {})
    if (deed === 'undo' || deed === 'edit') {
      const draft = await undo(id)
      if (draft instanceof Unknown) return void unknown.push(id)
      if (draft instanceof Error) return void sent.push(id)
      undone.push(id)
      if (deed === 'undo' || draft === null) return
      await hold(`${id}-edited`, { mode: 'draft', source: draft })
      return void sent.push(`${id}-edited`)
    }
    if (deed === 'delete-draft') {
      const { messages } = await persist((client) => callAction(client, 'outbox', {}))
      const draft = messages.find((one) => one.id === id)?.draft
      if (draft) await dovecot.doveadm.expunge(user, { mailbox: 'Drafts', uid: draft.uid })
      return void deleted.push(id)
    }
    sent.push(id)
  }

  const over = new AbortController()
  const disturbing = (async () => {
    for (let round = 0; !over.signal.aborted; round += 1) {
      sink.behave(pick(BEHAVIOURS) ?? 'accept')
      await wait(500)
      if (round % 4 !== 3) continue
      const which = random(2) === 0 ? 0 : 1
      await stage.kill(which)
      if (random(3) === 0) await dovecot.restart()
      await stage.restart(which)
    }
    sink.behave('accept')
  })()
  const ids = Array.from({ length: MESSAGES }, (_, n) => `message-${String(n).padStart(4, '0')}`)
  const waiting = [...ids]
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
        await handle(id, pick(DEEDS) ?? 'leave')
      }
    }),
  )
  over.abort()
  await disturbing

  type Outbox = NativeResponseOf<'outbox'>['messages']
  const left: Outbox = await eventually(
    async () => (await persist((client) => callAction(client, 'outbox', {}))).messages,
    (messages) => messages.every(({ dueAt }) => dueAt === null),
  )
  const states = new Map(left.map(({ id, state }) => [id, state]))
  const copies = await dovecot.doveadm.sources(user, 'Sent')
  const deliveredAs = (id: string) =>
    sink.messages.filter(({ source }) => source.includes(`Subject: ${id}\r\n`))
  const copiesOf = (id: string) =>
    copies.split(/^/m).filter((line) => line.trim() === `Subject: ${id}`).length
  for (const id of undone) t.is(deliveredAs(id).length, 0, `${id} was undone`)
  for (const id of unknown) t.true(deliveredAs(id).length <= 1, `${id} was sent twice`)
  for (const id of deleted) {
    const isSent = deliveredAs(id).length === 1 && states.get(id) !== 'gone'
    t.true(isSent || states.get(id) === 'gone' || states.get(id) === 'asks', id)
  }
  for (const id of sent) {
    const state = states.get(id)
    t.true(deliveredAs(id).length <= 1, `${id} was sent twice`)
    if (state === 'asks') continue
    t.is(state, undefined, id)
    t.is(deliveredAs(id).length, 1, `${id} (${deeds.get(id) ?? 'edited'}) was not sent`)
    t.is(copiesOf(id), 1, `${id} in Sent`)
  }
  const messageIds = sink.messages.map(({ source }) => /^message-id:.*$/im.exec(source)?.[0])
  t.is(new Set(messageIds).size, messageIds.length)
  t.log({
    ...{ undone: undone.length, deleted: deleted.length, sent: sent.length },
    asked: left.filter(({ state }) => state === 'asks').length,
    delivered: sink.messages.length,
  })
})

/** A refusal that another try meets as well. */
class Final extends Error {
  override readonly name: string = 'Final'
}

/** The same, of which no one knows whether the message was sent. */
class Unknown extends Final {
  override readonly name = 'Unknown'
}
