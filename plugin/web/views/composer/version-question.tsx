import { useApp } from '../../app/app-context.ts'
import type { VersionChoice } from '../../state/composer/storage/draft-versions.ts'
import { Dialog } from '../dialog/dialog.tsx'
import { useComposer } from './context.ts'

/** Asks which version of a draft stays that was changed elsewhere. Enter loses none. */
export function VersionQuestion() {
  const texts = useApp().laterText.mail.draftVersions
  const { composer } = useComposer()
  const status = composer.status.value
  if (status.kind !== 'versions') return null

  const choices: readonly (readonly [VersionChoice, string])[] =
    status.other === undefined
      ? [['both', texts.saveAsNew]]
      : [
          ['other', texts.openOther],
          ['mine', texts.keepMine],
          ['both', texts.keepBoth],
        ]
  return (
    <Dialog title={texts.title} onClose={composer.takeBack}>
      <p class="dialog-text">{status.other === undefined ? texts.deleted : texts.changed}</p>
      <div
        class="dialog-acts"
        onKeyDown={(event) => {
          // Keys of the message are none of the question.
          if (event.key !== 'Escape') event.stopPropagation()
        }}
      >
        {choices.map(([choice, label]) => (
          <button
            key={choice}
            type="button"
            class={choice === 'both' ? 'button primary' : 'button'}
            autofocus={choice === 'both'}
            onClick={() => composer.chooseVersion(choice)}
          >
            {label}
          </button>
        ))}
      </div>
    </Dialog>
  )
}
