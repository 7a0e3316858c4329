import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Problem } from '../../plugin/web/wire/http/problem.ts'
import { patient } from '../proxy/mail/engine.ts'
import type { Dovecot } from '../support/dovecot/dovecot.ts'
import { letter, pick } from './letters.ts'
import { LASTING, PASSING, spelled } from './mailbox-names.ts'
import type { OtherClients } from './other-clients.ts'
import type { LivePage, ShownList } from './page.ts'
import { numbersOf } from './truth.ts'

/** Those who work on one mailbox owner's mail. */
export interface World {
  readonly dovecot: Dovecot
  readonly user: string
  readonly others: OtherClients
  readonly page: LivePage
  /** What the page has on show, perhaps outdated. */
  shown(mailbox: string): ShownList | undefined
  /** Acts of the page that hit other messages than it had on show. */
  readonly wrongActions: string[]
  /** Names of the mailboxes; operations change it. */
  readonly mailboxes: Set<string>
}

interface Place {
  readonly mailbox: string
  readonly target: string
  readonly uids: readonly number[]
  /** What the page was told with the UIDs. */
  readonly uidValidity: string | undefined
}

type Action = 'expunge' | 'move' | 'copy' | 'flag'

/** Kept small, so that everything can be compared. */
const MAX_MESSAGES = 35
/** The page's UIDs may be outdated and its connection cut: refusing to act is the right thing then. */
const FAIR: readonly string[] = [
  'message_not_found',
  'mailbox_not_found',
  'mailbox_replaced',
  'mail_unavailable',
]

/** One operation by chance: what, where and by whom. Answers what was done. */
export async function operate(world: World, random: () => number, n: number): Promise<string> {
  const die = random()
  if (die < 0.01) return replaceMailbox(world)
  if (die < 0.05) return changeMailboxes(world, random)
  const mailbox = pick([...world.mailboxes], random)
  const target = pick([...world.mailboxes], random)
  const who = pick(['page', 'hand', 'library'] as const, random)
  const shown = world.shown(mailbox)
  const shownUids = shown?.rows.map(({ uid }) => uid) ?? []
  const known = who === 'page' ? shownUids : await uidsOf(world, mailbox)
  const uids = known.filter(() => random() < 0.2)
  const isSet = random() < 0.5
  if (uids.length === 0 || (die < 0.4 && known.length < MAX_MESSAGES)) {
    return append(world, random, mailbox, n)
  }
  const action = operationOf(die, mailbox === target || known.length >= MAX_MESSAGES)
  const index = { mailbox, target, uids, uidValidity: shown?.uidValidity }
  if (who === 'page') await runByPage(world, action, index, isSet)
  else if (who === 'hand') await actByImap(world, action, index, isSet)
  else await runByLibrary(world, action, index, isSet)
  return `${who}: ${action} ${isSet} ${uids.join(',')} of ${mailbox} to ${target}`
}

function operationOf(die: number, mustStay: boolean): Action {
  if (die < 0.55) return 'expunge'
  if (mustStay || die < 0.8) return 'flag'
  return die < 0.9 ? 'move' : 'copy'
}

async function append(
  { others, dovecot, user }: World,
  random: () => number,
  mailbox: string,
  n: number,
): Promise<string> {
  const raw = letter(n, random)
  const who = pick(['hand', 'library', 'delivery'] as const, random)
  if (who === 'library') await (await others.library()).append(mailbox, raw, [])
  else if (who === 'delivery') {
    const folder = mailbox.replace('Büro', 'B&APw-ro')
    await dovecot.deliver(user, { mailbox: folder, raw })
  } else {
    // LITERAL+ (RFC 7888).
    await others.type(`APPEND ${spelled(mailbox)} {${Buffer.byteLength(raw)}+}\r\n${raw}`)
  }
  return `${who}: append to ${mailbox}`
}

async function runByPage(
  world: World,
  action: Action,
  index: Place,
  isSet: boolean,
): Promise<void> {
  const { uidValidity } = index
  const at = { mailbox: index.mailbox, uidValidity, uids: index.uids }
  const target = { ...at, target: index.target }
  const { http } = world.page
  const isPermanent = index.mailbox === 'Trash'
  const done = {
    // Moves to the trash; from there permanently.
    expunge: () => http.post('delete', { ...at, isPermanent }, patient.signal),
    move: () => http.post('move', target, patient.signal),
    copy: () => http.post('copy', target, patient.signal),
    flag: () => http.post('mark', { ...at, flag: isSet ? 'flagged' : 'unread' }, patient.signal),
  }
  try {
    await done[action]()
    const isSame = (await uidValidityOf(world, index.mailbox)) === uidValidity
    if (!isSame) world.wrongActions.push(`${action} in another ${index.mailbox} than was shown`)
  } catch (error) {
    if (!(error instanceof Problem) || !(error.canRetry || FAIR.includes(error.code))) throw error
  }
}

