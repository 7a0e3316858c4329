import test from 'ava'
import { sentSource } from '../../../../proxy/mail/submission/sent-source.ts'

const now = Date.UTC(2026, 10, 27, 13)
const sentOf = (lines: readonly string[]) =>
  sentSource(Buffer.from(lines.join('\r\n'), 'latin1'), now)
    .toString('latin1')
    .split('\r\n')

test('what is sent has no Bcc, folded or not, and nothing that only its author may know', (t) => {
  const draft = [
    ...['From: a@example.org', 'BCC: b@example.org,', '\tc@example.org', 'To: d@example.org'],
    ...['X-Postern-Draft-Of: reply', 'x-postern-format: html', 'Subject: A', ' folded one'],
    ...['', 'Bcc: of the body', ''],
  ]

  t.deepEqual(sentOf(draft), [
    ...['From: a@example.org', 'To: d@example.org', 'Subject: A', ' folded one'],
    ...['', 'Bcc: of the body', ''],
  ])
})

test('a date that is still to come is the present one, and an earlier one stays', (t) => {
  const later = sentOf(['Date: Mon, 30 Nov 2026 08:00:00 +0000', '', 'Text'])
  const earlier = sentOf(['Date: Fri, 27 Nov 2026 12:59:50 +0000', '', 'Text'])

  t.is(later[0], 'Date: Fri, 27 Nov 2026 13:00:00 +0000')
  t.is(earlier[0], 'Date: Fri, 27 Nov 2026 12:59:50 +0000')
})

test('bytes of other charsets go as they are', (t) => {
  const draft = ['Subject: Gr\xfc\xdfe', '', 'K\xf6rper']

  t.deepEqual(sentOf(draft), draft)
})
