import { backoffMs, type BackoffLimits } from '../../../../concurrency/backoff.ts'
import type { PageStorage } from '../../../browser/page-storage.ts'
import { signal, type ReadonlySignal } from '@preact/signals'
import type { NativeSent } from '../../../../wire/native/types.ts'
import type { Catalogue } from '../../../texts/first-texts.ts'
import type { HttpClient } from '../../../wire/http/http-client.ts'
import { Problem } from '../../../wire/http/problem.ts'
import type { Connection } from '../../session/connection.ts'
import { filesToSend, sendInput, type Draft } from '../draft.ts'
import { parseCopy, readDraft } from './read-draft.ts'
import type { Notices } from '../../notice/notices.ts'
import { endsSession } from '../../session/session.ts'

/** Which folder the server let no one file in, and its own words. */
type CopyRefusal = NativeSent['copyRefusal']

/** Messages that are sent and whose copies are not in Sent yet. Their text is kept here until they are. */
export interface PendingCopies {
  readonly drafts: ReadonlySignal<readonly Draft[]>
  /** Why the mail server did not take a copy when it was asked last; null: it did not refuse one. */
  readonly refusal: ReadonlySignal<CopyRefusal>
  keep(draft: Draft, refusal: CopyRefusal): void
  /** Takes up what a crash or a reload left behind; files that were only in the page are lost then. */
  restore(): void
  readonly tryNow: () => void
  /** The user does without these copies, which `said` tells them. */
  readonly giveUp: (said: string) => void
}

interface PendingCopiesOptions {
  readonly http: HttpClient
  readonly connection: Connection
  readonly notices: Notices
  readonly text: Catalogue
  /** Opened when it is used. */
  readonly storage: () => PageStorage
  /** Part of the key: another mailbox owner in the same tab never sees them. */
  readonly user: string
  readonly delay: BackoffLimits
  /** Beyond so many the oldest is given up. */
  readonly maxCopies: number
  /** Called once a copy is filed, so that folders and lists can be brought up to date. */
  readonly onFiled: (sent: NativeSent) => void
}

/** Asks again and again, ever more slowly, until the copies are filed. */
export function createPendingCopies(options: PendingCopiesOptions): PendingCopies {
  const { http, connection, notices, text, storage, user, maxCopies, onFiled } = options
  const key = `postern.copies.${user}`
  const drafts = signal<readonly Draft[]>([])
  const refusal = signal<CopyRefusal>(null)
  const { signal: abort } = new AbortController()
  let attempts = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let isTrying = false

  function show(next: readonly Draft[]): void {
    drafts.value = next.slice(-maxCopies)
    if (next.length > maxCopies) notices.fail(text.copyGivenUp)
    try {
      if (next.length === 0) storage().removeItem(key)
      else storage().setItem(key, JSON.stringify(drafts.value))
    } catch {
      // Full or forbidden storage: the copies are still on the page.
    }
  }

  function schedule(): void {
    clearTimeout(timer)
    if (drafts.value.length === 0) return
    timer = setTimeout(() => void tryAll(), backoffMs(attempts, options.delay))
    attempts += 1
  }

  async function tryAll(): Promise<void> {
    if (isTrying) return
    isTrying = true
    clearTimeout(timer)
    for (const draft of drafts.value) await tryOne(draft)
    isTrying = false
    schedule()
  }

  async function tryOne(draft: Draft): Promise<void> {
    try {
      // Files are not uploaded for a mail server that is out: this waits until it answers.
      await connection.reach(() => http.get('folders', {}, abort), abort)
      const watch = { signal: abort, onProgress: () => undefined }
      const input = { ...sendInput(draft, false), isCopyOnly: true }
      const sent = await connection.once(
        () => http.upload('send', input, filesToSend(draft), watch),
        abort,
      )
      refusal.value = sent.copyRefusal
      if (sent.isCopyPending) return
      forget(draft)
      notices.say(text.copyFiled({ subject: draft.subject }))
      onFiled(sent)
    } catch (error) {
      if (!(error instanceof Problem) || error.canRetry || endsSession(error)) return
      forget(draft)
      notices.failed(error, () => text.copyGivenUp)
    }
  }

  function forget(draft: Draft): void {
    show(drafts.value.filter((stored) => stored !== draft))
  }

  function add(more: readonly Draft[]): void {
    show([...drafts.value, ...more])
    attempts = 0
    schedule()
  }

  return {
    drafts,
    refusal,
    keep(draft, why) {
      refusal.value = why
      add([draft])
    },
    restore() {
      const stored: unknown = parseCopy(storage().getItem(key))
      if (!Array.isArray(stored)) return
      add(stored.map((copy: unknown) => readDraft(copy)).filter((draft) => draft !== undefined))
    },
    tryNow() {
      attempts = 0
      void tryAll()
    },
    giveUp(said) {
      const dropped = drafts.value
      clearTimeout(timer)
      show([])
      notices.say(said, { label: text.undo, run: () => add(dropped) })
    },
  }
}
