import MailComposer from 'nodemailer/lib/mail-composer/index.js'
import { demoOwner, type Person } from './people.ts'

/** A message of the demo mailbox, written for people to read. */
export interface Letter {
  readonly folder: string
  readonly from: Person
  readonly to?: readonly Person[]
  readonly cc?: readonly Person[]
  readonly subject: string
  readonly text: string
  readonly html?: string
  readonly files?: readonly LetterFile[]
  /** Minutes between sending and the start of the demo. */
  readonly minutesAgo: number
  readonly flags?: readonly string[]
  /** Names the message for those that answer it. */
  readonly id?: string
  readonly inReplyTo?: string
  readonly priority?: 'high' | 'low'
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
  const composer = new MailComposer({
    from: letter.from,
    to: [...(letter.to ?? [demoOwner])],
    ...(letter.cc === undefined ? {} : { cc: [...letter.cc] }),
    subject: letter.subject,
    text: letter.text,
    ...(letter.html === undefined ? {} : { html: letter.html }),
    ...(letter.priority === undefined ? {} : { priority: letter.priority }),
    attachments: (letter.files ?? []).map(({ filename, type, content, contentId }) => ({
      filename,
      contentType: type,
      content,
      ...(contentId === undefined ? {} : { cid: contentId }),
    })),
    date: sentAt(letter, startedAt),
    ...(letter.id === undefined ? {} : { messageId: messageId(letter.id) }),
    ...(letter.inReplyTo === undefined
      ? {}
      : {
          inReplyTo: messageId(letter.inReplyTo),
          references: [messageId(letter.inReplyTo)],
        }),
  })
  return composer.compile().build()
}

function messageId(id: string): string {
  return `<${id}@demo.example>`
}
