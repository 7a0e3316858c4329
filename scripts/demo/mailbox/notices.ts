import { day, hour, type Letter } from './letter.ts'
import { people } from './people.ts'

const books = [
  'The Sea Around Us',
  'Knots and Splices',
  'A Pattern Language',
  'The Summer Book',
  'Moominland Midwinter',
  'Sailing Alone Around the World',
]

/** What machines send: the notices that fill a mailbox, newest first. */
export const notices: readonly Letter[] = [
  {
    from: people.panel,
    subject: 'Your mailbox is ready',
    text: 'Welcome,\n\nyour mailbox robin@example.test was created. Open it from the webmail button of your panel.\n',
    minutesAgo: 30 * day,
    flags: ['\\Seen'],
  },
  {
    folder: 'Junk',
    from: people.ghost,
    subject: 'YOU HAVE WON!!! Answer within 24 hours',
    text: 'Dear winner, send your bank details to claim your prize.\n',
    minutesAgo: 14 * hour,
  },
  {
    folder: 'Trash',
    from: people.tide,
    subject: 'Last chance: 40 % off all aprons',
    text: 'Only until midnight.\n',
    minutesAgo: 3 * day,
    flags: ['\\Seen'],
  },
  ...Array.from({ length: 22 }, (_, index) => backupReport(index)),
  ...books.map((title, index) => loanReminder(title, index)),
]

function backupReport(index: number): Letter {
  const gibibytes = (41.2 + index * 0.3).toFixed(1)
  return {
    folder: index < 9 ? 'INBOX' : 'Archive',
    from: people.monitor,
    subject: `Backup finished: ${gibibytes} GiB, no errors`,
    text: `Nightly backup of harbour.example\n\nsize      ${gibibytes} GiB\nduration  ${11 + (index % 4)} min\nerrors    0\n`,
    minutesAgo: index * day + 9 * hour,
    flags: index === 0 ? [] : ['\\Seen'],
    priority: 'low',
  }
}

function loanReminder(title: string, index: number): Letter {
  return {
    folder: index < 2 ? 'INBOX' : 'Archive',
    from: people.library,
    subject: `Due soon: ${title}`,
    text: `Please return or renew "${title}" within three days.\n\nCity Library\n`,
    minutesAgo: (index * 6 + 2) * day + 3 * hour,
    flags: index === 0 ? [] : ['\\Seen'],
  }
}
