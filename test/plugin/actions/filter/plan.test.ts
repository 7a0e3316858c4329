import test from 'ava'
import { planChanges } from '../../../../plugin/actions/filter/plan.ts'
import type { MetMessage } from '../../../../plugin/actions/filter/examine.ts'
import { mailboxName } from '../../../../proxy/mail/model/mailbox-name.ts'
import type { FlagChange, TrialAction } from '../../../../proxy/mail/sieve/trial/trial.ts'

const NONE: FlagChange = { add: [], remove: [] }
const trash = mailboxName('Trash')

function met(uid: number, ...actions: readonly TrialAction[]): MetMessage {
  return { uid, kind: 'met', actions }
}

function keep(flags = NONE): TrialAction {
  return { kind: 'store', mailbox: 'INBOX', isKeep: true, flags }
}

function file(mailbox: string, flags = NONE): TrialAction {
  return { kind: 'store', mailbox, isKeep: false, flags }
}

function changesOf(messages: readonly MetMessage[], mailbox = 'INBOX') {
  return planChanges(messages, { mailbox: mailboxName(mailbox), trash }).changes
}

test('messages with the same fate are moved together', (t) => {
  const changes = changesOf([met(3, file('A')), met(2, file('B')), met(1, file('A'))])

  t.deepEqual(changes, [
    { kind: 'move', target: mailboxName('A'), uids: [3, 1] },
    { kind: 'move', target: mailboxName('B'), uids: [2] },
  ])
})

test('a message that is kept as well is copied, and one that goes to several mailboxes is moved to the last', (t) => {
  t.deepEqual(changesOf([met(1, file('A'), keep())]), [
    { kind: 'copy', target: mailboxName('A'), flags: NONE, uids: [1] },
  ])
  t.deepEqual(changesOf([met(1, file('A'), file('B'))]), [
    { kind: 'copy', target: mailboxName('A'), flags: NONE, uids: [1] },
    { kind: 'move', target: mailboxName('B'), uids: [1] },
  ])
})

test('flags are set before a message goes, and a copy has its own', (t) => {
  const flagged = { add: ['\\flagged'], remove: [] }
  const seen = { add: ['\\seen'], remove: ['old'] }

  t.deepEqual(changesOf([met(1, file('A', seen), file('B', flagged))]), [
    { kind: 'mark', flags: flagged, uids: [1] },
    {
      ...{ kind: 'copy', target: mailboxName('A'), uids: [1] },
      flags: { add: ['\\seen'], remove: ['old', '\\flagged'] },
    },
    { kind: 'move', target: mailboxName('B'), uids: [1] },
  ])
})

test('what is kept stays in whichever mailbox it lies, and a move to INBOX is one from another mailbox', (t) => {
  t.deepEqual(changesOf([met(1, keep())], 'Archive'), [])
  t.deepEqual(changesOf([met(1, file('Archive'))], 'Archive'), [])
  t.deepEqual(changesOf([met(1, file('INBOX'))], 'Archive'), [
    { kind: 'move', target: 'INBOX', uids: [1] },
  ])
})

test('what is discarded goes to the trash, and stays where there is none or where it is that', (t) => {
  const place = { mailbox: mailboxName('INBOX'), trash: undefined }

  t.deepEqual(changesOf([met(1)]), [{ kind: 'move', target: trash, uids: [1] }])
  t.like(planChanges([met(1)], place), { changes: [], leftOut: { deletions: 1 } })
  t.like(planChanges([met(1)], { mailbox: trash, trash }), {
    changes: [],
    leftOut: { deletions: 1 },
  })
})

test('nothing is sent for mail that is there, and what would only be sent stays', (t) => {
  const { changes, leftOut } = planChanges(
    [
      met(1, { kind: 'redirect', address: 'x@y.example' }),
      met(2, { kind: 'reject', reason: 'No' }),
      met(3, { kind: 'vacation', text: 'Away', subject: undefined, seconds: 1 }, keep()),
      met(4, { kind: 'redirect', address: 'x@y.example' }, file('A')),
    ],
    { mailbox: mailboxName('INBOX'), trash },
  )

  t.deepEqual(changes, [{ kind: 'move', target: mailboxName('A'), uids: [4] }])
  t.deepEqual(leftOut, { forwards: 2, refusals: 1, answers: 1, deletions: 0 })
})
