import test from 'ava'
import { failureOf } from '../../../../plugin/response/failure.ts'
import { renderNativeError } from '../../../../plugin/wire/native/error.ts'
import { faultOfResponse } from '../../../../proxy/mail/imap/fault.ts'
import { MailFault } from '../../../../proxy/mail/index.ts'

function shown(fault: MailFault): { message: string; retry: boolean } {
  const { refusal } = failureOf(fault, '192.0.2.1', 'user@example.test')
  const { body } = renderNativeError(refusal, 'a39eb5f3', 'de')
  return JSON.parse(body) as { message: string; retry: boolean }
}

test('a message that is refused says why in the words of the server, below ours', (t) => {
  const reply = '552 5.3.4 Message size exceeds limit'

  const { message } = shown(new MailFault('rejected', reply, { reply, service: 'smtp' }))

  t.is(message, `Der Mailserver hat diese Nachricht nicht angenommen.\n${reply}`)
})

test('a limit of messages an hour is no outage, and not tried again automatically', (t) => {
  const reply = '450 4.7.1 Hourly limit exceeded'

  const { message, retry } = shown(new MailFault('deferred', reply, { reply, service: 'smtp' }))

  t.false(retry)
  t.is(message.split('\n')[1], reply)
})

test('a NO says why in the words of the server', (t) => {
  const line = {
    kind: 'status',
    tag: 'P1',
    status: 'NO',
    code: 'NOPERM',
    codeValues: [],
    text: 'Ask gr\xc3\xbcn first',
  } as const

  t.is(shown(faultOfResponse(line)).message.split('\n')[1], 'Ask gr\u00fcn first')
})

test('the words of a server are one line of bounded length without control characters', (t) => {
  const reply = `550 \u001b[31mred\u202e\r\n${'x'.repeat(5_000)}`

  const { message } = shown(new MailFault('rejected', reply, { reply, service: 'smtp' }))

  const [, reported = '', ...more] = message.split('\n')
  t.deepEqual(more, [])
  t.regex(reported, /^550 \[31mred x+$/)
  t.true(reported.length <= 300)
})

test('what is ours to say has no words of a server', (t) => {
  const fault = new MailFault('rejected', 'No credential to sign in with', { service: 'smtp' })

  t.false(shown(fault).message.includes('\n'))
})
