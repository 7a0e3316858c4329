import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { NativeSettings } from '../../../wire/native/types.ts'
import { FIELD_LIMITS } from '../../../settings/field-limits.ts'
import type { App } from '../../app/app.ts'
import { useApp } from '../../app/app-context.ts'
import { newId } from '../../browser/new-id.ts'
import { createSettingEdits, emptyIdentity } from '../../state/settings/edits.ts'
import { defaultIdentityOf } from '../../state/settings/settings.ts'
import { FailureNote } from '../notice/failure.tsx'

/**
 * Asks once for the name of an owner who writes without one, beside the page and in no one's way. That it was asked is
 * a setting of the owner, so it holds on all their devices.
 */
export function NameQuestion() {
  const app = useApp()
  const { env, settings } = app
  const name = useSignal('')
  const { asksForName } = settings.preferences.value
  const isConfirming = asksForName && env.ownAddress !== null
  const loaded = settings.settings.value
  const hasName = loaded?.identities.some(({ name }) => name !== '') === true
  useEffect(() => {
    // Who can not be asked now is asked by the next page.
    if (isConfirming) settings.load().catch(() => undefined)
  }, [])
  useEffect(() => {
    // No later page has to look.
    if (isConfirming && hasName) settings.prefer('asksForName', false).catch(() => undefined)
  }, [hasName])
  if (!isConfirming || loaded === undefined || hasName || isElsewhere(app)) return null
  return <NameForm {...{ settings: loaded, name }} ownAddress={env.ownAddress} />
}

/** It waits while its user reads, writes or has a dialog open; nor does it cover what can be undone, or the folders of a phone. */
function isElsewhere(app: App): boolean {
  const { reader, composer, dialogs, folderActions, navigation, notices } = app
  const isReading = reader.reading.value.kind !== 'nothing'
  const hasDialog = dialogs.open.value !== undefined || folderActions.task.value !== undefined
  const offersAction = notices.shown.value.some(({ action }) => action !== undefined)
  const showsFolders = navigation.pane.value === 'folders'
  return isReading || composer.isOpen.value || hasDialog || showsFolders || offersAction
}

/** At the foot of the page, below what is written; its sides by the direction of the language. */
const POSITION = {
  position: 'absolute',
  insetBlock: 'auto 16px',
  insetInline: 'auto 16px',
  zIndex: 5,
  margin: 0,
} as const

interface NameFormProps {
  readonly settings: NativeSettings
  readonly ownAddress: string
  /** As far as it is typed. */
  readonly name: Signal<string>
}

function NameForm({ settings: loaded, name, ownAddress }: NameFormProps) {
  const { http, connection, settings, text, laterText } = useApp()
  const texts = laterText.settings
  const defaultIdentity = defaultIdentityOf(loaded)
  const address = defaultIdentity?.address ?? ownAddress
  const made = useRef<ReturnType<typeof createSettingEdits> | null>(null)
  made.current ??= createSettingEdits({
    ...{ http, connection, settings },
    changedElsewhere: () => texts.changedElsewhere,
  })
  const edits = made.current
  const { isBusy, problem } = edits

  function save(): Promise<boolean> {
    const wanted = {
      ...(defaultIdentity ?? { ...emptyIdentity, address }),
      name: name.value.trim(),
    }
    return edits.saveIdentity(defaultIdentity?.id ?? newId(window.crypto), defaultIdentity, wanted)
  }

  return (
    <section class="dialog" style={POSITION} aria-labelledby="name-question">
      <form
        class="dialog-card"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <div role="status">
          <h2 id="name-question">{texts.nameQuestion}</h2>
        </div>
        <p class="dialog-text" id="name-note">
          {texts.nameNote({ address })}
        </p>
        <FailureNote failure={problem.value} />
        <label class="field setting">
          {texts.name}
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
            {texts.noThanks}
          </button>
          <button type="submit" class="button primary" disabled={isBusy.value}>
            {text.save}
          </button>
        </div>
      </form>
    </section>
  )
}
