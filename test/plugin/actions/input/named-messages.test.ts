import test from 'ava'
import type { Action } from '../../../../plugin/actions/contract/action.ts'
import type { Parameters } from '../../../../plugin/http/body/parameters.ts'
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
import { Refusal } from '../../../../plugin/http/refusal.ts'
import { messageOf, partOf } from '../../../support/actions/fake-account.ts'
import {
  fakeContext,
  parametersOf,
  type FakeContext,
} from '../../../support/actions/fake-context.ts'

type Run = (fields: Readonly<Record<string, string>>, wire?: Parameters['wire']) => Promise<unknown>

interface Case {
  readonly name: string
  readonly run: (fake: FakeContext) => Run
}

function caseOf<Input>(action: Action<Input>, own: Readonly<Record<string, string>> = {}): Case {
  return {
    name: action.name,
    run: ({ context }) => {
      return async (fields, wire = 'native') =>
        action.run(action.parse(parametersOf({ ...fields, ...own }, { wire })), context)
    },
  }
}

const cases = [
  caseOf(mark, { _flag: 'read' }),
  caseOf(move, { _target_mbox: 'Archive' }),
  caseOf(copy, { _target_mbox: 'Archive' }),
  caseOf(remove, { _forever: '1' }),
  caseOf(purge),
  caseOf(show),
  caseOf(frame, { _print: '1' }),
  caseOf(get, { _part: '2' }),
  caseOf(attachments),
  caseOf(viewsource),
  caseOf(compose, { _mode: 'reply' }),
]

function opened(): FakeContext {
  const fake = fakeContext()
  fake.mail.message = messageOf({ attachments: [partOf('2')] })
  fake.mail.parts = new Map([['2', { part: partOf('2'), content: Buffer.from('x') }]])
  return fake
}

const inTrash = { _mbox: 'Trash', _uid: '3' }

for (const { name, run } of cases) {
  test(`${name} holds its UIDs to the mailbox that the page was shown`, async (t) => {
    const fake = opened()

    await run(fake)({ ...inTrash, _uidvalidity: '4294967295' })

    t.is(fake.mail.heldTo[0], 4_294_967_295n)
  })

  test(`${name} of Roundcube's front end is held to what its session was last shown`, async (t) => {
    const fake = opened()
    await caseOf(list).run(fake)({ _mbox: 'Trash' }, 'roundcube')

    await run(fake)(inTrash, 'roundcube')

    t.is(fake.mail.heldTo[0], 7n)
  })

  test(`${name} refuses a UIDVALIDITY that is no number`, async (t) => {
    const fake = opened()

    const refused = await t.throwsAsync(run(fake)({ ...inTrash, _uidvalidity: '7x' }), {
      instanceOf: Refusal,
    })

    t.is(refused.code, 'input_invalid')
    t.deepEqual(fake.mail.heldTo, [])
  })
}
