import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { useApp } from '../../../app/app-context.ts'
import { copyText, printText, textFileUrl } from '../../../browser/saved-text.ts'
import { useUnsaved } from '../../dialog/unsaved-question.tsx'
import { useSettings } from '../context.ts'

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly onDone: () => void
}

/** The recovery codes, this once, with ways to keep them. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const { env, text } = useApp()
  const { texts } = useSettings()
  const { recoveryNote: notSaved, recoveryKept: discard } = texts
  const list = useRef<HTMLUListElement>(null)
  const done = useSignal<string | undefined>(undefined)
  // No one can show them again.
  useUnsaved(true, { notSaved, goOn: text.cancel, discard })
  const title = `${env.productName}: ${texts.recoveryCodes}`
  const file = [title, env.user, '', ...codes, ''].join('\r\n')

  async function copy(): Promise<void> {
    if (list.current === null) return
    done.value = undefined
    if (await copyText(codes.join('\n'), list.current)) done.value = texts.codesCopied
  }

  return (
    <section aria-labelledby="recovery-codes">
      <h3 id="recovery-codes">{texts.recoveryCodes}</h3>
      <p class="dialog-text" role="status">
        {texts.recoveryNote}
      </p>
      <ul ref={list} class="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code dir="ltr">{code}</code>
          </li>
        ))}
      </ul>
      <div class="dialog-acts setting-acts">
        <button type="button" class="button" onClick={() => void copy()}>
          {texts.copyCodes}
        </button>
        <a class="button" href={textFileUrl(file)} download={`${texts.recoveryCodes}.txt`}>
          {text.download}
        </a>
        <button type="button" class="button" onClick={() => printText(document, title, file)}>
          {text.print}
        </button>
      </div>
      <p class="dialog-text setting-done" role="status" style={{ marginBlockStart: '8px' }}>
        {done.value}
      </p>
      <div class="dialog-acts">
        <button type="button" class="button primary" onClick={onDone}>
          {texts.recoveryKept}
        </button>
      </div>
    </section>
  )
}
