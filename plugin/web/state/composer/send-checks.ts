import { readTypedAddresses } from '../../../../proxy/address/typed-addresses.ts'
import type { ComposerQuestion, SendCheck } from './composer-state.ts'
import type { Draft } from './draft.ts'
import { isAttachmentForgotten } from './forgotten-attachment.ts'

/** So many recipients may see each other before it is asked (Roundcube's `max_disclosed_recipients`). */
const MAX_DISCLOSED = 10

/** What a check found, with what it is about. */
export interface FoundBySendCheck {
  readonly question: SendCheck
  /** Addresses. */
  readonly about: readonly string[]
}

/** Addresses that the mail server refused as recipients while this page is open, in the words of the server. */
export interface RefusedAddresses {
  readonly add: (address: string) => void
  /** To be tried once more. */
  forget(address: string): void
  has(address: string): boolean
}

/** None at first. */
export function createRefusedAddresses(): RefusedAddresses {
  const refused = new Set<string>()
  return {
    add: (address) => void refused.add(address.toLowerCase()),
    forget: (address) => void refused.delete(address.toLowerCase()),
    has: (address) => refused.has(address.toLowerCase()),
  }
}

interface SendCheckOptions {
  /** Questions that were answered with yes. */
  readonly accepted: ReadonlySet<ComposerQuestion>
  readonly refused: Pick<RefusedAddresses, 'has'>
}

/** The first thing that is to be asked; undefined: the message may go out. Without a recipient it never may. */
export function checkBeforeSending(
  draft: Draft,
  { accepted, refused }: SendCheckOptions,
): FoundBySendCheck | undefined {
  const visible = addressesIn(`${draft.to}, ${draft.cc}`)
  const all = [...visible, ...addressesIn(draft.bcc)]
  const isReplyToAll = draft.mode === 'reply-all'
  const checks: readonly (readonly [SendCheck, readonly string[] | boolean])[] = [
    ['recipient', all.length === 0],
    ['refused', all.filter((address) => refused.has(address))],
    ['blindCopy', isReplyToAll && draft.wasBlindCopy && visible.length > 1],
    // Those of an answer to all see each other already.
    ['disclosed', isReplyToAll || visible.length <= MAX_DISCLOSED ? [] : visible],
    ['attachment', isAttachmentForgotten(draft)],
    ['subject', draft.subject.trim() === ''],
  ]
  const found = checks.find(
    ([question, result]) =>
      (question === 'recipient' || !accepted.has(question)) &&
      (typeof result === 'boolean' ? result : result.length > 0),
  )
  if (found === undefined) return undefined
  const [question, result] = found
  return { question, about: typeof result === 'boolean' ? [] : result }
}

function addressesIn(field: string): readonly string[] {
  return readTypedAddresses(field).map(({ address }) => address)
}

/** The draft as the question proposes it in place of sending it as it is; undefined where it proposes nothing. */
export function changedAsProposed(
  { to, cc, bcc }: Pick<Draft, 'to' | 'cc' | 'bcc'>,
  question: ComposerQuestion,
): Partial<Draft> | undefined {
  if (question === 'blindCopy') return { cc: '' }
  if (question !== 'disclosed') return undefined
  return { to: '', cc: '', bcc: [to, cc, bcc].filter((field) => field.trim() !== '').join(', ') }
}
