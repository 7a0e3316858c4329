import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { RecipientEntry } from '../../state/composer/recipient-entries.ts'
import type { RecipientMark } from '../../state/composer/recipient-marks.ts'
import type { LaterCatalogue } from '../../texts/later-texts.ts'
import { useApp } from '../../app/app-context.ts'
import { isRightToLeft } from '../../texts/direction.ts'
import { type FieldName, RecipientMenu } from './recipient-menu.tsx'

/** A chip that is dragged: its field and its place there. */
export const RECIPIENT_TYPE = 'application/x-postern-recipient'

interface ChipsProps {
  /** The field they stand in. */
  readonly field: FieldName
  readonly entries: readonly RecipientEntry[]
  /** As they were typed. */
  readonly unusable: readonly string[]
  /** What is noticed of each. */
  readonly marks: readonly (RecipientMark | undefined)[]
  readonly onRemove: (index: number) => void
  readonly onEdit: (index: number) => void
  readonly onMove: (index: number, target: FieldName) => void
  /** Behind the last one. */
  readonly onLeave: () => void
}

/**
 * The recipients of a field, as a list before the input (ARIA APG listbox): arrows go along, Backspace removes, Enter edits,
 * cut and paste take one to another field, as dragging does. Where there is neither, a press opens a menu of the same.
 */
export function RecipientChips(props: ChipsProps) {
  const { field, entries, unusable, marks, onRemove, onEdit, onMove, onLeave } = props
  const { laterText } = useApp()
  const list = useRef<HTMLUListElement>(null)
  /** The one whose menu is open. */
  const menuAt = useSignal<number | undefined>(undefined)
  const at = menuAt.value
  const pressed = at === undefined ? undefined : entries[at]
  if (entries.length === 0) return null

  function focus(index: number): void {
    const chips = list.current?.querySelectorAll<HTMLElement>('.recipient')
    const chip = chips?.[Math.max(0, index)]
    if (chip === undefined) onLeave()
    else chip.focus()
  }

  function remove(index: number): void {
    onRemove(index)
    returnTo(index)
  }

  function returnTo(index: number): void {
    menuAt.value = undefined
    // The next one takes its place once it is drawn.
    requestAnimationFrame(() => focus(index))
  }

  function edit(index: number): void {
    menuAt.value = undefined
    onEdit(index)
  }

  function keys(event: KeyboardEvent, index: number): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const [previous, next] = isRightToLeft()
      ? ['ArrowRight', 'ArrowLeft']
      : ['ArrowLeft', 'ArrowRight']
    if (event.key === previous) focus(index - 1)
    else if (event.key === next) focus(index + 1)
    else if (event.key === 'Home') focus(0)
    else if (event.key === 'End') onLeave()
    else if (event.key === 'Backspace' || event.key === 'Delete') remove(index)
    else if (event.key === 'Enter' || event.key === 'F2') onEdit(index)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  function copy(event: ClipboardEvent, index: number): void {
    event.clipboardData?.setData('text/plain', entries[index]?.entry ?? '')
    event.preventDefault()
    if (event.type === 'cut') remove(index)
  }

  return (
    <>
      <ul
        ref={list}
        class="recipients"
        role="listbox"
        aria-orientation="horizontal"
        aria-label={laterText.mail.addedRecipients}
      >
        {entries.map(({ entry, label: shown }, index) => (
          <li
            key={`${index} ${entry}`}
            class={`recipient ${unusable.includes(entry) ? 'is-unusable' : markClass(marks[index])}`}
            role="option"
            aria-selected={false}
            tabIndex={-1}
            title={[entry, markText(marks[index], laterText)].join('\n').trim()}
            draggable
            onKeyDown={(event) => keys(event, index)}
            onClick={() => (menuAt.value = index)}
            onDblClick={() => edit(index)}
            onCopy={(event) => copy(event, index)}
            onCut={(event) => copy(event, index)}
            onDragStart={(event) => {
              event.dataTransfer?.setData('text/plain', entry)
              event.dataTransfer?.setData(RECIPIENT_TYPE, `${field} ${index}`)
            }}
          >
            <bdi>{shown}</bdi>
            <span class="only-heard"> {markText(marks[index], laterText)}</span>
            <span
              class="recipient-remove"
              title={laterText.mail.removeAttachment({ name: shown })}
              aria-hidden="true"
              onClick={(event) => {
                event.stopPropagation()
                remove(index)
              }}
            >
              ×
            </span>
          </li>
        ))}
      </ul>
      {at === undefined || pressed === undefined ? null : (
        <RecipientMenu
          field={field}
          label={pressed.label}
          onEdit={() => edit(at)}
          onMove={(target) => {
            onMove(at, target)
            returnTo(at)
          }}
          onRemove={() => remove(at)}
          onClose={() => returnTo(at)}
          onLeave={() => (menuAt.value = undefined)}
        />
      )}
    </>
  )
}

function markClass(mark: RecipientMark | undefined): string {
  if (mark === undefined) return ''
  return mark.kind === 'lookAlike' ? 'is-unusable' : 'is-external'
}

/** What is noticed of a recipient, in words; empty for nothing. */
export function markText(
  mark: RecipientMark | undefined,
  { contacts: texts }: Pick<LaterCatalogue, 'contacts'>,
): string {
  if (mark === undefined) return ''
  return mark.kind === 'lookAlike'
    ? texts.looksLikeDomain({ domain: mark.own })
    : texts[mark.kind === 'external' ? 'externalRecipient' : 'unknownRecipient']
}
