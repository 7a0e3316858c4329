import { signal, type ReadonlySignal } from '@preact/signals'
import type { NativeMessageName, NativeOutbox, NativeWaiting } from '../../../wire/native/types.ts'
import type { Catalogue } from '../../texts/first-texts.ts'
import { formatFullDate } from '../../texts/format.ts'
import type { MailCatalogue } from '../../texts/later-texts.ts'
import type { HttpClient } from '../../wire/http/http-client.ts'
import type { Connection } from '../session/connection.ts'
import type { Notices } from '../notice/notices.ts'

/** A message that waits to be sent, or that was not sent. */
export type OutboxMessage = NativeOutbox['messages'][number]

/** The messages that wait at the server to be sent. */
export interface Outbox {
  /** Soonest first. */
  readonly messages: ReadonlySignal<readonly OutboxMessage[]>
  /** Asks for them again; a failure leaves what is there. */
  readonly load: () => void
  /** The composer has sent a message, which waits now: says so, and offers undo. */
  waits(waiting: NativeWaiting, subject: string): void
  /** Takes a message back and opens it in the composer. */
  edit(id: string): Promise<void>
  /** Takes it back; it stays a draft. Of one that was sent only the entry goes. */
  cancel(message: OutboxMessage): Promise<void>
  /** Sends it at another time (Unix ms). */
  reschedule(id: string, dueAt: number): Promise<void>
  sendNow(message: OutboxMessage): Promise<void>
}

interface OutboxOptions {
  readonly http: Pick<HttpClient, 'get' | 'post'>
  readonly connection: Pick<Connection, 'reach' | 'once'>
  readonly notices: Notices
  readonly text: Catalogue
  readonly texts: () => MailCatalogue
  readonly openDraft: (draft: NativeMessageName) => void
  readonly openOutbox: () => void
  /** The mail server refused this recipient of a message. */
  readonly onRefused: (address: string) => void
  /** Drafts or Sent have changed. */
  readonly onMoved: () => void
  /** Ends with the page. */
  readonly signal: AbortSignal
}

/** The server waits a moment longer than undo is offered, and then sends. */
const SENT_AFTER_MS = 4_000
const MAX_FOLLOW_MS = 120_000

/** Builds the outbox of the page. */
export function createOutbox(options: OutboxOptions): Outbox {
  const { http, connection, notices, text, texts, openDraft, openOutbox, onMoved } = options
  const { signal: life } = options
  const messages = signal<readonly OutboxMessage[]>([])
  /** Subjects of what was sent from this page and is not delivered yet, by id. */
  const awaited = new Map<string, string>()
  let loading: Promise<void> | undefined
  let following: ReturnType<typeof setTimeout> | undefined

  async function request(): Promise<void> {
    const outbox = await connection.reach(() => http.get('outbox', {}, life), life)
    messages.value = outbox.messages
    for (const { refusedRecipient } of outbox.messages) {
      if (refusedRecipient !== null) options.onRefused(refusedRecipient)
    }
    for (const [id, subject] of awaited) report(id, subject)
  }

  /** What became of a message that was sent from this page. */
  function report(id: string, subject: string): void {
    const message = messages.peek().find((one) => one.id === id)
    if (message !== undefined && message.dueAt !== null) return
    awaited.delete(id)
    onMoved()
    if (message === undefined || message.state === 'unfiled') notices.say(text.sent)
    else notices.fail(texts().notSent({ subject }), { label: texts().openOutbox, run: openOutbox })
  }

  function load(): void {
    const next = (loading ?? Promise.resolve()).then(request).catch(() => undefined)
    loading = next
    void next.finally(() => {
      if (loading === next) loading = undefined
    })
  }

  /** Where nothing is pushed the page asks what became of what it has sent, less and less often. */
  function follow(delayMs: number): void {
    clearTimeout(following)
    following = setTimeout(() => {
      if (awaited.size === 0) return
      load()
      follow(Math.min(delayMs * 2, MAX_FOLLOW_MS))
    }, delayMs)
  }

  async function takeBack(id: string): Promise<NativeMessageName | null | undefined> {
    try {
      const cancel = () => http.post('outbox-cancel', { id }, life)
      const { draft, isUncertain } = await connection.once(cancel, life)
      awaited.delete(id)
      messages.value = messages.peek().filter((one) => one.id !== id)
      onMoved()
      if (isUncertain) notices.fail(texts().sendQuestions.uncertain)
      return draft
    } catch (error) {
      notices.failed(error, text.actFailed)
      return undefined
    } finally {
      load()
    }
  }

  async function edit(id: string): Promise<void> {
    const draft = await takeBack(id)
    if (draft === null) notices.fail(texts().waitingDraftDeleted)
    else if (draft !== undefined) openDraft(draft)
  }

  async function change(request: () => Promise<NativeWaiting>): Promise<void> {
    try {
      await connection.once(request, life)
    } catch (error) {
      notices.failed(error, text.actFailed)
    }
    load()
  }

  return {
    messages,
    load,
    edit,
    waits({ id, dueAt, undoMs }, subject) {
      if (undoMs > 0) {
        awaited.set(id, subject)
        const undo = { label: text.undo, run: () => void edit(id) }
        notices.say(texts().sendingSoon, undo, undoMs)
        follow(undoMs + SENT_AFTER_MS)
      } else {
        const time = formatFullDate(dueAt)
        notices.say(texts().scheduled({ time }), { label: texts().openOutbox, run: openOutbox })
      }
      onMoved()
      load()
    },
    async cancel({ id, state }) {
      const draft = await takeBack(id)
      if (draft !== undefined && state !== 'unfiled') notices.say(texts().notSentAnyMore)
    },
    reschedule: (id, dueAt) => change(() => http.post('outbox-change', { id, dueAt }, life)),
    async sendNow({ id, subject, isUncertain }) {
      awaited.set(id, subject)
      follow(SENT_AFTER_MS)
      await change(() => http.post('outbox-now', { id, isAgain: isUncertain }, life))
    },
  }
}
