import type { NativeInputOf, NativeResponseOf } from '../../../plugin/wire/native/types.ts'
import { eventually } from '../database/rows.ts'
import { type Dovecot, startDovecot } from '../dovecot/dovecot.ts'
import { callAction, responseOf, sendAction } from '../http/native-actions.ts'
import { createWebmailClient, type WebmailClient } from '../http/webmail-client.ts'
import { type Postern, type PosternConfig, startPostern } from '../postern/postern.ts'
import { type SmtpSink, startSmtpSink } from '../smtp/sink.ts'
import type { Teardown } from '../process/temporary-directory.ts'

type Outbox = NativeResponseOf<'outbox'>['messages']
type Entry = Outbox[number]

/** A user who is signed in at a Postern whose outbox hurries, with the servers behind it. */
export interface OutboxSite {
  readonly dovecot: Dovecot
  readonly sink: SmtpSink
  readonly user: string
  readonly client: () => WebmailClient
  readonly postern: () => Postern
  /** Puts a message into the outbox, whose subject is its id. */
  hold(
    id: string,
    more?: Partial<NativeInputOf<'send-later'>>,
  ): Promise<NativeResponseOf<'send-later'>>
  outbox(): Promise<Outbox>
  entry(id: string): Promise<Entry | undefined>
  /** Resolves once the message is in this state. */
  reaches(id: string, state: Entry['state']): Promise<Entry>
  /** Resolves once nothing of the message is left in the outbox. */
  leaves(id: string): Promise<void>
  /** Sources of what was delivered under this subject. */
  delivered(id: string): readonly string[]
  /** How many messages of a mailbox have this subject. */
  stored(mailbox: string, id: string): Promise<number>
  /** Signs in once more, as after a restart. */
  signIn(password?: string): Promise<void>
  kill(): Promise<void>
  restart(): Promise<void>
}

interface SiteOptions {
  readonly dovecot?: Dovecot
  readonly user?: number
  readonly settings?: string
  readonly sinkPassword?: string
  readonly config?: PosternConfig
}

/** Soon enough for a test that waits for a retry. */
const HURRIED = { pollMs: 50, delaysMs: [200, 400], giveUpMs: 172_800_000 }

/** Starts what is missing; all of it ends with the test. */
export async function openOutboxSite(
  t: Teardown,
  { dovecot: given, user: number = 1, settings, sinkPassword, config = {} }: SiteOptions = {},
): Promise<OutboxSite> {
  const dovecot =
    given ?? (await startDovecot({ t, users: 2, ...(settings === undefined ? {} : { settings }) }))
  const sink = await startSmtpSink({
    t,
    ...(sinkPassword === undefined ? {} : { password: sinkPassword }),
  })
  const { tuning = {}, ...rest } = config
  let postern = await startPostern({
    t,
    mail: dovecot,
    submission: sink,
    config: {
      webmail: { undoSeconds: 1 },
      ...rest,
      tuning: { ...tuning, outbox: { ...HURRIED, ...tuning.outbox } },
    },
  })
  const user = dovecot.userName(number)
  let client = createWebmailClient(postern.base())
  const signIn = async (password = dovecot.password) => {
    client = createWebmailClient(postern.base())
    const { status } = await client.signIn(user, password)
    if (status !== 302) throw new Error(`sign-in answered ${status}`)
  }
  await signIn()

  const outbox = async () => (await callAction(client, 'outbox', {})).messages
  const entry = async (id: string) => (await outbox()).find((one) => one.id === id)
  return {
    ...{ dovecot, sink, user, outbox, entry, signIn },
    client: () => client,
    postern: () => postern,
    async hold(id, more = {}) {
      const letter = { composeId: id, to: 'bea@example.org', subject: id, text: 'Text' }
      const { status, text } = await sendAction(client, 'send-later', { ...letter, ...more })
      if (status !== 200) throw new Error(`send-later answered ${status}: ${text}`)
      return responseOf('send-later', text)
    },
    async reaches(id, state) {
      const found = await eventually(
        () => entry(id),
        (one) => one?.state === state,
      )
      if (found === undefined) throw new Error(`${id} is missing`)
      return found
    },
    async leaves(id) {
      await eventually(
        () => entry(id),
        (one) => one === undefined,
      )
    },
    delivered: (id) =>
      sink.messages.map(({ source }) => source).filter((source) => hasSubject(source, id)),
    async stored(mailbox, id) {
      const text = await dovecot.doveadm.sources(user, mailbox)
      return text.split(/^/m).filter((line) => line.trim() === `Subject: ${id}`).length
    },
    kill: () => postern.kill(),
    async restart() {
      postern = await postern.restart()
    },
  }
}

function hasSubject(source: string, id: string): boolean {
  return source.includes(`Subject: ${id}\r\n`)
}
