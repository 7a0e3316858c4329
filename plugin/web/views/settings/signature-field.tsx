import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { IdentityFields } from '../../state/settings/edits.ts'
import { signatureUrl } from '../../wire/links.ts'
import { useSettings } from './context.ts'
import { Choice, TextSetting } from './controls.tsx'

interface SignatureFieldProps {
  /** undefined for a new one. */
  readonly identity: string | undefined
  readonly signature: string
  readonly formatted: string
  readonly onEdit: (change: Partial<IdentityFields>) => void
}

/** The signature of an identity, as plain text or with its looks. */
export function SignatureField({ identity, signature, formatted, onEdit }: SignatureFieldProps) {
  const { words } = useSettings()
  const isFormatted = useSignal(formatted !== '')
  return (
    <>
      <Choice
        label={words.signatureFormat}
        value={isFormatted.value ? 'formatted' : 'plain'}
        options={[
          ['plain', words.plainText],
          ['formatted', words.formattedText],
        ]}
        onChoose={(format) => {
          isFormatted.value = format === 'formatted'
          // Its words stay, and are the plain one from now on.
          if (format === 'plain') onEdit({ formattedSignature: '' })
        }}
      />
      {isFormatted.value ? (
        <FormattedSignature
          identity={formatted === '' ? undefined : identity}
          first={signature}
          onEdit={onEdit}
        />
      ) : (
        <TextSetting
          label={words.signature}
          lines={5}
          value={signature}
          onEdit={(value) => onEdit({ signature: value })}
        />
      )}
    </>
  )
}

const LINK = /^(https?:\/\/|mailto:)./i

interface FormattedSignatureProps {
  readonly identity: string | undefined
  /** Stands in it first where there is no formatted one yet. */
  readonly first: string
  readonly onEdit: (change: Partial<IdentityFields>) => void
}

/**
 * Written in a frame of its own, whose policy lets nothing run: what is pasted there harms nobody, and looks as it
 * will. The server sanitizes it once more, and makes the plain one of it.
 */
function FormattedSignature({ identity, first, onEdit }: FormattedSignatureProps) {
  const { words } = useSettings()
  const frame = useRef<HTMLIFrameElement>(null)
  // What is typed makes it another one; the frame stays the same.
  const { current: begun } = useRef({ identity, first })
  const address = useSignal<string | undefined>(undefined)
  const inside = () => frame.current?.contentDocument ?? undefined

  function take(): void {
    const body = inside()?.body
    if (body === undefined) return
    onEdit({ formattedSignature: body.innerHTML, signature: body.innerText.trim() })
  }

  function begin(): void {
    const body = inside()?.body
    if (body === undefined) return
    if (begun.identity === undefined) body.innerText = begun.first
    body.contentEditable = 'true'
    body.role = 'textbox'
    body.ariaLabel = words.signature
    body.ariaMultiLine = 'true'
    body.addEventListener('input', take)
  }

  /** Of what is selected. */
  function format(command: 'bold' | 'italic' | 'underline' | 'createLink', value?: string): void {
    inside()?.body.focus()
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- browsers have no newer way to format what somebody writes
    inside()?.execCommand(command, false, value)
    take()
  }

  /** What is selected leads there. */
  function link(): void {
    const wanted = address.peek()?.trim() ?? ''
    address.value = undefined
    if (LINK.test(wanted)) format('createLink', wanted)
    else inside()?.body.focus()
  }

  return (
    <div class="field setting signature-field" role="group" aria-label={words.signature}>
      <span aria-hidden="true">{words.signature}</span>
      <div class="signature-tools" role="toolbar" aria-label={words.formattedText}>
        <button type="button" class="button" onClick={() => format('bold')}>
          <b>{words.bold}</b>
        </button>
        <button type="button" class="button" onClick={() => format('italic')}>
          <i>{words.italic}</i>
        </button>
        <button type="button" class="button" onClick={() => format('underline')}>
          <u>{words.underline}</u>
        </button>
        <button
          type="button"
          class="button"
          aria-expanded={address.value !== undefined}
          onClick={() => (address.value = address.peek() === undefined ? 'https://' : undefined)}
        >
          {words.link}
        </button>
        {address.value === undefined ? null : (
          <input
            type="url"
            aria-label={words.linkAddress}
            value={address.value}
            ref={(field) => field?.focus()}
            onInput={(event) => (address.value = event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              link()
            }}
          />
        )}
      </div>
      <iframe
        ref={frame}
        class="signature-frame"
        title={words.signature}
        sandbox="allow-same-origin"
        src={signatureUrl(begun.identity)}
        onLoad={begin}
      />
    </div>
  )
}
