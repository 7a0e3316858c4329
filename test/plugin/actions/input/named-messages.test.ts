import test from 'ava'
import { attachments } from '../../../../plugin/actions/part/attachments.ts'
import { compose } from '../../../../plugin/actions/compose/compose.ts'
import { remove } from '../../../../plugin/actions/message/delete.ts'
import { frame } from '../../../../plugin/actions/message/frame.ts'
import { get } from '../../../../plugin/actions/part/get.ts'
import { list } from '../../../../plugin/actions/list/list.ts'
import { mark } from '../../../../plugin/actions/message/mark.ts'
import { copy, move } from '../../../../plugin/actions/message/move.ts'
import { purge } from '../../../../plugin/actions/message/purge.ts'
import { show } from '../../../../plugin/actions/message/show.ts'
import { viewsource } from '../../../../plugin/actions/part/viewsource.ts'
import { messageOf, partOf } from '../../../support/actions/fake-account.ts'
import {
  type AnyContext,
  fakeContext,
  type FakeContext,
} from '../../../support/actions/fake-context.ts'
import { frameInput, listInput, showInput } from '../../../support/actions/inputs.ts'
import { mailboxName } from '../../../../proxy/mail/model/mailbox-name.ts'

/** A client that does not say from which UIDVALIDITY it has a message. */
type Told = bigint | undefined

const mailbox = mailboxName('Trash')
const message = (uidValidity: Told) => ({ mailbox, uidValidity, uid: 3 })
const messages = (uidValidity: Told) => ({ mailbox, uidValidity, uids: [3] })
const transfer = (told: Told) => ({
  ...messages(told),
  target: mailboxName('Archive'),
  isPageWanted: false,
})

const cases: Readonly<Record<string, (told: Told, context: AnyContext) => Promise<unknown>>> = {
  mark: (told, context) => mark.run({ ...messages(told), flag: 'read' }, context),
  move: (told, context) => move.run(transfer(told), context),
  copy: (told, context) => copy.run(transfer(told), context),
  delete: (told, context) =>
    remove.run({ ...messages(told), isPermanent: true, isPageWanted: false }, context),
  purge: (told, context) =>
    purge.run(
      { mailbox, uidValidity: told ?? 'shown', hasFolders: false, isPageWanted: false },
      context,
    ),
  show: (told, context) => show.run(showInput(message(told)), context),
  frame: (told, context) => frame.run(frameInput(message(told)), context),
  get: (told, context) => get.run({ ...message(told), partId: '2', isDownload: false }, context),
  attachments: (told, context) => attachments.run(message(told), context),
  viewsource: (told, context) => viewsource.run({ ...message(told), isDownload: false }, context),
  compose: (told, context) =>
    compose.run(
      { ...message(told), mode: 'reply', reader: undefined, charset: undefined },
      context,
    ),
}

function opened(): FakeContext {
  const fake = fakeContext()
  fake.mail.message = messageOf({ html: '<p>', attachments: [partOf('2')] })
  fake.mail.parts = new Map([['2', { part: partOf('2'), content: Buffer.from('x') }]])
  return fake
}

for (const [name, run] of Object.entries(cases)) {
  test(`${name} holds its UIDs to the mailbox that the client was shown`, async (t) => {
    const fake = opened()

    await run(4_294_967_295n, fake.context)

    t.is(fake.mail.heldTo[0], 4_294_967_295n)
  })

  test(`${name} of a client that does not say is held to what its session was last shown`, async (t) => {
    const fake = opened()
    await list.run(listInput({ mailbox }), fake.context)

    await run(undefined, fake.context)

    t.is(fake.mail.heldTo[0], 7n)
  })
}
