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
  const { texts } = useSettings()
  const isFormatted = useSignal(formatted !== '')
  return (
    <>
      <Choice
        label={texts.signatureFormat}
        value={isFormatted.value ? 'formatted' : 'plain'}
        options={[
          ['plain', texts.plainText],
          ['formatted', texts.formattedText],
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
          label={texts.signature}
          lines={5}
          value={signature}
          onEdit={(value) => onEdit({ signature: value })}
        />
      )}
    </>
  )
}

interface FormattedSignatureProps {
  /** What is in it first: its markup, else its words. */
  readonly first: { readonly signature: string; readonly formatted: string }
  readonly onEdit: (change: Partial<IdentityFields>) => void
}

/** As it will look; the server sanitizes it, and makes the plain one of it. */
function FormattedSignature({ first, onEdit }: FormattedSignatureProps) {
  const { env } = useApp()
  const { texts } = useSettings()
  // What is typed makes it another one; the frame stays the same.
  const { current: initial } = useRef(first)

  return (
    <div class="field setting signature-field" role="group" aria-label={texts.signature}>
      <span aria-hidden="true">{texts.signature}</span>
      <Editor
        label={texts.signature}
        src={env.messageFrames.withImages}
        html={initial.formatted === '' ? markupOfText(initial.signature) : initial.formatted}
        keepsLooks
        onEdit={(read) => {
          const { html, body } = read()
          onEdit({ formattedSignature: html, signature: wordsIn(body).trim() })
        }}
      />
    </div>
  )
}
