import test from 'ava'
import { keepAlive } from '../../../../plugin/actions/list/keep-alive.ts'
import { MailFault } from '../../../../proxy/mail/model/mail-fault.ts'
import { fakeContext } from '../../../support/actions/fake-context.ts'

test('keeping the session alive asks nothing of the mail server', async (t) => {
  const fake = fakeContext()
  fake.mail.broken.add('mailboxes')

  await keepAlive.run({ asksMail: false }, fake.context)

  t.deepEqual(fake.mail.calls, [])
})

test('a page that wants to know whether the mail server answers is told when it does not', async (t) => {
  const fake = fakeContext()
  fake.mail.broken.add('mailboxes')

  await t.throwsAsync(keepAlive.run({ asksMail: true }, fake.context), { instanceOf: MailFault })
})
