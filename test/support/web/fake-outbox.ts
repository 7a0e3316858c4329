import type { NativeBody, NativeOutbox, NativeWaiting } from '../../../plugin/wire/native/types.ts'
import type { FakeAccount, FakeInput, FakeWaiting } from './fake-account.ts'
import { send } from './fake-compose.ts'

type OutboxMessage = NativeOutbox['messages'][number]

/** The response of an action of the outbox; undefined for another one. Nothing is due before a test says so. */
export function outboxResponse(
  action: string,
  input: FakeInput,
  account: FakeAccount,
): NativeOutbox | NativeWaiting | NativeBody<'outbox-canceled'> | undefined {
  switch (action) {
    case 'outbox':
      return {
        kind: 'outbox',
        messages: [...account.outbox.values()].map(({ message }) => message),
      }
    case 'send-later':
      return hold(input, account)
    case 'outbox-cancel': {
      const { message } = waitingOf(input, account)
      account.outbox.delete(message.id)
      return { kind: 'outbox-canceled', draft: message.draft, isUncertain: message.isUncertain }
    }
    case 'outbox-change':
      return timed(input, account, input.dueAt ?? 0)
    case 'outbox-now':
      return timed(input, account, Date.now())
    default:
      return undefined
  }
}

/** What is due is sent: it leaves the outbox and Drafts. */
export function deliverWaiting(id: string, account: FakeAccount): void {
  const waiting = account.outbox.get(id)
  if (waiting === undefined) throw new Error(`${id} does not wait`)
  const { draft } = waiting.message
  account.outbox.delete(id)
  const source = draft === null ? undefined : { mailbox: draft.mailbox, uid: draft.uid }
  send({ ...waiting.input, isDraft: false, mode: 'draft', source }, account)
}

function hold(input: FakeInput, account: FakeAccount): NativeWaiting {
  const { composeId: id = '', subject = '', to = '' } = input
  const stored = send({ ...input, isDraft: true }, account)
  const dueAt = input.dueAt ?? Date.now() + account.undoSeconds * 1_000
  const undoUntil = input.dueAt === undefined ? dueAt : null
  const message: OutboxMessage = {
    ...{ id, state: 'waiting', dueAt, undoUntil, subject, attempts: 0, isUncertain: false },
    recipients: [{ name: '', address: to }],
    error: null,
    refusedRecipient: null,
    draft: stored.filed,
  }
  account.outbox.set(id, { message, input })
  const undoMs = undoUntil === null ? 0 : account.undoSeconds * 1_000
  return { kind: 'waiting', id, dueAt, undoUntil, undoMs }
}

function timed(input: FakeInput, account: FakeAccount, dueAt: number): NativeWaiting {
  const waiting = waitingOf(input, account)
  const { id } = waiting.message
  account.outbox.set(id, { ...waiting, message: { ...waiting.message, dueAt, undoUntil: null } })
  return { kind: 'waiting', id, dueAt, undoUntil: null, undoMs: 0 }
}

function waitingOf({ id = '' }: FakeInput, account: FakeAccount): FakeWaiting {
  const waiting = account.outbox.get(id)
  if (waiting === undefined) throw new Error(`${id} does not wait`)
  return waiting
}