async function actByImap(
  { others }: World,
  run: Action,
  position: Place,
  isSet: boolean,
): Promise<void> {
  const set = position.uids.join(',')
  await others.type(`SELECT ${spelled(position.mailbox)}`)
  if (run === 'move') await others.type(`UID MOVE ${set} ${spelled(position.target)}`)
  else if (run === 'copy') await others.type(`UID COPY ${set} ${spelled(position.target)}`)
  else if (run === 'expunge') {
    await others.type(`UID STORE ${set} +FLAGS.SILENT (\\Deleted)`)
    await others.type(`UID EXPUNGE ${set}`)
  } else await others.type(`UID STORE ${set} ${isSet ? '+' : '-'}FLAGS.SILENT (\\Seen $Work)`)
  await others.type('UNSELECT')
}

async function runByLibrary(
  { others }: World,
  action: Action,
  { mailbox, target, uids }: Place,
  isSet: boolean,
): Promise<void> {
  const client = await others.library()
  await client.mailboxOpen(mailbox)
  const set = uids.join(',')
  const uid = { uid: true }
  if (action === 'move') await client.messageMove(set, target, uid)
  else if (action === 'copy') await client.messageCopy(set, target, uid)
  else if (action === 'expunge') await client.messageDelete(set, uid)
  else if (isSet) await client.messageFlagsAdd(set, ['\\Answered'], uid)
  else await client.messageFlagsRemove(set, ['\\Seen'], uid)
  await client.mailboxClose()
}

/** Makes, renames or removes a mailbox, and subscribes as mail programs do. */
async function changeMailboxes(world: World, random: () => number): Promise<string> {
  const { others, mailboxes } = world
  const free = PASSING.filter((name) => !mailboxes.has(name))
  const made = PASSING.filter((name) => mailboxes.has(name))
  const die = random()
  if (made.length === 0 || (free.length > 0 && die < 0.4)) {
    const name = pick(free, random)
    await create(world, name)
    return `hand: create ${name}`
  }
  const name = pick(made, random)
  const newName = free.length > 0 && die < 0.7 ? pick(free, random) : undefined
  // Mailboxes below go along with it.
  const isAlone = ![...mailboxes].some((other) => other.startsWith(`${name}.`))
  if (newName === undefined || !isAlone || newName.startsWith(`${name}.`)) {
    await others.type(`DELETE ${spelled(name)}`)
    await others.type(`UNSUBSCRIBE ${spelled(name)}`)
    mailboxes.delete(name)
    return `hand: delete ${name}`
  }
  await clearTheWay(world, newName)
  await others.type(`RENAME ${spelled(name)} ${spelled(newName)}`)
  await others.type(`UNSUBSCRIBE ${spelled(name)}`)
  await others.type(`SUBSCRIBE ${spelled(newName)}`)
  mailboxes.delete(name)
  mailboxes.add(newName)
  return `hand: rename ${name} to ${newName}`
}

async function create(world: World, name: string): Promise<void> {
  await clearTheWay(world, name)
  await world.others.type(`CREATE ${spelled(name)}`)
  await world.others.type(`SUBSCRIBE ${spelled(name)}`)
  world.mailboxes.add(name)
}

/** Anyone who had a mailbox open that was deleted may have put its directory back. */
async function clearTheWay({ others }: World, name: string): Promise<void> {
  await others.type(`DELETE ${spelled(name)}`).catch(() => undefined)
}

/** Deleted and made again, with other messages under the same UIDs: another UIDVALIDITY. */
async function replaceMailbox(world: World): Promise<string> {
  const folder = join(world.dovecot.maildir(world.user), '.Work')
  await rm(join(folder, 'dovecot-uidlist'), { force: true })
  await world.others.type('DELETE Work')
  await world.others.type('CREATE Work').catch(() => undefined)
  return 'hand: replace Work'
}

async function uidValidityOf({ others }: World, mailbox: string): Promise<string | undefined> {
  const lines = await others.type(`STATUS ${spelled(mailbox)} (UIDVALIDITY)`)
  return /UIDVALIDITY (\d+)/.exec(lines.join(' '))?.[1]
}

async function uidsOf({ others }: World, mailbox: string): Promise<readonly number[]> {
  await others.type(`EXAMINE ${spelled(mailbox)}`)
  const lines = await others.type('UID SEARCH ALL')
  await others.type('UNSELECT')
  return numbersOf(lines, 'SEARCH')
}

/** What a failed operation left undone: the mailboxes known are those there are, and lasting ones are. */
export async function settleMailboxes(world: World, there: readonly string[]): Promise<void> {
  const { mailboxes, others } = world
  for (const name of PASSING) {
    if (there.includes(name)) mailboxes.add(name)
    else mailboxes.delete(name)
  }
  await createLastingMailboxes(others, there)
}

/** The mailboxes an owner starts with, subscribed. */
export async function createLastingMailboxes(
  others: OtherClients,
  there: readonly string[] = [],
): Promise<void> {
  for (const mailbox of LASTING.filter((name) => !there.includes(name))) {
    await others.type(`CREATE ${spelled(mailbox)}`).catch(() => undefined)
    await others.type(`SUBSCRIBE ${spelled(mailbox)}`)
  }
}
