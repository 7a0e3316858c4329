import test from 'ava'
import { MailFault } from '../../../../proxy/mail/model/mail-fault.ts'
import type { OutgoingMessage } from '../../../../proxy/mail/submission/submission.ts'
import { startSmtpSink } from '../../../support/smtp/sink.ts'
import { outgoing, neverAborted, submissionTo } from './outgoing.ts'
import { recordWire } from './wire-recorder.ts'

/** End-of-data sequences that some servers took for the end of a message (CVE-2023-51764, -51765, -51766). */
const smuggling: readonly [name: string, text: string][] = [
  ['LF . LF', 'one\n.\nMAIL FROM:<evil@x.test>'],
  ['LF . CRLF', 'one\n.\r\nMAIL FROM:<evil@x.test>'],
  ['CRLF . LF', 'one\r\n.\nMAIL FROM:<evil@x.test>'],
  ['CR . CR', 'one\r.\rMAIL FROM:<evil@x.test>'],
  ['CRLF . CRLF', 'one\r\n.\r\nMAIL FROM:<evil@x.test>'],
  ['CR . LF', 'one\r.\nMAIL FROM:<evil@x.test>'],
  ['NUL in front', 'one\r\n\0.\r\nMAIL FROM:<evil@x.test>'],
]

for (const [name, text] of smuggling) {
  test(`a body with ${name} stays one message on the wire`, async (t) => {
    const sink = await startSmtpSink({ t })
    const wire = await recordWire(t, sink)
    const submission = submissionTo(wire)

    await submission.send(await submission.build(outgoing({ text })), undefined, neverAborted())

    t.is(sink.messages.length, 1)
    t.notRegex(wire.sent(), /\r(?!\n)|(?<!\r)\n/)
    t.is(wire.sent().split('\r\n.\r\n').length, 2)
  })
}

test('an attachment with bare line ends puts none on the wire', async (t) => {
  const sink = await startSmtpSink({ t })
  const wire = await recordWire(t, sink)
  const submission = submissionTo(wire)
  const content = Buffer.from('From: a\n\nbody\n.\r\n.\rend')

  const attachments = ['message/rfc822', 'multipart/mixed', 'text/plain'].map((type) => ({
    filename: 'forwarded.eml',
    type,
    content,
  }))
  await submission.send(
    await submission.build(outgoing({ attachments })),
    undefined,
    neverAborted(),
  )

  t.is(sink.messages.length, 1)
  t.notRegex(wire.sent(), /\r(?!\n)|(?<!\r)\n/)
})

const injections: readonly [name: string, change: Partial<OutgoingMessage>][] = [
  ['subject CRLF', { subject: 'x\r\nBcc: evil@x.test' }],
  ['subject LF', { subject: 'x\nX-Evil: 1' }],
  ['subject CR', { subject: 'x\rX-Evil: 1' }],
  ['subject double CRLF', { subject: 'x\r\n\r\nX-Evil: 1' }],
  ['subject U+2028', { subject: 'x\u2028X-Evil: 1' }],
  ['sender name', { from: { name: 'A\r\nX-Evil: 1', address: 'ann@sender.test' } }],
  ['sender name with quote', { from: { name: 'A" <evil@x.test>, "', address: 'ann@sender.test' } }],
  ['recipient name', { to: [{ name: 'B\r\nX-Evil: 1', address: 'bob@receiver.test' }] }],
  ['recipient name with comma', { to: [{ name: 'B, evil@x.test', address: 'bob@receiver.test' }] }],
  ['In-Reply-To', { inReplyTo: '<a@b>\r\nX-Evil: 1' }],
  ['References', { references: ['<a@b>', '<c@d>\r\nX-Evil: 1'] }],
  [
    'attachment name',
    {
      attachments: [{ filename: 'a"\r\nX-Evil: 1', type: 'text/plain', content: Buffer.from('x') }],
    },
  ],
  [
    'attachment type',
    {
      attachments: [{ filename: 'a', type: 'text/plain\r\nX-Evil: 1', content: Buffer.from('x') }],
    },
  ],
  [
    'attachment type with a boundary',
    { attachments: [{ filename: 'a', type: 'text/plain; boundary=x', content: Buffer.from('x') }] },
  ],
]

for (const [name, change] of injections) {
  test(`no header grows from ${name}`, async (t) => {
    const sink = await startSmtpSink({ t })
    const submission = submissionTo(sink)

    await submission.send(await submission.build(outgoing(change)), undefined, neverAborted())

    const source = sink.messages[0]?.source ?? ''
    t.notRegex(source, /^(?:x-evil|bcc):/im)
    t.deepEqual(sink.messages[0]?.to, ['bob@receiver.test'])
    t.is(addressHeaders(source), 2)
  })
}

/** Addresses in From and To, encoded words set aside. */
function addressHeaders(source: string): number {
  const head = source.slice(0, source.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ')
  const lines = head.split('\r\n').filter((line) => /^(?:from|to|cc):/i.test(line))
  return (
    lines
      .join(' ')
      .replaceAll(/"(?:[^"\\]|\\.)*"|=\?[^?]+\?[QB]\?[^?]*\?=/gi, '')
      .split('@').length - 1
  )
}

const addresses: readonly string[] = [
  'b@x.test\r\nRCPT TO:<evil@x.test>',
  'b@x.test>\r\nRCPT TO:<evil@x.test',
  'b@x.test> SIZE=1',
  'b@x.test\0',
  'b@x.test, evil@x.test',
  'b@x.test\n',
]

for (const address of addresses) {
  test(`the recipient ${JSON.stringify(address)} is refused`, async (t) => {
    const submission = submissionTo({ host: '127.0.0.1', port: 1 })

    const fault = await t.throwsAsync(
      submission.build(outgoing({ bcc: [{ name: '', address }] })),
      { instanceOf: MailFault },
    )

    t.is(fault.code, 'rejected')
  })
}
