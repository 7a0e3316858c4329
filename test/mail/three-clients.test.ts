import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import type { ImapFlow } from 'imapflow'
import type { Account, MessagePage } from '../../proxy/mail/account.ts'
import { MailFault } from '../../proxy/mail/errors.ts'
import { startDovecot, type Dovecot } from '../support/dovecot.ts'
import { sampleMessage } from '../support/sample-messages.ts'
import { openAccount, otherClient, patient, request } from './engine.ts'
import { rawImap, type RawImap } from './raw-imap.ts'
import { seededRandom } from './seeded-random.ts'

/** Three clients of one mailbox owner, who know nothing of each other. */
interface Clients {
  readonly dovecot: Dovecot
  readonly account: Account
  readonly raw: RawImap
  readonly other: ImapFlow
}

const isLong = process.env['LONG_TESTS'] === '1'
const OPERATIONS = isLong ? 20_000 : 1_000
/** After so many operations everything is compared. */
const ROUND = 10
const SEED = 5_465
const MAILBOXES = ['INBOX', 'Work', 'Work.Plans', 'Trash'] as const
const FAIR_REFUSALS: readonly string[] = ['message_not_found', 'closed']
/** Kept small, so that every page can be compared. */
const MAX_MESSAGES = 40

test(`after ${OPERATIONS} operations by three clients there is no ghost and nothing is missing`, async (t) => {
  if (isLong) t.timeout(3_600_000)
  const clients = await openClients(t)
  clients.account.watch({ mailbox: 'INBOX', listener: () => undefined })
  const random = seededRandom(SEED)

  for (let step = 0; step < OPERATIONS; step += ROUND) {
    const done: string[] = []
    for (let n = 0; n < ROUND; n += 1) done.push(await operate(clients, random, step + n))
    const when = `seed ${SEED}, steps ${step} to ${step + ROUND - 1}: ${done.join('; ')}`
    for (const mailbox of MAILBOXES) await expectSamePages(t, clients, mailbox, when)
    await expectSameCounts(t, clients, when)
  }
})

async function openClients(t: ExecutionContext): Promise<Clients> {
  const dovecot = await startDovecot({ users: 1 })
  t.teardown(() => dovecot.stop())
  const user = dovecot.userName(1)
  await dovecot.seed(user, 15)
  const raw = stubborn(await rawImap(t, dovecot, user))
  for (const mailbox of ['Work', 'Work.Plans']) {
    await raw.run(`CREATE ${mailbox}`)
    await raw.run(`SUBSCRIBE ${mailbox}`)
  }
  await raw.run('SUBSCRIBE INBOX')
  const other = await otherClient(t, dovecot, 1)
  return { dovecot, raw, other, account: openAccount(t, dovecot, 1) }
}

/** What Dovecot says for a moment of a mailbox renamed, or deleted with new mail in it. */
const PASSING = /deleted under us|added to mailbox during deletion/

