import { chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mailOwner } from '../../../test/support/dovecot/config.ts'
import { seededRandom } from '../../../test/support/random.ts'
import { letter, type Threads } from './letter.ts'

/** A Maildir folder that is to be filled. */
export interface FolderFacts {
  readonly directory: string
  readonly owner: string
  readonly messages: number
  readonly seed: number
  /** Messages without \Seen, of a hundred. */
  readonly unseenPercent: number
}

/** The day all mailboxes end on: fixed, so that every run sees the same dates. Unix ms. */
const LAST_DAY = Date.UTC(2026, 9, 1, 9, 0, 0)
const SPAN_MS = 2 * 365 * 86_400_000

/**
 * Writes a folder as Dovecot left it: messages in cur/ and the UID list, so that the first open needs no
 * scan for new files. Synchronous, because a hundred thousand small writes are. Answers the unseen count.
 */
export function fillFolder({
  directory,
  owner,
  messages,
  seed,
  unseenPercent,
}: FolderFacts): number {
  const random = seededRandom(seed)
  const threads: Threads = []
  const stepMs = Math.floor(SPAN_MS / Math.max(messages, 1))
  const uidLines: string[] = []
  let unseen = 0
  for (const part of ['tmp', 'new', 'cur']) ownedDirectory(join(directory, part))
  for (let uid = 1; uid <= messages; uid += 1) {
    const sentAt = LAST_DAY - (messages - uid) * stepMs - random(stepMs)
    const raw = letter({ uid, to: owner, sentAt }, random, threads)
    const isSeen = random(100) >= unseenPercent
    if (!isSeen) unseen += 1
    const flags = `${random(100) < 4 ? 'F' : ''}${isSeen ? 'S' : ''}`
    const seconds = Math.floor(sentAt / 1000)
    const bytes = Buffer.byteLength(raw)
    const name = `${seconds}.M${uid.toString().padStart(6, '0')}P1.bench,S=${bytes},W=${bytes}`
    ownedFile(join(directory, 'cur', `${name}:2,${flags}`), raw)
    uidLines.push(`${uid} :${name}\n`)
  }
  const uidValidity = Math.floor(LAST_DAY / 1000)
  const guid = Array.from({ length: 32 }, () => random(16).toString(16)).join('')
  const head = `3 V${uidValidity} N${messages + 1} G${guid}\n`
  ownedFile(join(directory, 'dovecot-uidlist'), head + uidLines.join(''))
  return unseen
}

/** Makes a directory the mail server may write. */
export function ownedDirectory(path: string): void {
  mkdirSync(path, { recursive: true })
  chownSync(path, mailOwner.uid, mailOwner.gid)
}

/** Writes a file the mail server may change. */
export function ownedFile(path: string, content: string): void {
  writeFileSync(path, content)
  chownSync(path, mailOwner.uid, mailOwner.gid)
}
