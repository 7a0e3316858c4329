import type { Folder, Options } from 'hoodiecrow-imap'
import { sampleAttachments } from './attachments.ts'
import { conversations } from './conversations.ts'
import { languages } from './languages.ts'
import { sentAt, writeLetter, type Letter } from './letter.ts'
import { newsletters } from './newsletters.ts'
import { notices } from './notices.ts'

/** Every letter of the demo. */
export const letters: readonly Letter[] = [
  ...conversations,
  ...languages,
  ...newsletters,
  ...sampleAttachments,
  ...notices,
]

/** The whole mailbox as the demo's IMAP server takes it, oldest message first. */
export async function demoStorage(startedAt: number): Promise<Options['storage']> {
  const filled = async (folder: string, more: Folder = {}): Promise<Folder> => ({
    ...more,
    messages: await messagesOf(folder, startedAt),
  })
  return {
    INBOX: await filled('INBOX'),
    '': {
      separator: '/',
      folders: {
        Drafts: await filled('Drafts', { 'special-use': '\\Drafts' }),
        Sent: await filled('Sent', { 'special-use': '\\Sent' }),
        Archive: await filled('Archive', { 'special-use': '\\Archive' }),
        Junk: await filled('Junk', { 'special-use': '\\Junk' }),
        Trash: await filled('Trash', { 'special-use': '\\Trash' }),
        Newsletters: await filled('Newsletters'),
        Projects: { folders: { Boathouse: await filled('Projects/Boathouse') } },
        Travel: await filled('Travel'),
      },
    },
  }
}

async function messagesOf(folder: string, startedAt: number) {
  const own = letters
    .filter((letter) => (letter.folder ?? 'INBOX') === folder)
    .sort((left, right) => right.minutesAgo - left.minutesAgo)
  return Promise.all(
    own.map(async (letter) => ({
      raw: (await writeLetter(letter, startedAt)).toString('latin1'),
      flags: letter.flags ?? [],
      internaldate: sentAt(letter, startedAt),
    })),
  )
}
