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
type Named = bigint | undefined

const mailbox = mailboxName('Trash')
const message = (uidValidity: Named) => ({ mailbox, uidValidity, uid: 3 })
const messages = (uidValidity: Named) => ({ mailbox, uidValidity, uids: [3] })
const transfer = (named: Named) => ({
  ...messages(named),
  target: mailboxName('Archive'),
  isPageWanted: false,
})

const cases: Readonly<Record<string, (named: Named, context: AnyContext) => Promise<unknown>>> = {
  mark: (named, context) => mark.run({ ...messages(named), flag: 'read' }, context),
  move: (named, context) => move.run(transfer(named), context),
  copy: (named, context) => copy.run(transfer(named), context),
  delete: (named, context) =>
    remove.run({ ...messages(named), isPermanent: true, isPageWanted: false }, context),
  purge: (named, context) =>
    purge.run(
      { mailbox, uidValidity: named ?? 'shown', hasFolders: false, isPageWanted: false },
      context,
    ),
  show: (named, context) => show.run(showInput(message(named)), context),
  frame: (named, context) => frame.run(frameInput(message(named)), context),
  get: (named, context) => get.run({ ...message(named), partId: '2', isDownload: false }, context),
  attachments: (named, context) => attachments.run(message(named), context),
  viewsource: (named, context) => viewsource.run({ ...message(named), isDownload: false }, context),
  compose: (named, context) =>
    compose.run(
      { ...message(named), mode: 'reply', reader: undefined, charset: undefined },
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
