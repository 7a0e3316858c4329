import test from 'ava'
import { receiptRequest } from '../../../../proxy/mail/message/receipt-request.ts'

const headerOf = (...fields: readonly string[]) =>
  ['Disposition-Notification-To: Bea\r\n <bea@x.test>', ...fields, ''].join('\r\n')

test('a receipt is requested by whom the message says it came from', (t) => {
  t.deepEqual(
    receiptRequest(
      headerOf(
        'Return-Path: <bea@x.test>',
        'Return-Path: <forged@x.test>',
        'Original-Recipient: rfc822;ann@y.test',
      ),
    ),
    {
      to: 'Bea <bea@x.test>',
      returnPath: 'bea@x.test',
      isBulk: false,
      originalRecipient: 'rfc822;ann@y.test',
    },
  )
  t.is(receiptRequest('Return-Path: <bea@x.test>\r\n'), undefined)
  t.is(receiptRequest(headerOf())?.returnPath, undefined)
  t.is(receiptRequest(headerOf('Return-Path: <>'))?.returnPath, '')
})

test('a receipt on terms that are not known is not requested', (t) => {
  const options = 'Disposition-Notification-Options: signed=required,pkcs7'

  t.is(receiptRequest(headerOf(options)), undefined)
  t.not(receiptRequest(headerOf(options.replace('required', 'optional'))), undefined)
})

for (const field of [
  'List-Id: News <news.x.test>',
  'List-Unsubscribe: <https://x.test/>',
  'Precedence: bulk',
  'Auto-Submitted: auto-generated',
  'X-Spam-Flag: YES',
]) {
  test(`a message with ${JSON.stringify(field)} was sent to many or by a program`, (t) => {
    t.true(receiptRequest(headerOf(field))?.isBulk)
  })
}

for (const field of ['Precedence: first-class', 'Auto-Submitted: no', 'X-Spam-Flag: NO']) {
  test(`a message with ${JSON.stringify(field)} was not`, (t) => {
    t.false(receiptRequest(headerOf(field))?.isBulk)
  })
}
