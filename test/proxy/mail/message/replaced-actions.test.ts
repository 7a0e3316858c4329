import { buffer } from 'node:stream/consumers'
import test, { type ExecutionContext } from 'ava'
import type { Account, UidOptions } from '../../../../proxy/mail/model/account.ts'
import { startDovecot, type Dovecot } from '../../../support/dovecot/dovecot.ts'
import { openAccount, patient, request } from '../engine.ts'
import { rawImap, type RawImapSession } from '../raw-imap.ts'
import { mailboxName } from '../../../../proxy/mail/model/mailbox-name.ts'

const OLD = `Subject: old\r\n\r\n${'old '.repeat(200_000)}\r\n`
const NEW = 'Subject: new\r\n\r\nnew\r\n'

let dovecot: Dovecot
let lastUser = 0

test.before(async () => {
  dovecot = await startDovecot({ users: 30 })
})
test.after.always(() => dovecot.stop())

interface Stage {
  readonly account: Account
  /** What the UIDs of the old mailbox are to be held to. */
  readonly old: UidOptions
  /** Deletes Work and makes it again, with another message under the same UID. */
  readonly replace: () => Promise<void>
  /** What is in Work and in Trash now, as another client sees it. */
  readonly subjectsAndFlags: () => Promise<readonly string[]>
}

async function listedWork(t: ExecutionContext): Promise<Stage> {
  lastUser += 1
  const user = lastUser
  const other = await rawImap(t, dovecot, dovecot.userName(user))
  await other.run('CREATE Work')
  await append(other, OLD)
  const account = openAccount(t, dovecot, user)
  const { state } = await account.page(request({ mailbox: mailboxName('Work') }), patient)
  return {
    account,
    old: { ...patient, uidValidity: state.uidValidity },
    replace: async () => {
      await other.run('DELETE Work')
      await other.run('CREATE Work')
      await append(other, NEW)
    },
    subjectsAndFlags: async () => {
      const fresh = await rawImap(t, dovecot, dovecot.userName(user))
      const lines: string[] = []
      for (const mailbox of ['Work', 'Trash']) {
        await fresh.run(`EXAMINE ${mailbox}`)
        lines.push(...(await fresh.run('UID FETCH 1:* (FLAGS BODY.PEEK[HEADER.FIELDS (SUBJECT)])')))
      }
      const reported = lines.join('\n').matchAll(/UID (\d+) FLAGS \(([^)]*)\)[^]*?Subject: (\w+)/g)
      return [...reported].map(([, uid, flags = '', subject]) => {
        return [uid, subject, flags.replace('\\Recent', '').trim()].join(' ').trim()
      })
    },
  }
}

async function append(other: RawImapSession, raw: string): Promise<void> {
  await other.run(`APPEND Work {${Buffer.byteLength(raw)}+}\r\n${raw}`)
}

type Verb = (account: Account, options: UidOptions) => Promise<unknown>
const flagged = { add: ['\\Flagged'], remove: [] }
const verbs: Readonly<Record<string, Verb>> = {
  'a mark': (account, options) => account.setFlags(mailboxName('Work'), [1], flagged, options),
  'a move': (account, options) =>
    account.move(mailboxName('Work'), [1], mailboxName('Trash'), options),
  'a copy': (account, options) =>
    account.copy(mailboxName('Work'), [1], mailboxName('Trash'), options),
  'a removal': (account, options) => account.remove(mailboxName('Work'), [1], options),
  'an emptying': (account, options) => account.empty(mailboxName('Work'), options),
  'an opened message': (account, options) => account.message(mailboxName('Work'), 1, options),
  'a part': (account, options) => account.part(mailboxName('Work'), 1, '1', options),
  'a source': (account, options) => account.source(mailboxName('Work'), 1, options),
}

for (const [what, verb] of Object.entries(verbs)) {
  for (const isOpen of [true, false]) {
    const where = isOpen ? 'while it is open' : 'after it was left'
    test(`${what} touches nothing in a mailbox that was made again ${where}`, async (t) => {
      const { account, old, replace, subjectsAndFlags } = await listedWork(t)
      if (!isOpen) await account.page(request(), patient)

      await replace()

      await t.throwsAsync(verb(account, old), { code: 'mailbox_replaced' })
      t.deepEqual(await subjectsAndFlags(), ['1 new'])
    })
  }
}

test('the same act is done once the new mailbox was listed', async (t) => {
  const { account, old, replace, subjectsAndFlags } = await listedWork(t)
  await replace()
  await t.throwsAsync(verbs['a mark']?.(account, old) ?? Promise.resolve(), {
    code: 'mailbox_replaced',
  })

  const { state } = await account.page(request({ mailbox: mailboxName('Work') }), patient)
  await account.setFlags(mailboxName('Work'), [1], flagged, {
    ...patient,
    uidValidity: state.uidValidity,
  })

  t.deepEqual(await subjectsAndFlags(), ['1 new \\Flagged'])
})

test('a download never continues with a message of the new mailbox', async (t) => {
  const { account, old, replace } = await listedWork(t)
  const source = await account.source(mailboxName('Work'), 1, old)

  await replace()
  await account.page(request({ mailbox: mailboxName('Work') }), patient)

  const error = await t.throwsAsync(buffer(source))
  t.regex(error.message, /mailbox_replaced|message_not_found/)
})

test('a move reports the UIDVALIDITY of its target, so that it can be undone or refused', async (t) => {
  const { account, old } = await listedWork(t)

  const { targetUidValidity, uidMap } = await account.move(
    mailboxName('Work'),
    [1],
    mailboxName('Trash'),
    old,
  )

  const { state, rows } = await account.page(request({ mailbox: mailboxName('Trash') }), patient)
  t.is(targetUidValidity, state.uidValidity)
  t.deepEqual([...(uidMap ?? [])], [[1, rows[0]?.summary.uid]])
})
