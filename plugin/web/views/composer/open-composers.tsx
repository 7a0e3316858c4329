import type { ComposerState } from '../../state/composer/composer-state.ts'
import { useApp } from '../../app/app-context.ts'
import { IconButton } from '../icon/icon-button.tsx'
import { Composer } from './composer.tsx'
import { ComposerContext, useWriting } from './context.ts'

/** The messages being written: each keeps its fields while it is minimized, and has a tab at the foot of the page then. */
export function OpenComposers() {
  const { laterText } = useApp()
  const { composers } = useWriting()
  const expanded = composers.expanded.value
  const minimized = composers.open.value.filter((composer) => composer !== expanded)

  return (
    <>
      {composers.open.value.map((composer) => {
        const draft = composer.draft.value
        return draft === undefined ? null : (
          <ComposerContext.Provider
            key={draft.composeId}
            value={{ composer, idOf: (name) => `${name}-${draft.composeId}` }}
          >
            <Composer draft={draft} isExpanded={composer === expanded} />
          </ComposerContext.Provider>
        )
      })}
      {minimized.length === 0 ? null : (
        <nav class="composer-tabs" aria-label={laterText.mail.openDrafts}>
          {minimized.map((composer) => (
            <ComposerTab key={composer.draft.value?.composeId} composer={composer} />
          ))}
        </nav>
      )}
    </>
  )
}

/** A minimized message: its subject, and what became of it where it was being sent. */
function ComposerTab({ composer }: { readonly composer: ComposerState }) {
  const { text, laterText } = useApp()
  const { composers } = useWriting()
  const { subject: written = '' } = composer.draft.value ?? {}
  const subject = written === '' ? text.compose : written
  const { kind } = composer.status.value
  const isWaiting = kind === 'failed' || kind === 'asking'

  return (
    <div class={isWaiting ? 'composer-tab is-failed' : 'composer-tab'}>
      <button type="button" class="composer-tab-name" onClick={() => composers.expand(composer)}>
        {isWaiting ? laterText.mail.notSent({ subject }) : subject}
      </button>
      <IconButton
        icon="close"
        label={laterText.mail.closeDraft({ subject })}
        onClick={composer.close}
      />
    </div>
  )
}
