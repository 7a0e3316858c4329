import { batch, computed, effect, signal, untracked, type ReadonlySignal } from '@preact/signals'
import type { NativeMessageName, NativeRow } from '../../../wire/native/types.ts'
import { isSameMessage } from '../../wire/message-name.ts'
import { messageInput } from '../../wire/inputs.ts'
import type { DoneAction, HttpClient } from '../../wire/http/http-client.ts'
import { rowNamed, type FoundRow } from '../found/found-rows.ts'
import { keepRowsCurrent } from '../found/keep-current.ts'
import type { FolderUse, Mailboxes } from '../folder/mailboxes.ts'
import type { Connection } from '../session/connection.ts'
import type { Settings } from '../settings/settings.ts'
import type { Reader } from '../message/reader.ts'

/** A message of a conversation, with its folder. */
export interface ConversationRow extends FoundRow {
  /** Its first words; null where they were not read. */
  readonly text: string | null
}

/** The messages that belong to the open one, from all folders, oldest first. */
export interface Conversation {
  /** Those before the open message; none while it is the only one. */
  readonly earlier: ReadonlySignal<readonly ConversationRow[]>
  readonly later: ReadonlySignal<readonly ConversationRow[]>
  /** Older messages that are not among them, as there are too many. */
  readonly unlisted: ReadonlySignal<number>
  /** The row of one of its messages. */
  rowOf(name: NativeMessageName): NativeRow | undefined
  /** Opens one of its messages in the place of the open one. */
  open(name: NativeMessageName): void
  /** Opens the next message by time, or the one before. */
  readonly step: (by: 1 | -1) => void
}

interface ConversationOptions {
  readonly http: Pick<HttpClient, 'get'>
  readonly connection: { readonly state: Pick<Connection['state'], 'peek'> }
  readonly reader: Reader
  readonly settings: Settings
  readonly mailboxes: Pick<Mailboxes, 'all' | 'special'>
  readonly lastDone: ReadonlySignal<DoneAction | undefined>
  /** A message is open for so long before its conversation is requested. */
  readonly settleMs: number
  /** After this time it is requested again, where the server had others to answer first, or messages came. */
  readonly againMs: number
}

/** What is refused so often is not asked for again: the message is shown alone. */
const MAX_ATTEMPTS = 3

/** Folders that messages of a conversation come to while it is open. */
const GROWING_USES: readonly FolderUse[] = ['inbox', 'sent', 'drafts']

/** Builds it; it follows the reader. Nobody waits for it, and no failure of it is shown. */
export function createConversation(options: ConversationOptions): Conversation {
  const { http, connection, reader, settings, mailboxes, lastDone, settleMs, againMs } = options
  const all = signal<readonly ConversationRow[]>([])
  const unlisted = signal(0)
  let leaving = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const isWanted = computed(() => settings.preferences.value.relatedMessages)
  /** A reply came, was sent or was begun. */
  const counts = computed(() =>
    mailboxes.all.value
      .filter(({ specialUse }) => specialUse !== null && GROWING_USES.includes(specialUse))
      .map(({ path, messages }) => `${path} ${messages}`)
      .join('\n'),
  )
  const rows = computed(() => all.value.filter(({ isAway }) => !isAway))
  const index = computed(() => {
    // Also while it loads: what stands around it stays.
    const name = reader.opened.value
    return name === undefined ? -1 : rows.value.findIndex((one) => isSameMessage(one.name, name))
  })

  function forget(): void {
    batch(() => {
      all.value = []
      unlisted.value = 0
    })
  }

  async function load(name: NativeMessageName, attempt: number, abort: AbortSignal): Promise<void> {
    if (connection.state.peek().kind !== 'online') return
    try {
      const found = await http.get('conversation', messageInput(name), abort)
      batch(() => {
        all.value = found.messages.map(({ mailbox, uidValidity, row, text }) => ({
          name: { mailbox, uidValidity, uid: row.uid },
          row,
          text,
          isAway: false,
        }))
        unlisted.value = found.count - found.messages.length
      })
    } catch {
      if (!abort.aborted && attempt < MAX_ATTEMPTS) loadAfter(againMs, name, attempt + 1)
    }
  }

  function loadAfter(ms: number, name: NativeMessageName, attempt: number): void {
    const { signal: abort } = leaving
    timer = setTimeout(() => void load(name, attempt, abort), ms)
  }

  effect(() => {
    const reading = reader.reading.value
    const isOn = isWanted.value
    untracked(() => {
      clearTimeout(timer)
      leaving.abort()
      leaving = new AbortController()
      const isAbout = reading.kind !== 'nothing' && rowNamed(all.peek(), reading.name) !== undefined
      if (!isOn || !isAbout) forget()
      if (isOn && reading.kind === 'message') loadAfter(settleMs, reading.name, 1)
    })
  })
  let before = counts.peek()
  effect(() => {
    const now = counts.value
    untracked(() => {
      const reading = reader.reading.peek()
      const isChanged = now !== before
      before = now
      if (!isChanged || !isWanted.peek() || reading.kind !== 'message') return
      clearTimeout(timer)
      loadAfter(againMs, reading.name, 1)
    })
  })
  keepRowsCurrent(all, { lastDone, mailboxes })

  /** It was pressed, and so is read as soon as a message that is opened is. */
  function readOnceShown(name: NativeMessageName): void {
    const isAtOnce = (settings.preferences.peek().readAfterSeconds ?? 0) === 0
    const { reading } = reader
    const stop = reading.subscribe((now) => {
      if (now.kind === 'loading' || now.kind === 'nothing') return
      queueMicrotask(() => {
        stop()
        const isShown = now === reading.peek() && now.kind === 'message'
        if (isShown && isAtOnce && isSameMessage(now.name, name)) reader.turnTo()
      })
    })
  }

  /** In the place of the open one: the way back leads to the list, however many were looked at. */
  function open(name: NativeMessageName): void {
    reader.show(name)
    readOnceShown(name)
    reader.requestFocus()
  }

  return {
    earlier: computed(() => rows.value.slice(0, Math.max(0, index.value))),
    later: computed(() => (index.value < 0 ? [] : rows.value.slice(index.value + 1))),
    unlisted,
    rowOf: (name) => rowNamed(all.value, name)?.row,
    open,
    step(by) {
      const next = index.peek() < 0 ? undefined : rows.peek()[index.peek() + by]
      if (next !== undefined) open(next.name)
    },
  }
}
