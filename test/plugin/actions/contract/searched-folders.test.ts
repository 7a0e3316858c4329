import test from 'ava'
import { searchedFolders } from '../../../../plugin/actions/contract/searched-folders.ts'
import type { Mailbox } from '../../../../proxy/mail/model/mailbox.ts'
import { mailboxName } from '../../../../proxy/mail/model/mailbox-name.ts'

const mailbox = (path: string, changes: Partial<Mailbox> = {}): Mailbox => ({
  path: mailboxName(path),
  name: path.slice(path.lastIndexOf('.') + 1),
  delimiter: '.',
  specialUse: undefined,
  isSubscribed: true,
  isSelectable: true,
  ...changes,
})

const all = [
  mailbox('Trash', { specialUse: 'trash' }),
  mailbox('Trash.Old'),
  mailbox('Spam', { specialUse: 'junk' }),
  mailbox('Gesendet', { specialUse: 'sent' }),
  mailbox('Work', { isSelectable: false }),
  mailbox('Work.Müller & Söhne'),
  mailbox('Work.in progress'),
  mailbox('INBOX', { specialUse: 'inbox' }),
]

const cases: readonly (readonly [typed: string, text: string, paths: readonly string[]])[] = [
  ['tax', 'tax', ['INBOX', 'Gesendet', 'Work.Müller & Söhne', 'Work.in progress']],
  ['tax in:sent', 'tax', ['Gesendet']],
  ['IN:Gesendet tax', 'tax', ['Gesendet']],
  ['in:spam a  b', 'a b', ['Spam']],
  ['in:trash', '', ['Trash', 'Trash.Old']],
  ['in:"müller & söhne" x', 'x', ['Work.Müller & Söhne']],
  ['in:work x', 'x', ['Work.Müller & Söhne', 'Work.in progress']],
  ['in:"Work.in progress" in:inbox x', 'x', ['INBOX', 'Work.in progress']],
  ['x -in:work', 'x', ['INBOX', 'Gesendet']],
  ['in:nowhere x', 'x', []],
  ['"plans in:work now" in:sent', '"plans in:work now"', ['Gesendet']],
  [
    '"main:road" begin:x',
    '"main:road" begin:x',
    ['INBOX', 'Gesendet', 'Work.Müller & Söhne', 'Work.in progress'],
  ],
]

for (const [typed, text, paths] of cases) {
  test(`"${typed}" searches ${paths.join(', ') || 'no folder'}`, (t) => {
    const found = searchedFolders(typed, all)

    t.is(found.text, text)
    t.deepEqual(
      found.mailboxes.map(({ path }) => path),
      paths.map((path) => mailboxName(path)),
    )
  })
}

test('in:anywhere searches every folder that can be opened', (t) => {
  t.is(searchedFolders('in:anywhere x', all).mailboxes.length, 7)
})
