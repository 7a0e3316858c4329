import test from 'ava'
import { show } from '../../../../plugin/actions/message/show.ts'
import { unsubscribe } from '../../../../plugin/actions/message/unsubscribe.ts'
import { fakeContext } from '../../../support/actions/fake-context.ts'
import { messageOf } from '../../../support/actions/fake-account.ts'
import { oneMessage } from '../../../support/actions/inputs.ts'
import { rowOf } from '../../../support/actions/samples.ts'
import type { UnsubscribeWay } from '../../../../proxy/mail/model/unsubscribe.ts'

const POST: UnsubscribeWay = { kind: 'post', url: 'https://l.test/off' }
const PAGE: UnsubscribeWay = { kind: 'page', url: 'https://l.test/off' }

function listMail(unsubscribeWays: readonly UnsubscribeWay[], isAccepted = true) {
  const posted: string[] = []
  const fake = fakeContext({
    postOneClick: async (url) => {
      posted.push(url)
      return isAccepted
    },
  })
  fake.mail.message = messageOf({ row: rowOf({ uid: 3 }), unsubscribeWays })
  return { ...fake, posted }
}

test('a list is left by the address of the message, once it was named', async (t) => {
  for (const isAccepted of [true, false]) {
    const { context, posted } = listMail([POST, PAGE], isAccepted)

    t.deepEqual(await unsubscribe.run(oneMessage('INBOX', 3), context), {
      kind: 'unsubscribe',
      isAccepted,
    })
    t.deepEqual(posted, ['https://l.test/off'])
  }
})

test('a message without an address for a POST sends none', async (t) => {
  const { context, posted } = listMail([PAGE])

  await t.throwsAsync(unsubscribe.run(oneMessage('INBOX', 3), context), { code: 'not_found' })

  t.deepEqual(posted, [])
})

test('the page is told where a POST would go, and is given no other address than its own', async (t) => {
  const { context } = listMail([POST, PAGE])

  const input = { ...oneMessage('INBOX', 3), isUnrendered: true, isAhead: false }
  const { unsubscribe: ways } = await show.run({ ...input, charset: undefined }, context)

  t.deepEqual(ways, [{ kind: 'post', host: 'l.test' }, PAGE])
})

for (const mailbox of ['Junk', 'Sent', 'Drafts']) {
  test(`nothing is offered to unsubscribe from in ${mailbox}`, async (t) => {
    const { context, posted } = listMail([POST, PAGE])

    const input = { ...oneMessage(mailbox, 3), isUnrendered: true, isAhead: false }
    t.deepEqual((await show.run({ ...input, charset: undefined }, context)).unsubscribe, [])
    await t.throwsAsync(unsubscribe.run(oneMessage(mailbox, 3), context), { code: 'not_found' })

    t.deepEqual(posted, [])
  })
}