function stubborn(raw: RawImap): RawImap {
  const run = async (command: string, attemptsLeft = 40): Promise<readonly string[]> => {
    try {
      return await raw.run(command)
    } catch (error) {
      const isPassing = error instanceof Error && PASSING.test(error.message)
      if (!isPassing || attemptsLeft === 0) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
    return run(command, attemptsLeft - 1)
  }
  return { run }
}

/** One random operation by a random client, in a random mailbox. */
async function operate(clients: Clients, random: () => number, step: number): Promise<string> {
  const mailbox = pick(MAILBOXES, random)
  const target = pick(MAILBOXES, random)
  const uids = await uidsOf(clients.raw, mailbox)
  const some = uids.filter(() => random() < 0.2)
  const die = random()
  if (die < 0.01) return replaceMailbox(clients)
  if (die < 0.03) return renameAndBack(clients.raw)
  if (some.length === 0 || (die < 0.35 && uids.length < MAX_MESSAGES)) {
    return append(clients, random, mailbox, step)
  }
  const isTrash = mailbox === 'Trash'
  if (die < 0.55 || isTrash) return change(clients, random, 'expunge', { mailbox, some, target })
  if (die < 0.75 && target !== mailbox) {
    return change(clients, random, 'move', { mailbox, some, target })
  }
  return change(clients, random, 'flag', { mailbox, some, target })
}

async function append(
  { account, raw, other, dovecot }: Clients,
  random: () => number,
  mailbox: string,
  step: number,
): Promise<string> {
  const message = sampleMessage(step, 'a@example.test')
  const who = Math.floor(random() * 4)
  if (who === 0) await account.append(mailbox, Buffer.from(message), ['\\Seen'], patient)
  else if (who === 1) await other.append(mailbox, message, [])
  else if (who === 2) await dovecot.deliver(dovecot.userName(1), { mailbox, raw: message })
  else {
    // LITERAL+ (RFC 7888), byte for byte.
    await raw.run(`APPEND ${mailbox} {${Buffer.byteLength(message)}+}\r\n${latin1(message)}`)
  }
  return `client ${who} appends to ${mailbox}`
}

interface Place {
  readonly mailbox: string
  readonly some: readonly number[]
  readonly target: string
}

async function change(
  clients: Clients,
  random: () => number,
  act: 'expunge' | 'move' | 'flag',
  place: Place,
): Promise<string> {
  const who = pick(['ours', 'raw', 'other'] as const, random)
  const isSet = random() < 0.5
  switch (who) {
    case 'ours':
      await changeByUs(clients.account, act, place, isSet)
      break
    case 'raw':
      await changeByHand(clients.raw, act, place, isSet)
      break
    case 'other':
      await changeByImapflow(clients.other, act, place, isSet)
      break
  }
  return `${who}: ${act} ${place.some.join(',')} of ${place.mailbox} (${place.target}, ${isSet})`
}

async function changeByUs(
  account: Account,
  act: string,
  { mailbox, some, target }: Place,
  isSet: boolean,
): Promise<void> {
  try {
    if (act === 'expunge') await account.remove(mailbox, some, patient)
    else if (act === 'move') await account.move(mailbox, some, target, patient)
    else {
      const flags = ['\\Seen', '\\Flagged']
      const asked = isSet ? { add: flags, remove: [] } : { add: [], remove: flags }
      await account.setFlags(mailbox, some, asked, patient)
    }
  } catch (error) {
    // Our last look was before the mailbox was replaced: refusing to act is the right thing, and
    // Dovecot may hang up on who had it open.
    const isFair = error instanceof MailFault && FAIR_REFUSALS.includes(error.code)
    if (!isFair) throw error
  }
}

async function changeByHand(
  raw: RawImap,
  act: string,
  { mailbox, some, target }: Place,
  isSet: boolean,
): Promise<void> {
  await raw.run(`SELECT ${mailbox}`)
  const set = some.join(',')
  if (act === 'move') await raw.run(`UID MOVE ${set} ${target}`)
  else if (act === 'expunge') {
    await raw.run(`UID STORE ${set} +FLAGS.SILENT (\\Deleted)`)
    await raw.run(`UID EXPUNGE ${set}`)
  } else await raw.run(`UID STORE ${set} ${isSet ? '+' : '-'}FLAGS.SILENT (\\Seen $Work)`)
  await raw.run('UNSELECT')
}

async function changeByImapflow(
  other: ImapFlow,
  act: string,
  { mailbox, some, target }: Place,
  isSet: boolean,
): Promise<void> {
  await other.mailboxOpen(mailbox)
  const set = some.join(',')
  const uid = { uid: true }
  if (act === 'move') await other.messageMove(set, target, uid)
  else if (act === 'expunge') await other.messageDelete(set, uid)
  else if (isSet) await other.messageFlagsAdd(set, ['\\Answered'], uid)
  else await other.messageFlagsRemove(set, ['\\Seen'], uid)
  await other.mailboxClose()
}

/** Deleted and made anew with other messages under the same UIDs: another UIDVALIDITY. */
async function replaceMailbox({ raw, dovecot }: Clients): Promise<string> {
  const folder = join(dovecot.maildir(dovecot.userName(1)), '.Work.Plans')
  await rm(join(folder, 'dovecot-uidlist'), { force: true })
  await raw.run('DELETE Work.Plans')
  await raw.run('CREATE Work.Plans').catch(() => undefined)
  return 'raw: replaces Work.Plans'
}

async function renameAndBack(raw: RawImap): Promise<string> {
  await raw.run('RENAME Work.Plans Elsewhere')
  // Whoever has it open may have put its directory back; that one is in the way.
  await raw.run('DELETE Work.Plans').catch(() => undefined)
  await raw.run('RENAME Elsewhere Work.Plans')
  return 'raw: renames Work.Plans and back'
}

async function expectSamePages(
  t: ExecutionContext,
  { account, raw }: Clients,
  mailbox: string,
  when: string,
): Promise<void> {
  const page = await pageOf(account, mailbox)
  const shown = page.rows
    .map(({ summary, flags }) => `${summary.uid} ${flags.filter(isLasting).sort().join(' ')}`)
    .reverse()

  await raw.run(`EXAMINE ${mailbox}`)
  const truth = await fetchAll(raw)
  const [uidValidity] = await statusOf(raw, mailbox)
  await raw.run('UNSELECT')

  t.deepEqual(shown, truth, `${mailbox}, ${when}`)
  t.is(String(page.state.uidValidity), uidValidity ?? 'none', when)
}

/** Dovecot may hang up more than once on who has a replaced mailbox open. */
async function pageOf(account: Account, mailbox: string, attemptsLeft = 3): Promise<MessagePage> {
  try {
    return await account.page(request({ mailbox, pageSize: 200 }), patient)
  } catch (error) {
    const isPassing = error instanceof MailFault && error.code === 'closed'
    if (!isPassing || attemptsLeft === 0) throw error
  }
  return pageOf(account, mailbox, attemptsLeft - 1)
}

async function expectSameCounts(
  t: ExecutionContext,
  { account, raw }: Clients,
  when: string,
): Promise<void> {
  const counts = await account.counts(patient)
  for (const mailbox of MAILBOXES) {
    const state = counts.find(({ path }) => path === mailbox)
    const told = [state?.uidValidity, state?.messages, state?.unseen].map(String)
    t.deepEqual(told, await statusOf(raw, mailbox), `${mailbox} ${when}`)
  }
}

async function fetchAll(raw: RawImap): Promise<readonly string[]> {
  const lines = await raw.run('UID FETCH 1:* (FLAGS)')
  return lines.flatMap((line) => {
    const [, uid = '', flags = ''] = /FETCH \(UID (\d+) FLAGS \(([^)]*)\)/.exec(line) ?? []
    return uid === '' ? [] : [`${uid} ${flags.split(' ').filter(isLasting).sort().join(' ')}`]
  })
}

async function uidsOf(raw: RawImap, mailbox: string): Promise<readonly number[]> {
  await raw.run(`EXAMINE ${mailbox}`)
  const lines = await raw.run('UID SEARCH ALL')
  await raw.run('UNSELECT')
  const found = lines.find((line) => line.startsWith('* SEARCH')) ?? ''
  return found.split(' ').slice(2).map(Number)
}

/** UIDVALIDITY, MESSAGES and UNSEEN. */
async function statusOf(raw: RawImap, mailbox: string): Promise<readonly string[]> {
  const lines = await raw.run(`STATUS ${mailbox} (UIDVALIDITY MESSAGES UNSEEN)`)
  const text = lines.find((line) => line.startsWith('* STATUS')) ?? ''
  return ['UIDVALIDITY', 'MESSAGES', 'UNSEEN'].map(
    (item) => new RegExp(`${item} (\\d+)`).exec(text)?.[1] ?? '',
  )
}

function pick<Choice>(choices: readonly Choice[], random: () => number): Choice {
  const choice = choices[Math.floor(random() * choices.length)]
  if (choice === undefined) throw new RangeError('nothing to choose from')
  return choice
}

function latin1(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1')
}

/** \Recent belongs to one session, not to the message (RFC 3501 2.3.2). */
function isLasting(flag: string): boolean {
  return flag !== '' && flag !== '\\Recent'
}
