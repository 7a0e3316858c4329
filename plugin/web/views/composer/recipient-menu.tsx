import { useApp } from '../../app/app-context.ts'
import { ChoiceMenu } from './choice-menu.tsx'

const FIELDS = ['to', 'cc', 'bcc'] as const

/** A field of recipients. */
export type FieldName = (typeof FIELDS)[number]

interface RecipientMenuProps {
  /** The field it stands in. */
  readonly field: FieldName
  /** How it is shown. */
  readonly label: string
  readonly onEdit: () => void
  readonly onMove: (target: FieldName) => void
  readonly onRemove: () => void
  readonly onClose: () => void
  /** The focus went elsewhere. */
  readonly onLeave: () => void
}

/** What can be done with a recipient, for who has neither its keys nor a pointer to drag it with. */
export function RecipientMenu(props: RecipientMenuProps) {
  const { field, label, onEdit, onMove, onRemove, onClose, onLeave } = props
  const { text, laterText } = useApp()
  const texts = laterText.mail
  const moves = FIELDS.filter((other) => other !== field).map((other) => ({
    key: other,
    content: <span>{texts.moveToField({ field: text[other] })}</span>,
    run: () => onMove(other),
  }))

  return (
    <div
      class="recipient-menu"
      onFocusOut={({ relatedTarget, currentTarget }) => {
        const isWithin = relatedTarget instanceof Node && currentTarget.contains(relatedTarget)
        // Not before the focus is there: removed meanwhile, its place would be given to the nearest control.
        if (!isWithin) requestAnimationFrame(onLeave)
      }}
    >
      <ChoiceMenu
        label={label}
        choices={[
          { key: 'edit', content: <span>{texts.editWaiting}</span>, run: onEdit },
          ...moves,
          {
            key: 'remove',
            content: <span>{texts.removeAttachment({ name: label })}</span>,
            run: onRemove,
          },
        ]}
        onClose={onClose}
      />
    </div>
  )
}
