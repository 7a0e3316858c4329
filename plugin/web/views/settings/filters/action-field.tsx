import { useApp } from '../../../app/app-context.ts'
import { missingFor, offeredActions, type Extensions } from '../../../state/filters/offered.ts'
import { actionOf, type RuleAction } from '../../../state/filters/rules.ts'
import { IconButton } from '../../icon/icon-button.tsx'
import { FolderField } from './folder-field.tsx'
import { Choice, Switch, TextSetting } from '../controls.tsx'
import { Unsupported } from './unsupported.tsx'

interface ActionFieldProps {
  readonly number: number
  readonly action: RuleAction
  /** What the mail server has of the language. */
  readonly extensions: Extensions
  readonly onChange: (action: RuleAction) => void
  /** undefined: a filter has one at least. */
  readonly onRemove: (() => void) | undefined
}

/** What a filter does with a message. */
export function ActionField(props: ActionFieldProps) {
  const { number, action, extensions, onChange, onRemove } = props
  const { laterText } = useApp()
  const texts = laterText.filters

  return (
    <fieldset class="filter-part" aria-label={texts.action({ number })}>
      <Choice
        label={texts.doNext}
        value={action.kind}
        options={offeredActions(action, extensions).map((kind) => [kind, texts.doings[kind]])}
        onChoose={(kind) => onChange(actionOf(kind, 'mailbox' in action ? action.mailbox : ''))}
      />
      <DetailsField action={action} onChange={onChange} />
      <Unsupported missing={missingFor(action, extensions)} />
      {onRemove === undefined ? null : (
        <IconButton icon="close" label={texts.removeAction({ number })} onClick={onRemove} />
      )}
    </fieldset>
  )
}

function DetailsField({ action, onChange }: Pick<ActionFieldProps, 'action' | 'onChange'>) {
  const { laterText } = useApp()
  const texts = laterText.filters
  switch (action.kind) {
    case 'move':
    case 'copy':
      return (
        <FolderField
          label={texts.folder}
          path={action.mailbox}
          onChoose={(mailbox) => onChange({ ...action, mailbox })}
        />
      )
    case 'tag':
      return (
        <TextSetting
          isRequired
          label={texts.tag}
          value={action.keyword}
          onEdit={(keyword) => onChange({ ...action, keyword })}
        />
      )
    case 'forward':
      return (
        <>
          <TextSetting
            isRequired
            type="email"
            label={texts.address}
            value={action.address}
            onEdit={(address) => onChange({ ...action, address })}
          />
          <Switch
            label={texts.keepCopy}
            isOn={action.isCopyKept}
            onSwitch={(isCopyKept) => onChange({ ...action, isCopyKept })}
          />
        </>
      )
    case 'answer':
    case 'reject':
      return (
        <TextSetting
          label={texts.message}
          lines={4}
          value={action.text}
          onEdit={(text) => onChange({ ...action, text })}
        />
      )
    case 'markRead':
    case 'flag':
    case 'delete':
    case 'keep':
    case 'stop':
      return null
  }
}
