import test, { type ExecutionContext } from 'ava'
import type { z } from 'zod'
import { filterUndo } from '../../../../plugin/actions/filter/undo.ts'
import type { trialInput } from '../../../../plugin/actions/filter/trial-input.ts'
import type { Account } from '../../../../proxy/mail/model/account.ts'
import { mailboxName } from '../../../../proxy/mail/model/mailbox-name.ts'
import { openAccount, patient } from '../../../proxy/mail/engine.ts'
import { fakeContext } from '../../../support/actions/fake-context.ts'
import { runAction } from '../../../support/actions/run-action.ts'
import { startDovecot, type Dovecot } from '../../../support/dovecot/dovecot.ts'

let dovecot: Dovecot

test.before(async () => {
  dovecot = await startDovecot({ users: 8 })
})
test.after.always(() => dovecot.stop())

/** A mailbox of letters, of which every third is from the shop, and what changes on it. */
async function withLetters(t: ExecutionContext, n: number, count: number) {
  for (let at = 1; at <= count; at += 1) {
    const from = at % 3 === 0 ? 'Shop <news@shop.example>' : 'Ada <ada@work.example>'
    const raw = `From: ${from}\r\nSubject: Letter ${at}\r\n\r\nText ${at}\r\n`
    const receivedAt = Date.UTC(2026, 10, 1) + 1_000 * at
    await dovecot.deliver(dovecot.userName(n), { raw, flags: ['\\Seen'], receivedAt })
  }
  const account = openAccount(t, dovecot, n)
  return { account, context: fakeContext({ account, now: Date.now }).context }
}

type RuleSaid = Extract<z.input<typeof trialInput>['source'], { readonly kind: 'rule' }>['rule']

/** A rule about the shop, as the page says it. */
function shopRule(...actions: NonNullable<RuleSaid['actions']>) {
  const conditions: RuleSaid['conditions'] = [
    {
      kind: 'text',
      field: { kind: 'from', part: 'domain' },
      comparison: 'is',
      values: ['shop.example'],
    },
  ]
  return { kind: 'rule', rule: { name: 'Shop', match: 'all', conditions, actions } } as const
}

function script(text: string) {
  return { kind: 'script', text } as const
}

/** Subjects of a mailbox, oldest first, with the flags of each. */
async function lettersIn(account: Account, mailbox: string): Promise<readonly string[]> {
  const { rows } = await account.page(
    { mailbox: mailboxName(mailbox), page: 1, pageSize: 100, sort: undefined, search: undefined },
    patient,
  )
  return rows
    .map(({ summary: { subject }, flags }) => {
      const kept = flags.filter((flag) => flag !== '\\Recent').sort()
      return `${subject} ${kept.join(' ')}`
    })
    .sort()
}

test('a trial says how many of the newest messages a rule meets, and which, and changes nothing', async (t) => {
  const { account, context } = await withLetters(t, 1, 30)
  const before = await lettersIn(account, 'INBOX')

  const source = shopRule({ kind: 'move', mailbox: 'Archive' })
  const result = await runAction('filter-trial', { mailbox: 'INBOX', source, limit: 12 }, context)

  if (result.kind !== 'filter-trial') throw new Error(result.kind)
  t.like(result, { total: 30, examined: 12, met: 4, failed: 0, undecided: 0, undecidedBy: null })
  t.deepEqual(
    result.hits.map(({ subject, from, actions }) => [subject, from[0]?.address, actions]),
    [30, 27, 24, 21].map((at) => [
      `Letter ${at}`,
      'news@shop.example',
      [{ kind: 'file', mailbox: 'Archive', flags: { add: [], remove: [] } }],
    ]),
  )
  t.deepEqual(await lettersIn(account, 'INBOX'), before)
})

test('a whole mailbox is tried in calls, each of which says where the next one begins', async (t) => {
  const { context } = await withLetters(t, 2, 25)
  const calls: (readonly [examined: number, met: number])[] = []

  let below: number | null = null
  do {
    const asked = { mailbox: 'INBOX', source: shopRule({ kind: 'delete' }), limit: 10, below }
    const result: Awaited<ReturnType<typeof trial>> = await trial(asked, context)
    calls.push([result.examined, result.met])
    below = result.next
  } while (below !== null)

  t.deepEqual(calls, [
    [10, 3],
    [10, 4],
    [5, 1],
  ])
})

async function trial(
  asked: z.input<typeof trialInput>,
  context: Awaited<ReturnType<typeof withLetters>>['context'],
) {
  const result = await runAction('filter-trial', asked, context)
  if (result.kind !== 'filter-trial') throw new Error(result.kind)
  return result
}

