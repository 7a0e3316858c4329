import test from 'ava'
import { startDovecot, type Dovecot } from '../../../support/dovecot/dovecot.ts'
import { openAccount, patient } from '../engine.ts'

let dovecot: Dovecot

test.before(async () => {
  dovecot = await startDovecot({ users: 3 })
})
test.after.always(() => dovecot.stop())

const plain = [
  'Content-Type: text/plain; charset=iso-8859-1',
  'Content-Transfer-Encoding: quoted-printable',
  '',
  '> What others wrote',
  'Gr=FC=DFe aus=20',
  'der Werkstatt',
]
const html = [
  'Content-Type: text/html; charset=utf-8',
  'Content-Transfer-Encoding: base64',
  '',
  Buffer.from('<style>p { color: red }</style><p>Only &amp; always <b>HTML</b></p>').toString(
    'base64',
  ),
]
const nested = [
  'Content-Type: multipart/mixed; boundary=a',
  '',
  '--a',
  'Content-Type: multipart/alternative; boundary=b',
  '',
  '--b',
  'Content-Type: text/plain',
  '',
  'The plain form',
  '--b',
  'Content-Type: text/html',
  '',
  '<p>The HTML form</p>',
  '--b--',
  '--a--',
]
const file = [
  'Content-Type: application/pdf',
  'Content-Disposition: attachment; filename=plan.pdf',
  '',
  'no text',
]

async function deliver(n: number, ...messages: readonly (readonly string[])[]): Promise<void> {
  for (const lines of messages) {
    const raw = ['Subject: sample', 'MIME-Version: 1.0', ...lines, ''].join('\r\n')
    await dovecot.deliver(dovecot.userName(n), { raw })
  }
}

test('the first words are read of plain text, HTML and the text of several forms', async (t) => {
  await deliver(1, plain, html, nested, file)

  const previews = await openAccount(t, dovecot, 1).previews('INBOX', [1, 2, 3, 4, 99], patient)

  t.deepEqual(
    [...previews],
    [
      [1, 'Grüße aus der Werkstatt'],
      [2, 'Only & always HTML'],
      [3, 'The plain form'],
      [4, ''],
    ],
  )
})

test('a preview leaves its message unread', async (t) => {
  await deliver(2, plain)
  const account = openAccount(t, dovecot, 2)

  await account.previews('INBOX', [1], patient)

  const [row] = await account.rows('INBOX', [1], patient)
  t.false(row?.flags.includes('\\Seen'))
})
