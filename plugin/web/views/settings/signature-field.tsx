import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { IdentityFields } from '../../state/settings/edits.ts'
import { markupOfText, wordsIn } from '../../state/composer/markup.ts'
import { Editor } from '../editor/editor.tsx'
import { useApp } from '../../app/app-context.ts'
import { useSettings } from './context.ts'
import { Choice, TextSetting } from './controls.tsx'

interface SignatureFieldProps {
  readonly signature: string
  readonly formatted: string
  readonly onEdit: (change: Partial<IdentityFields>) => void
}

/** The signature of an identity, as plain text or with its looks. */
export function SignatureField({ signature, formatted, onEdit }: SignatureFieldProps) {
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
        <FormattedSignature first={{ signature, formatted }} onEdit={onEdit} />
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

interface FormattedSignatureProps {
  /** What stands in it first: its markup, else its words. */
  readonly first: { readonly signature: string; readonly formatted: string }
  readonly onEdit: (change: Partial<IdentityFields>) => void
}

/** As it will look; the server sanitizes it, and makes the plain one of it. */
function FormattedSignature({ first, onEdit }: FormattedSignatureProps) {
  const { env } = useApp()
  const { words } = useSettings()
  // What is typed makes it another one; the frame stays the same.
  const { current: begun } = useRef(first)

  return (
    <div class="field setting signature-field" role="group" aria-label={words.signature}>
      <span aria-hidden="true">{words.signature}</span>
      <Editor
        label={words.signature}
        src={env.messageFrames.withImages}
        html={begun.formatted === '' ? markupOfText(begun.signature) : begun.formatted}
        keepsLooks
        onEdit={(read) => {
          const { html, body } = read()
          onEdit({ formattedSignature: html, signature: wordsIn(body).trim() })
        }}
      />
    </div>
  )
}