test('a run does it, and one undo takes all of it back', async (t) => {
  const { account, context } = await withLetters(t, 3, 9)
  const before = await lettersIn(account, 'INBOX')
  const source = shopRule(
    { kind: 'copy', mailbox: 'Archive' },
    { kind: 'flag' },
    { kind: 'tag', keyword: 'Shop' },
    { kind: 'move', mailbox: 'Sent' },
  )
  await account
    .createMailbox({ parent: undefined, name: 'Archive' }, patient)
    .catch(() => undefined)

  const result = await runAction('filter-run', { mailbox: 'INBOX', source }, context)

  if (result.kind !== 'filter-run') throw new Error(result.kind)
  t.like(result, { met: 3, marked: 3, copied: 3, moved: 3, refused: [], isUndoWhole: true })
  const done = [3, 6, 9].map((at) => `Letter ${at} Shop \\Flagged \\Seen`)
  t.deepEqual(await lettersIn(account, 'Sent'), done)
  t.deepEqual(await lettersIn(account, 'Archive'), done)
  t.is((await lettersIn(account, 'INBOX')).length, 6)

  const undone = await takeBack(result.undo, context)

  t.deepEqual(undone, { kind: 'filter-undone', refused: [] })
  t.deepEqual(await lettersIn(account, 'INBOX'), before)
  t.deepEqual(await lettersIn(account, 'Sent'), [])
  t.deepEqual(await lettersIn(account, 'Archive'), [])
})

/** As the page does it: what it was told is what it says. */
function takeBack(steps: unknown, context: Awaited<ReturnType<typeof withLetters>>['context']) {
  return filterUndo.run(filterUndo.input.parse({ steps }), context)
}

test('flags of a message that is kept, those that a script takes away too, are as before when that is undone', async (t) => {
  const { account, context } = await withLetters(t, 4, 4)
  const before = await lettersIn(account, 'INBOX')
  const source = script('require "imap4flags"; setflag ["Work", "\\\\Flagged"];')

  const result = await runAction('filter-run', { mailbox: 'INBOX', source }, context)

  if (result.kind !== 'filter-run') throw new Error(result.kind)
  t.deepEqual(
    await lettersIn(account, 'INBOX'),
    [1, 2, 3, 4].map((at) => `Letter ${at} Work \\Flagged`),
  )
  await takeBack(result.undo, context)
  t.deepEqual(await lettersIn(account, 'INBOX'), before)
})

test('what a rule deletes goes to the trash, and comes back', async (t) => {
  const { account, context } = await withLetters(t, 5, 6)

  const source = shopRule({ kind: 'delete' })
  const result = await runAction('filter-run', { mailbox: 'INBOX', source }, context)

  if (result.kind !== 'filter-run') throw new Error(result.kind)
  t.is((await lettersIn(account, 'Trash')).length, 2)
  await takeBack(result.undo, context)
  t.is((await lettersIn(account, 'Trash')).length, 0)
  t.is((await lettersIn(account, 'INBOX')).length, 6)
})

test('a mailbox that is missing costs the messages that were to go there, and no others', async (t) => {
  const { account, context } = await withLetters(t, 6, 6)
  const source = script(
    'require "fileinto"; if header :contains "from" "shop" { fileinto "Nowhere"; } else { fileinto "Sent"; }',
  )

  const result = await runAction('filter-run', { mailbox: 'INBOX', source }, context)

  if (result.kind !== 'filter-run') throw new Error(result.kind)
  t.is(result.moved, 4)
  t.deepEqual(result.refused, [
    { change: 'move', mailbox: 'Nowhere', code: 'mailbox_not_found', messages: 2 },
  ])
  t.is((await lettersIn(account, 'INBOX')).length, 2)
})

test('a filter that is none is answered with its place, and nothing is done', async (t) => {
  const { context } = await withLetters(t, 7, 1)

  for (const name of ['filter-trial', 'filter-run'] as const) {
    const result = await runAction(
      name,
      { mailbox: 'INBOX', source: script('keep;\nfileinto "A";') },
      context,
    )
    t.like(result, { kind: 'filter-fault', code: 'not_required', line: 2 })
  }
})

test('messages of which nothing can be said are counted, and stay', async (t) => {
  const { account, context } = await withLetters(t, 8, 3)
  const source = script('require "envelope"; if envelope "from" "x" { discard; }')

  const result = await runAction('filter-run', { mailbox: 'INBOX', source }, context)

  t.like(result, { met: 0, undecided: 3, undecidedBy: 'envelope', moved: 0 })
  t.is((await lettersIn(account, 'INBOX')).length, 3)
})
