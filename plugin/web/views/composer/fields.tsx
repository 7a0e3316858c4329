import { useSignal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'
import type { Draft } from '../../state/composer/draft.ts'
import { formatAddresses } from '../../texts/address-text.ts'
import { useApp } from '../../app/app-context.ts'
import { useComposer } from './context.ts'
import { RecipientField } from './recipient-field.tsx'
import { isRightToLeft } from '../../texts/direction.ts'

interface FieldsProps {
  readonly draft: Draft
  /** The user is through with them, and continues to the text. */
  readonly onDone: () => void
}

/** Recipients and subject. */
export function ComposerFields({ draft, onDone }: FieldsProps) {
  const { text, laterText } = useApp()
  const { composer, idOf } = useComposer()
  const wantsCopies = useSignal(false)
  const showsCopies = wantsCopies.value || draft.cc !== '' || draft.bcc !== ''
  // The button that asked for them is deleted.
  useLayoutEffect(() => {
    if (wantsCopies.value) document.getElementById(idOf('cc'))?.focus()
  }, [wantsCopies.value])

  return (
    <div class="composer-fields">
      <SenderField draft={draft} />
      <div class="composer-field">
        <label for={idOf('to')}>{text.to}</label>
        <RecipientField name="to" draft={draft} />
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
              <label for={idOf(name)}>{text[name]}</label>
              <RecipientField name={name} draft={draft} />
            </div>
          ))
        : null}
      <div class="composer-field">
        <label for={idOf('subject')}>{text.subject}</label>
        <input
          id={idOf('subject')}
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
  const { composer, idOf } = useComposer()
  const identities = settings.identities.value
  if (identities.length === 0) return null

  return (
    <div class="composer-field">
      <label for={idOf('from')}>{text.from}</label>
      <select
        id={idOf('from')}
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
  if (!isRightToLeft()) return sender
  return sender.replace(
    /^(?:(.+) )?(<?[^\s<>]+>?)$/,
    (_, name: string | undefined, address: string) =>
      [...(name === undefined ? [] : [`\u2068${name}\u2069`]), `\u2066${address}\u2069`].join(' '),
  )
}
