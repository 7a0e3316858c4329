import type { RefObject } from 'preact'
import { Icon, type IconName } from './icon.tsx'

interface IconButtonProps {
  readonly icon: IconName
  /** Name of the control, also shown as its tooltip. */
  readonly label: string
  /** Key of the same command, shown in the tooltip. */
  readonly shortcut?: string
  readonly filled?: boolean
  readonly isDisabled?: boolean
  /** Set for a control that is on or off. */
  readonly isPressed?: boolean
  /** Set for a control that opens and closes a part of the page. */
  readonly isExpanded?: boolean
  /** Set for a control that is inside another focus stop. */
  readonly tabIndex?: number
  readonly class?: string
  /** The element, for who has to give it the focus. */
  readonly button?: RefObject<HTMLButtonElement | null>
  readonly onClick: (event: MouseEvent) => void
}

/** A button that shows an icon and says its name. */
export function IconButton(props: IconButtonProps) {
  const { icon, label, shortcut, filled = false, isDisabled = false, tabIndex, onClick } = props

  return (
    <button
      ref={props.button ?? null}
      type="button"
      class={`icon-button ${props.class ?? ''}`}
      aria-label={label}
      aria-keyshortcuts={shortcut}
      aria-pressed={props.isPressed}
      aria-expanded={props.isExpanded}
      title={shortcut === undefined ? label : `${label} (${shortcut})`}
      disabled={isDisabled}
      tabIndex={tabIndex}
      onClick={onClick}
    >
      <Icon name={icon} filled={filled} />
    </button>
  )
}
