import type { ComponentChildren } from 'preact'
import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { useApp } from '../../app/app-context.ts'
import { conversationOf } from '../../app/later/conversation-of.ts'
import { isSeen } from '../../state/action/flags.ts'
import { keyOf } from '../../state/found/found-rows.ts'
import type { ConversationRow } from '../../state/conversation/conversation.ts'
import { namesOf } from '../../state/folder/names.ts'
import { formatListDate } from '../../texts/format.ts'
import { Icon } from '../icon/icon.tsx'
import { subjectOf } from '../list/row/row-words.ts'

/** Lines that are shown on either side of the open message before those between are folded. */
const SHOWN_ENDS = 3
/** Fewer are not worth a fold. */
const MIN_FOLDED = 3

/** What was written before the open message, a line each, above it. They push it out of nobody's sight. */
export function EarlierMessages() {
  const app = useApp()
  const { earlier, unlisted } = conversationOf(app)
  const rows = earlier.value
  const place = useRef<HTMLDivElement>(null)
  const height = useRef(0)
  useLayoutEffect(() => {
    const content = place.current?.parentElement
    const now = place.current?.offsetHeight ?? 0
    // Whoever reads the message goes on reading; whoever looks at the lines stays there.
    if (content && content.scrollTop >= height.current) content.scrollTop += now - height.current
    height.current = now
  })

  return (
    <div ref={place}>
      {rows.length === 0 ? null : (
        <Lines label={app.laterText.mail.earlierMessages({ count: rows.length })} rows={rows}>
          {unlisted.value === 0 ? null : (
            <li class="conversation-rest">
              {app.laterText.mail.moreMessages({ count: unlisted.value })}
            </li>
          )}
        </Lines>
      )}
    </div>
  )
}

/** What was written after it, below it. */
export function LaterMessages() {
  const app = useApp()
  const rows = conversationOf(app).later.value
  if (rows.length === 0) return null
  return <Lines label={app.laterText.mail.laterMessages({ count: rows.length })} rows={rows} />
}

/** Says beside the date of the open message that there are earlier ones, and leads to them. */
export function EarlierButton() {
  const app = useApp()
  const count = conversationOf(app).earlier.value.length
  if (count === 0) return null
  const label = app.laterText.mail.earlierMessages({ count })

  return (
    <button
      type="button"
      class="conversation-jump"
      aria-label={label}
      title={label}
      onClick={({ currentTarget }) => {
        const lines = currentTarget.closest('.message-content')?.querySelectorAll('.conversation')
        lines?.[0]?.querySelector<HTMLElement>('li:last-child button')?.focus()
        lines?.[0]?.scrollIntoView({ block: 'end' })
      }}
    >
      <Icon name="ascending" size={14} />
      <span class="conversation-jump-label">{label}</span>
      <span class="conversation-jump-count">{count}</span>
    </button>
  )
}

interface LinesProps {
  readonly label: string
  readonly rows: readonly ConversationRow[]
  readonly children?: ComponentChildren
}

function Lines({ label, rows, children }: LinesProps) {
  const app = useApp()
  const isUnfolded = useSignal(false)
  const folded = rows.length - 2 * SHOWN_ENDS
  const isFolded = folded >= MIN_FOLDED && !isUnfolded.value
  const first = isFolded ? rows.slice(0, SHOWN_ENDS) : rows
  const last = isFolded ? rows.slice(-SHOWN_ENDS) : []

  return (
    <ul class="conversation" aria-label={label}>
      {children}
      {first.map((one) => (
        <Line key={keyOf(one)} one={one} />
      ))}
      {isFolded ? (
        <li>
          <button
            type="button"
            class="conversation-line is-fold"
            onClick={() => (isUnfolded.value = true)}
          >
            {app.laterText.mail.moreMessages({ count: folded })}
          </button>
        </li>
      ) : null}
      {last.map((one) => (
        <Line key={keyOf(one)} one={one} />
      ))}
    </ul>
  )
}

function Line({ one }: { readonly one: ConversationRow }) {
  const app = useApp()
  const { text, env, hover, mailboxes } = app
  const { mail } = app.laterText
  const { name, row } = one
  const use = mailboxes.find(name.mailbox)?.specialUse ?? null
  const isDraft = use === 'drafts' || row.flags.includes('\\Draft')
  const isUnseen = !isSeen(row.flags) && !isDraft
  const isOwn =
    isDraft ||
    use === 'sent' ||
    row.from.some(({ address }) => address.toLowerCase() === env.user.toLowerCase())
  const who = isOwn ? mail.fromMe : namesOf(row.from) || text.noSender

  return (
    <li>
      <button
        type="button"
        class={isUnseen ? 'conversation-line is-unseen' : 'conversation-line'}
        onClick={() => conversationOf(app).open(name)}
        onPointerEnter={() => hover.at(name)}
        onPointerLeave={hover.leave}
      >
        {isUnseen ? <span class="only-heard">{text.unread}</span> : null}
        <bdi class="conversation-who">{who}</bdi>
        {isDraft ? <span class="conversation-draft">{mail.draftMark}</span> : null}
        <span class="conversation-words" dir="auto">
          {one.text === null || one.text === '' ? subjectOf(row, text) : one.text}
        </span>
        {row.hasAttachment ? (
          <>
            <Icon name="attachment" size={14} />
            <span class="only-heard">{text.hasAttachment}</span>
          </>
        ) : null}
        <time class="row-date" dateTime={new Date(row.date).toISOString()}>
          {formatListDate(row.date, Date.now())}
        </time>
      </button>
    </li>
  )
}
