import test from 'ava'
import { buildReceipt } from '../../../../proxy/mail/submission/build-receipt.ts'
import type { OutgoingReceipt } from '../../../../proxy/mail/submission/outgoing-message.ts'

const RECEIPT: OutgoingReceipt = {
  from: { name: 'Ann', address: 'ann@y.test' },
  to: [{ name: 'Bea', address: 'bea@x.test' }],
  subject: 'Gelesen: Grüße',
  text: 'Ihre Nachricht wurde angezeigt.\nÄ',
  originalMessageId: '<one@x.test>',
  originalRecipient: 'rfc822;info@y.test',
  isAutomatic: false,
}

async function built(changes: Partial<OutgoingReceipt> = {}): Promise<string> {
  const message = { ...RECEIPT, ...changes }
  const options = { hostname: 'mail.y.test', now: () => 0, random: () => Buffer.alloc(16) }
  const { source, envelope } = await buildReceipt(message, options)
  if (envelope.from !== '') throw new Error('It has a sender')
  return source.toString('latin1')
}

test('a receipt is a report for users and for programs', async (t) => {
  const source = await built()

  t.regex(
    source,
    /^Content-Type: multipart\/report;\s+report-type=disposition-notification;\s+boundary=/m,
  )
  t.regex(source, /^From: Ann <ann@y\.test>\r$/m)
  t.regex(source, /^To: Bea <bea@x\.test>\r$/m)
  t.regex(source, /^In-Reply-To: <one@x\.test>\r$/m)
  t.regex(source, /^Auto-Submitted: auto-replied\r$/m)
  t.regex(source, /^MIME-Version: 1\.0\r$/m)
  t.regex(
    source,
    /Content-Type: message\/disposition-notification\r\n\r\nReporting-UA: mail\.y\.test; Postern\r\nOriginal-Recipient: rfc822;info@y\.test\r\nFinal-Recipient: rfc822;ann@y\.test\r\nOriginal-Message-ID: <one@x\.test>\r\nDisposition: manual-action\/MDN-sent-manually; displayed\r\n/,
  )
  t.notRegex(source, /[^\x00-\x7f]|(?<!\r)\n/)
})

test('what is in a header of a stranger adds no field to a receipt', async (t) => {
  const source = await built({
    originalMessageId: '<one@x.test>\r\nDisposition: forged',
    originalRecipient: 'rfc822;a@y.test\r\nDisposition: forged',
    subject: 'Read: x\r\nBcc: eve@x.test',
    isAutomatic: true,
  })

  t.notRegex(source, /forged|^Bcc:|Original-Recipient/m)
  t.regex(source, /^Disposition: automatic-action\/MDN-sent-automatically; displayed\r$/m)
})
