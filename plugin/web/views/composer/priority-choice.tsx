import { useApp } from '../../app/app-context.ts'
import type { Draft } from '../../state/composer/draft.ts'
import { priorityNames } from '../../texts/priority-names.ts'
import { Icon } from '../icon/icon.tsx'
import { useComposer } from './context.ts'

/** How urgent the message says it is. */
export function PriorityChoice({ draft }: { readonly draft: Draft }) {
  const texts = useApp().laterText.mail
  const { composer } = useComposer()
  return (
    <label class="receipt-choice" title={texts.priority}>
      <Icon name="priority" size={16} />
      <select
        class="priority-choice"
        aria-label={texts.priority}
        value={draft.priority}
        onChange={({ currentTarget }) => composer.edit({ priority: Number(currentTarget.value) })}
      >
        {priorityNames(texts.priorities).map(([priority, name]) => (
          <option key={priority} value={priority}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
