import { useApp } from '../../../app/app-context.ts'
import { palette, type ColorKind } from '../palette.ts'
import { Panel } from './panel.tsx'

interface ColorPanelProps {
  readonly kind: ColorKind
  /** null: without a colour. */
  readonly onChoose: (color: string | null) => void
  readonly onClose: () => void
}

/** Colours of text, or of what is behind it. */
export function ColorPanel({ kind, onChoose, onClose }: ColorPanelProps) {
  const texts = useApp().laterText.settings
  const names = { ...texts.accents, ...texts.editorColors }

  return (
    <Panel label={texts[kind]} onClose={onClose}>
      <button type="button" class="button small quiet" onClick={() => onChoose(null)}>
        {texts.noColor}
      </button>
      {palette[kind].map(({ name, written }) => (
        <button
          key={name}
          type="button"
          class="color-choice"
          aria-label={names[name]}
          title={names[name]}
          style={{ backgroundColor: written }}
          onClick={() => onChoose(written)}
        />
      ))}
    </Panel>
  )
}
