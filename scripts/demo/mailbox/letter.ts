import MailComposer from 'nodemailer/lib/mail-composer/index.js'
import { demoOwner, type DemoUser } from './people.ts'

/** In minutes. */
export const hour = 60
export const day = 24 * hour

/** A message of the demo mailbox, written for users to read. */
export interface Letter {
  /** INBOX unless told. */
  readonly folder?: string
  readonly from: DemoUser
  readonly to?: readonly DemoUser[]
  readonly cc?: readonly DemoUser[]
  readonly subject: string
  readonly text: string
  readonly html?: string
  readonly files?: readonly LetterFile[]
  /** Minutes between sending and the start of the demo. */
  readonly minutesAgo: number
  readonly flags?: readonly string[]
  /** Names the message for those that reply it. */
  readonly id?: string
  readonly inReplyTo?: string
  readonly priority?: 'high' | 'low'
  /** Address that takes readers off the list, with what it wants to read (RFC 2369). */
  readonly unsubscribe?: string
}

/** A file of a letter; with `contentId` it is shown inside the HTML. */
export interface LetterFile {
  readonly filename: string
  readonly type: string
  readonly content: Buffer
  readonly contentId?: string
}

/** When a letter was sent, counted back from the start of the demo. */
export function sentAt(letter: Letter, startedAt: number): Date {
  return new Date(startedAt - letter.minutesAgo * 60_000)
}

/** The letter as an RFC 5322 message. */
export async function writeLetter(letter: Letter, startedAt: number): Promise<Buffer> {
  const {
    from,
    to = [demoOwner],
    cc = [],
    subject,
    text,
    html,
    priority,
    files = [],
    unsubscribe,
  } = letter
  const answered = messageId(letter.inReplyTo)
  const composer = new MailComposer({
    ...{ from, to: [...to], cc: [...cc], subject, text, html, priority },
    attachments: files.map(({ filename, type, content, contentId }) => {
      return { filename, contentType: type, content, cid: contentId }
    }),
    headers: unsubscribe === undefined ? {} : { 'List-Unsubscribe': `<mailto:${unsubscribe}>` },
    date: sentAt(letter, startedAt),
    messageId: messageId(letter.id),
    inReplyTo: answered,
    references: answered,
  })
  return composer.compile().build()
}

function messageId(id: string | undefined): string | undefined {
  return id === undefined ? undefined : `<${id}@demo.example>`
}
