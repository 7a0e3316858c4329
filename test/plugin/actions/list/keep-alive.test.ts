import test from 'ava'
import { keepAlive } from '../../../../plugin/actions/list/keep-alive.ts'
import { MailFault } from '../../../../proxy/mail/model/mail-fault.ts'
import { fakeContext, parametersOf } from '../../../support/actions/fake-context.ts'

test('keeping the session alive asks nothing of the mail server', async (t) => {
  const fake = fakeContext()
  fake.mail.broken.add('mailboxes')

  await keepAlive.run(keepAlive.parse(parametersOf({})), fake.context)

  t.deepEqual(fake.mail.calls, [])
})

test('a page that wants to know whether the mail server answers is told when it does not', async (t) => {
  const fake = fakeContext()
  fake.mail.broken.add('mailboxes')
  const input = keepAlive.parse(parametersOf({ _mail: '1' }))

  await t.throwsAsync(keepAlive.run(input, fake.context), { instanceOf: MailFault })
})
