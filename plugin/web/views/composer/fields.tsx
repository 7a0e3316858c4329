import { useSignal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'
import { type Draft, formatAddresses } from '../../state/composer/draft.ts'
import { useApp } from '../../app/app-context.ts'
import { useComposer } from './context.ts'
import { arrangedAddresses } from '../../state/composer/pasted-addresses.ts'
import {
  typedAddress,
  defaultSuggestion,
  withAddresses,
  type Suggestion,
} from '../../state/composer/recipients.ts'
import { unusableAddresses } from '../../state/composer/unusable-addresses.ts'
import { formatList } from '../../texts/lists.ts'

interface FieldsProps {
  readonly draft: Draft
  /** The user is through with them, and continues to the text. */
  readonly onDone: () => void
}

/** Recipients and subject. */
export function ComposerFields({ draft, onDone }: FieldsProps) {
  const { text, laterText } = useApp()
  const { composer } = useComposer()
  const wantsCopies = useSignal(false)
  const showsCopies = wantsCopies.value || draft.cc !== '' || draft.bcc !== ''
  // The button that asked for them is deleted.
  useLayoutEffect(() => {
    if (wantsCopies.value) document.getElementById('composer-cc')?.focus()
  }, [wantsCopies.value])

  return (
    <div class="composer-fields">
      <SenderField draft={draft} />
      <div class="composer-field">
        <label for="composer-to">{text.to}</label>
        <AddressField
          id="composer-to"
          name="to"
          value={draft.to}
          onEdit={(to) => composer.edit({ to })}
        />
        {showsCopies ? null : (
          <button
            type="button"
            class="button small quiet"
            onClick={() => (wantsCopies.value = true)}
          >
            {laterText.mail.addCc}
          </button>
        )}
      </div>
      {showsCopies
        ? (['cc', 'bcc'] as const).map((name) => (
            <div key={name} class="composer-field">
              <label for={`composer-${name}`}>{text[name]}</label>
              <AddressField
                id={`composer-${name}`}
                name={name}
                value={draft[name]}
                onEdit={(value) => composer.edit({ [name]: value })}
              />
            </div>
          ))
        : null}
      <div class="composer-field">
        <label for="composer-subject">{text.subject}</label>
        <input
          id="composer-subject"
          name="subject"
          dir="auto"
          type="text"
          autocomplete="off"
          enterkeyhint="next"
          value={draft.subject}
          onKeyDown={(event) => {
            const { key, ctrlKey, metaKey, isComposing } = event
            if (key !== 'Enter' || ctrlKey || metaKey || isComposing) return
            // It would send the message.
            event.preventDefault()
            onDone()
          }}
          onInput={(event) => composer.edit({ subject: event.currentTarget.value })}
        />
      </div>
    </div>
  )
}

/** Who writes, for an owner who has identities. */
function SenderField({ draft }: { readonly draft: Draft }) {
  const { text, laterText, settings } = useApp()
  const { composer } = useComposer()
  const identities = settings.identities.value
  if (identities.length === 0) return null

  return (
    <div class="composer-field">
      <label for="composer-from">{text.from}</label>
      <select
        id="composer-from"
        class="sender-choice"
        value={draft.identity}
        onChange={(event) => composer.writeAs(event.currentTarget.value)}
      >
        {/* One that was removed meanwhile: the server refuses it, and another is chosen. */}
        {identities.some(({ id }) => id === draft.identity) ? null : (
          <option value={draft.identity}>{laterText.mail.noIdentity}</option>
        )}
        {identities.map((identity) => (
          <option key={identity.id} value={identity.id}>
            {asSender(formatAddresses([identity]))}
          </option>
        ))}
      </select>
    </div>
  )
}

/** Name and address apart from each other (Unicode UAX 9): in a page from right to left their brackets would change places. */
function asSender(sender: string): string {
  if (document.documentElement.dir !== 'rtl') return sender
  return sender.replace(
    /^(?:(.+) )?(<?[^\s<>]+>?)$/,
    (_, name: string | undefined, address: string) =>
      [...(name === undefined ? [] : [`\u2068${name}\u2069`]), `\u2066${address}\u2069`].join(' '),
  )
}

interface AddressFieldProps {
  readonly id: string
  readonly name: string
  readonly value: string
  readonly onEdit: (value: string) => void
}

/**
 * A field of addresses that suggests contacts and whom one wrote to before (ARIA APG combobox with a list). What cannot be
 * an address is marked once it is left; only sending requests it.
 */
function AddressField({ id, name, value, onEdit }: AddressFieldProps) {
  const { laterText } = useApp()
  const { recipients } = useComposer()
  const isOpen = useSignal(false)
  const isTyping = useSignal(false)
  /** The one that the arrows went to. */
  const chosen = useSignal<number | undefined>(undefined)
  const found = isOpen.value ? recipients.suggestions.value : []
  const active = chosen.value ?? defaultSuggestion(found, value)
  const current = found[active]
  const unusable = isTyping.value ? [] : unusableAddresses(value)

  function take({ addresses }: Suggestion): void {
    onEdit(withAddresses(value, addresses))
    isOpen.value = false
  }

  /** Addresses that were typed with spaces between them get their commas. Answers the field then. */
  function arrange(): string {
    const arranged = arrangedAddresses(value) ?? value
    if (arranged !== value) onEdit(arranged)
    return arranged
  }

  /** Without sending what is hardly started, as Enter in a form does. */
  function endAddress(): void {
    const arranged = arrange()
    if (typedAddress(arranged) !== '') onEdit(`${arranged.trimEnd()}, `)
    isOpen.value = false
  }

  function keys(event: KeyboardEvent): void {
    const { length } = found
    // Keys of an input method, as the Enter that ends the writing of a name in Japanese, are its own.
    if (event.isComposing) return
    if (event.ctrlKey || event.metaKey) {
      // May send, from here.
      if (event.key === 'Enter') arrange()
      return
    }
    if (event.key === 'Enter' && current === undefined) endAddress()
    else if (length === 0) return
    else if (event.key === 'ArrowDown') chosen.value = (active + 1) % length
    else if (event.key === 'ArrowUp') chosen.value = (Math.max(active, 0) + length - 1) % length
    else if (event.key === 'Escape') isOpen.value = false
    else if (current !== undefined && ['Enter', 'Tab'].includes(event.key)) take(current)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div class="address-field">
      <input
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
        value={value}
        onFocus={() => {
          isTyping.value = true
          recipients.load()
        }}
        onBlur={() => {
          isTyping.value = false
          isOpen.value = false
          arrange()
        }}
        onKeyDown={keys}
        onPaste={(event) => {
          const arranged = arrangedAddresses(event.clipboardData?.getData('text/plain') ?? '')
          if (event.clipboardData?.files.length !== 0 || arranged === undefined) return
          event.preventDefault()
          const field = event.currentTarget
          const [start, end] = [field.selectionStart ?? 0, field.selectionEnd ?? 0]
          field.setRangeText(arranged, start, end, 'end')
          onEdit(field.value)
          isOpen.value = false
        }}
        onInput={(event) => {
          onEdit(event.currentTarget.value)
          recipients.look(event.currentTarget.value)
          isOpen.value = true
          chosen.value = undefined
        }}
      />
      {unusable.length > 0 ? (
        <p id={`${id}-problem`} class="field-problem" dir="auto">
          {laterText.contacts.notAddresses({ typed: formatList(unusable) })}
        </p>
      ) : null}
      <Suggestions id={id} found={found} active={active} onTake={take} />
    </div>
  )
}

interface SuggestionsProps {
  readonly id: string
  readonly found: readonly Suggestion[]
  readonly active: number
  readonly onTake: (suggestion: Suggestion) => void
}

function Suggestions({ id, found, active, onTake }: SuggestionsProps) {
  const { laterText } = useApp()

  return (
    <ul
      id={`${id}-list`}
      class="suggestions"
      role="listbox"
      aria-label={laterText.mail.suggestions}
      hidden={found.length === 0}
    >
      {found.map((suggestion, index) => (
        <li
          key={suggestion.key}
          id={`${id}-${index}`}
          class="suggestion"
          role="option"
          aria-selected={index === active}
          // Before the field loses the focus, and with it the list.
          onPointerDown={(event) => {
            event.preventDefault()
            onTake(suggestion)
          }}
        >
          <bdi>{suggestion.name}</bdi>
          {suggestion.detail === '' ? null : (
            <bdi class="suggestion-address">{suggestion.detail}</bdi>
          )}
        </li>
      ))}
    </ul>
  )
}
