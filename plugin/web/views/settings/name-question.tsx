import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { NativeSettings } from '../../../wire/native/types.ts'
import { FIELD_LIMITS } from '../../../settings/field-limits.ts'
import type { App } from '../../app/app.ts'
import { useApp } from '../../app/app-context.ts'
import { newId } from '../../browser/new-id.ts'
import { createSettingEdits, emptyIdentity } from '../../state/settings/edits.ts'
import { usualIdentity } from '../../state/settings/settings.ts'
import { FailureNote } from '../notice/failure.tsx'

/**
 * Asks once for the name of an owner who writes without one, beside the page and in nobody's way. That it was asked is
 * a setting of the owner, so it holds on all their devices.
 */
export function NameQuestion() {
  const app = useApp()
  const { env, settings } = app
  const name = useSignal('')
  const { asksForName } = settings.preferences.value
  const isAsked = asksForName && env.ownAddress !== null
  const known = settings.known.value
  const hasName = known?.identities.some(({ name }) => name !== '') === true
  useEffect(() => {
    // Who can not be asked now is asked by the next page.
    if (isAsked) settings.load().catch(() => undefined)
  }, [])
  useEffect(() => {
    // No later page has to look.
    if (isAsked && hasName) settings.prefer('asksForName', false).catch(() => undefined)
  }, [hasName])
  if (!isAsked || known === undefined || hasName || isElsewhere(app)) return null
  return <NameForm {...{ known, name }} ownAddress={env.ownAddress} />
}

/** It waits while its user reads, writes or has a dialog open. */
function isElsewhere({ reader, composer, dialogs, folderActs }: App): boolean {
  const isReading = reader.reading.value.kind !== 'nothing'
  const hasDialog = dialogs.open.value !== undefined || folderActs.task.value !== undefined
  return isReading || composer.isOpen.value || hasDialog
}

/** At the foot of the page, below what is written; its sides by the direction of the language. */
const PLACE = {
  position: 'absolute',
  insetBlock: 'auto 16px',
  insetInline: 'auto 16px',
  zIndex: 5,
  margin: 0,
} as const

interface NameFormProps {
  readonly known: NativeSettings
  readonly ownAddress: string
  /** As far as it is typed. */
  readonly name: Signal<string>
}

function NameForm({ known, name, ownAddress }: NameFormProps) {
  const { http, connection, settings, text, laterText } = useApp()
  const words = laterText.settings
  const usual = usualIdentity(known)
  const address = usual?.address ?? ownAddress
  const made = useRef<ReturnType<typeof createSettingEdits> | null>(null)
  made.current ??= createSettingEdits({
    ...{ http, connection, settings },
    changedElsewhere: () => words.changedElsewhere,
  })
  const edits = made.current
  const { isBusy, problem } = edits

  function save(): Promise<boolean> {
    const wanted = { ...(usual ?? { ...emptyIdentity, address }), name: name.value.trim() }
    return edits.saveIdentity(usual?.id ?? newId(window.crypto), usual, wanted)
  }

  return (
    <section class="dialog" style={PLACE} aria-labelledby="name-question">
      <form
        class="dialog-card"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <div role="status">
          <h2 id="name-question">{words.nameQuestion}</h2>
        </div>
        <p class="dialog-text" id="name-note">
          {words.nameNote({ address })}
        </p>
        <FailureNote failure={problem.value} />
        <label class="field setting">
          {words.name}
          <input
            dir="auto"
            autocomplete="name"
            required
            pattern=".*\S.*"
            maxLength={FIELD_LIMITS.name}
            aria-describedby="name-note"
            value={name.value}
            onInput={({ currentTarget }) => (name.value = currentTarget.value)}
          />
        </label>
        <div class="dialog-acts">
          <button
            type="button"
            class="button"
            disabled={isBusy.value}
            onClick={() => void edits.prefer('asksForName', false)}
          >
            {words.noThanks}
          </button>
          <button type="submit" class="button primary" disabled={isBusy.value}>
            {text.save}
          </button>
        </div>
      </form>
    </section>
  )
}
