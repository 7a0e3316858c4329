import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { useApp } from '../../app/app-context.ts'
import type { Draft } from '../../state/composer/draft.ts'
import { arrangedAddresses } from '../../state/composer/pasted-addresses.ts'
import { recipientField, recipientText } from '../../state/composer/recipient-entries.ts'
import {
  defaultSuggestion,
  typedAddress,
  withAddresses,
  type Suggestion,
} from '../../state/composer/recipients.ts'
import { unusableAddresses } from '../../state/composer/unusable-addresses.ts'
import { formatList } from '../../texts/lists.ts'
import { useComposer, useWriting } from './context.ts'
import { markText, RECIPIENT_TYPE, RecipientChips } from './recipient-chips.tsx'
import type { FieldName } from './recipient-menu.tsx'
import { Suggestions } from './suggestions.tsx'
import { isRightToLeft } from '../../texts/direction.ts'

interface RecipientFieldProps {
  readonly name: FieldName
  readonly draft: Draft
}

/**
 * A field of recipients: those that are complete as chips, and behind them an input that suggests contacts and whom one
 * wrote to before (ARIA APG combobox with a list). What cannot be an address is marked; only sending asks for it.
 */
export function RecipientField({ name, draft }: RecipientFieldProps) {
  const { laterText } = useApp()
  const { composer, idOf } = useComposer()
  const { recipients } = useWriting()
  const id = idOf(name)
  const input = useRef<HTMLInputElement>(null)
  const isOpen = useSignal(false)
  const typing = useSignal('')
  /** The suggestion that the arrows went to. */
  const chosen = useSignal<number | undefined>(undefined)
  const value = draft[name]
  const { entries, typed } = recipientField(value, typing.value)
  /** Where the next one is typed. */
  const complete = entries.map(({ entry }) => `${entry}, `).join('')
  const unusable = unusableAddresses(complete)
  const marks = entries.map(({ address }) => recipients.markOf(address))
  const found = isOpen.value && typed !== '' ? recipients.suggestions.value : []
  const active = chosen.value ?? defaultSuggestion(found, value)
  const current = found[active]

  // The recipients of an answer are there before the field has the focus.
  useEffect(() => {
    if (entries.length > 0) recipients.load()
  }, [entries.length > 0])

  /** What stands behind the last comma is being typed. */
  function write(next: string): void {
    const last = typedAddress(next)
    typing.value = last === '' ? '' : next.slice(next.lastIndexOf(last))
    composer.edit({
      [name]: last === '' ? recipientText(recipientField(next, '').entries, '') : next,
    })
  }

  function take({ addresses }: Suggestion): void {
    write(withAddresses(complete + typed, addresses))
    isOpen.value = false
  }

  /** What was typed is one recipient, or several with spaces between them. */
  function endAddress(): void {
    isOpen.value = false
    if (typed.trim() === '') return
    write(`${complete}${(arrangedAddresses(typed) ?? typed).trim()}, `)
  }

  function remove(index: number): void {
    composer.edit({ [name]: recipientText(entries.toSpliced(index, 1), typed) })
  }

  /** Back into the input, behind the others. */
  function edit(index: number): void {
    const { entry = '' } = entries[index] ?? {}
    const others = [...entries.toSpliced(index, 1), ...recipientField(typed, '').entries]
    typing.value = entry
    composer.edit({ [name]: recipientText(others, entry) })
    input.current?.focus()
  }

  function drop(event: DragEvent): void {
    const from = sourceOf(event.dataTransfer?.getData(RECIPIENT_TYPE) ?? '')
    if (from === undefined || from.field === name) return
    event.preventDefault()
    event.stopPropagation()
    move(from, name)
  }

  /** Behind the others of that field; what is being typed stays where it is. */
  function move({ field, index }: ChipSource, target: FieldName): void {
    const read = (one: FieldName) =>
      one === name ? { entries, typed } : recipientField(draft[one], '')
    const [source, there] = [read(field), read(target)]
    const moved = source.entries.slice(index, index + 1)
    composer.edit({
      [field]: recipientText(source.entries.toSpliced(index, 1), source.typed),
      [target]: recipientText([...there.entries, ...moved], there.typed),
    })
  }

  function keys(event: KeyboardEvent): void {
    const { key, ctrlKey, metaKey, isComposing } = event
    const { length } = found
    // Keys of an input method, as the Enter that ends the writing of a name in Japanese, are its own.
    if (isComposing) return
    if (ctrlKey || metaKey) {
      // May send, from here.
      if (key === 'Enter') endAddress()
      return
    }
    const isAtStart = input.current?.selectionEnd === 0
    const previous = isRightToLeft() ? 'ArrowRight' : 'ArrowLeft'
    if (isAtStart && entries.length > 0 && (key === 'Backspace' || key === previous)) focusLast()
    else if (key === 'Enter' && current === undefined) endAddress()
    else if (length === 0) return
    else if (key === 'ArrowDown') chosen.value = (active + 1) % length
    else if (key === 'ArrowUp') chosen.value = (Math.max(active, 0) + length - 1) % length
    else if (key === 'Escape') isOpen.value = false
    else if (current !== undefined && ['Enter', 'Tab'].includes(key)) take(current)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  function focusLast(): void {
    const list = input.current?.previousElementSibling?.lastElementChild
    if (list instanceof HTMLElement) list.focus()
  }

  return (
    <div
      class="address-field"
      onDragOver={(event) => {
        if (event.dataTransfer?.types.includes(RECIPIENT_TYPE) === true) event.preventDefault()
      }}
      onDrop={drop}
    >
      <div class="recipient-box" onClick={(event) => focusBox(event, input.current)}>
        <RecipientChips
          field={name}
          entries={entries}
          unusable={unusable}
          marks={marks}
          onRemove={remove}
          onEdit={edit}
          onMove={(index, target) => move({ field: name, index }, target)}
          onLeave={() => input.current?.focus()}
        />
        <input
          ref={input}
          id={id}
          name={name}
          type="text"
          dir="auto"
          inputmode="email"
          enterkeyhint="next"
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={found.length > 0}
          aria-controls={`${id}-list`}
          aria-invalid={unusable.length > 0}
          aria-describedby={unusable.length > 0 ? `${id}-problem` : undefined}
          aria-activedescendant={current === undefined ? undefined : `${id}-${active}`}
          value={typed}
          onFocus={recipients.load}
          onBlur={endAddress}
          onKeyDown={keys}
          onPaste={(event) => {
            const pasted = event.clipboardData?.getData('text/plain') ?? ''
            if (event.clipboardData?.files.length !== 0 || !isList(pasted)) return
            event.preventDefault()
            const field = event.currentTarget
            const [start, end] = [field.selectionStart ?? 0, field.selectionEnd ?? 0]
            field.setRangeText(arrangedAddresses(pasted) ?? pasted.trim(), start, end, 'end')
            write(`${complete}${field.value}, `)
            isOpen.value = false
          }}
          onInput={(event) => {
            const next = complete + event.currentTarget.value
            write(next)
            recipients.look(next)
            isOpen.value = true
            chosen.value = undefined
          }}
        />
      </div>
      {unusable.length > 0 ? (
        <p id={`${id}-problem`} class="field-problem" dir="auto">
          {laterText.contacts.notAddresses({ typed: formatList(unusable) })}
        </p>
      ) : null}
      {/* What has to be seen without pointing at it. */}
      {entries.map(({ entry, address }, index) =>
        marks[index]?.kind === 'lookAlike' ? (
          <p key={entry} class="field-problem" dir="auto">
            <bdi>{address}</bdi>: {markText(marks[index], laterText)}
          </p>
        ) : null,
      )}
      <Suggestions id={id} found={found} active={active} onTake={take} />
    </div>
  )
}

/** A click beside the chips is one for the input. */
function focusBox(event: MouseEvent, input: HTMLInputElement | null): void {
  if (event.target === event.currentTarget) input?.focus()
}

/** Whole addresses; anything else is pasted as text. */
function isList(pasted: string): boolean {
  return recipientField(pasted, '').entries.length > 0 && unusableAddresses(pasted).length === 0
}

interface ChipSource {
  readonly field: FieldName
  readonly index: number
}

/** Where a chip that was dropped comes from; undefined for what is no chip of ours. */
function sourceOf(data: string): ChipSource | undefined {
  const [field, index] = data.split(' ')
  const name = (['to', 'cc', 'bcc'] as const).find((one) => one === field)
  return name === undefined || index === undefined
    ? undefined
    : { field: name, index: Number(index) }
}
