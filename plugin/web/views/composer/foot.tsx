import type { Signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { useApp } from '../../app/app-context.ts'
import { formatTime } from '../../texts/format.ts'
import type { Draft } from '../../state/composer/draft.ts'
import { IconButton } from '../icon/icon-button.tsx'
import { Icon } from '../icon/icon.tsx'
import { FailureNote } from '../notice/failure.tsx'
import { useComposer } from './context.ts'
import { FormatChoice, FormatQuestion } from './format-choice.tsx'
import { SendQuestion } from './send-question.tsx'
import { SendLater } from './send-later.tsx'
import { VersionQuestion } from './version-question.tsx'

/** Send, attach, save, discard, and the word of the server when it refused. */
export function ComposerFoot({
  draft,
  confirmsFormat,
  children,
}: {
  readonly draft: Draft
  /** Whether it is asked if the formatting may be lost. */
  readonly confirmsFormat: Signal<boolean>
  readonly children: ComponentChildren
}) {
  const { env, text, laterText } = useApp()
  const { composer } = useComposer()
  const foot = useRef<HTMLDivElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const status = composer.status.value
  const isBusy = status.kind === 'sending' || status.kind === 'saving'

  return (
    <div ref={foot} class="composer-foot">
      <FailureNote failure={status.kind === 'failed' ? status : undefined} />
      <SendQuestion onContinue={(field) => foot.current && focusField(foot.current, field)} />
      <VersionQuestion />
      <FormatQuestion draft={draft} isRequesting={confirmsFormat} />
      <div class="composer-acts">
        <button
          type="submit"
          class="button primary"
          disabled={isBusy || env.ownAddress === null}
          title={`${text.send} (${laterText.mail.sendKeys})`}
        >
          <Icon name="sent" />
          {status.kind === 'sending' ? laterText.mail.sending : text.send}
        </button>
        <SendLater isDisabled={isBusy || env.ownAddress === null} />
        <IconButton
          icon="attachment"
          label={laterText.mail.attach}
          isDisabled={isBusy}
          onClick={() => picker.current?.click()}
        />
        <input
          ref={picker}
          class="file-picker"
          type="file"
          multiple
          hidden
          aria-label={laterText.mail.attach}
          onChange={(event) => {
            composer.attach([...(event.currentTarget.files ?? [])])
            event.currentTarget.value = ''
          }}
        />
        {children}
        <FormatChoice draft={draft} isRequesting={confirmsFormat} />
        <label class="receipt-choice">
          <input
            type="checkbox"
            checked={draft.requestsReceipt}
            disabled={isBusy}
            onChange={(event) => composer.edit({ requestsReceipt: event.currentTarget.checked })}
          />
          {laterText.mail.askReceipt}
        </label>
        {env.offersDeliveryStatus === true || draft.reportsDelivery ? (
          <label class="receipt-choice">
            <input
              type="checkbox"
              checked={draft.reportsDelivery}
              disabled={isBusy}
              onChange={(event) => composer.edit({ reportsDelivery: event.currentTarget.checked })}
            />
            {laterText.mail.askDeliveryStatus}
          </label>
        ) : null}
        <div class="composer-storing">
          <span class="saved-at">
            {composer.savedAt.value === undefined
              ? null
              : laterText.mail.savedAt({ time: formatTime(composer.savedAt.value) })}
          </span>
          <button type="button" class="button quiet" disabled={isBusy} onClick={composer.saveDraft}>
            {status.kind === 'saving' ? laterText.mail.saving : laterText.mail.saveDraft}
          </button>
          <IconButton
            icon="trash"
            label={laterText.mail.discard}
            isDisabled={isBusy}
            onClick={composer.discard}
          />
        </div>
      </div>
    </div>
  )
}

/** Once the dialog has given the focus back. */
function focusField(foot: HTMLElement, name: 'to' | 'subject' | undefined): void {
  if (name === undefined) return
  const field = foot.closest('form')?.querySelector<HTMLElement>(`[name=${name}]`)
  requestAnimationFrame(() => field?.focus())
}
