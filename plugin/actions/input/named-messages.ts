import type { UidOptions } from '../../../proxy/mail/index.ts'
import { Refusal } from '../../http/refusal.ts'
import type { ActionContext } from '../contract/action.ts'
import type { Parameters } from '../../http/body/parameters.ts'
import { requiredMailboxName, uidList, uidOf } from './parameters.ts'

/** A mailbox as the client was told it; `uidValidity` is undefined when it does not say. */
export interface NamedMailbox {
  readonly mailbox: string
  readonly uidValidity: bigint | undefined
}

/** Messages as an act names them. */
export interface NamedMessages extends NamedMailbox {
  readonly uids: readonly number[]
}

/** The one message a request is about. */
export interface NamedMessage extends NamedMailbox {
  readonly uid: number
}

/** Reads `_mbox` and `_uidvalidity`. */
export function namedMailbox(parameters: Parameters): NamedMailbox {
  return {
    mailbox: requiredMailboxName(parameters, '_mbox'),
    uidValidity: uidValidityOf(parameters, '_uidvalidity'),
  }
}

/** Reads `_mbox`, `_uidvalidity` and the UIDs of `_uid`. */
export function namedMessages(parameters: Parameters): NamedMessages {
  return { ...namedMailbox(parameters), uids: uidList(parameters) }
}

/** Reads `_mbox`, `_uidvalidity` and the one UID of `_uid`; with a prefix `_source_mbox` and so on. */
export function namedMessage(parameters: Parameters, prefix = ''): NamedMessage {
  return {
    mailbox: requiredMailboxName(parameters, `${prefix}_mbox`),
    uidValidity: uidValidityOf(parameters, `${prefix}_uidvalidity`),
    uid: uidOf(parameters, `${prefix}_uid`),
  }
}

/**
 * What the account is to hold the UIDs to. Roundcube's front end does not say which UIDVALIDITY they are
 * from: then it is that of the list this session was last shown of the mailbox.
 */
export function uidOptions(
  { mailbox, uidValidity }: NamedMailbox,
  { views, signal }: Pick<ActionContext, 'views' | 'signal'>,
): UidOptions {
  return { signal, uidValidity: uidValidity ?? views.get(mailbox)?.uidValidity }
}

/** A UIDVALIDITY the client was told; undefined when it does not say. */
export function uidValidityOf(parameters: Parameters, name: string): bigint | undefined {
  const text = parameters.get(name) ?? ''
  if (text === '') return undefined
  if (!/^[0-9]{1,20}$/.test(text)) throw new Refusal('input_invalid')
  return BigInt(text)
}
