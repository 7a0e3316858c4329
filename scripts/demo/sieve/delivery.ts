import { createEvaluator } from '../../../proxy/mail/sieve/evaluator/evaluator.ts'
import type { EvaluatedMessage } from '../../../proxy/mail/sieve/evaluator/message.ts'
import type { Verdict } from '../../../proxy/mail/sieve/evaluator/verdict.ts'
import type { DemoImap } from '../imap/server.ts'
import { readDemoScript, type DemoScripts } from './scripts.ts'

/** A message on its way to the demo's own mailbox. */
export interface IncomingMessage {
  readonly source: Buffer
  readonly from: string
  readonly to: string
}

type Mailboxes = Pick<DemoImap, 'file' | 'mailboxes'>

/**
 * Files messages where the active script wants them, as a delivery agent does. Nothing leaves this machine, so what is forwarded and
 * what refuses or answers a message goes nowhere, like all mail to others; `:create` creates no folder.
 */
export function createDelivery(
  imap: Mailboxes,
  scripts: DemoScripts,
): (message: IncomingMessage) => void {
  const seen = new Set<string>()
  return (message) => {
    const mailboxes = imap.mailboxes()
    const verdict = decide(message, scripts, { mailboxes, seen })
    for (const [mailbox, flags] of copiesOf(verdict, mailboxes))
      imap.file(mailbox, flags, message.source)
  }
}

interface Known {
  readonly mailboxes: ReadonlySet<string>
  /** By `duplicate`. */
  readonly seen: Set<string>
}

function decide(
  { source, from, to }: IncomingMessage,
  { sources, active = '' }: DemoScripts,
  { mailboxes, seen }: Known,
): Verdict | undefined {
  const script = sources.get(active)
  if (script === undefined) return undefined
  const now = new Date()
  return createEvaluator(readDemoScript(script))(evaluated(source), {
    envelope: { from, to },
    now: now.getTime(),
    zoneMinutes: -now.getTimezoneOffset(),
    environment: undefined,
    mailboxes,
    spam: undefined,
    isDuplicate: (id) => seen.has(id) || !seen.add(id),
    included: (location, name) => (location === 'personal' ? sources.get(name) : undefined),
  })
}

function evaluated(source: Buffer): EvaluatedMessage {
  const end = source.indexOf('\r\n\r\n')
  const bodyAt = end === -1 ? source.length : end + 4
  const header = source.toString('latin1', 0, bodyAt)
  return { header, body: source.subarray(bodyAt), size: source.length, flags: [] }
}

/** A script that ends in an error keeps the message, and so does a folder that there is not (RFC 5228 2.10.6). */
function copiesOf(
  verdict: Verdict | undefined,
  mailboxes: ReadonlySet<string>,
): ReadonlyMap<string, readonly string[]> {
  if (verdict?.kind !== 'decided') return new Map([['INBOX', []]])
  const copies = new Map<string, readonly string[]>()
  for (const action of verdict.actions) {
    if (action.kind !== 'store') continue
    copies.set(mailboxes.has(action.mailbox) ? action.mailbox : 'INBOX', action.flags)
  }
  return copies
}
