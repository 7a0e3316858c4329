import { useApp } from '../../../app/app-context.ts'
import { Panel } from './panel.tsx'
import { tableCommands, type TableCommand } from '../tables.ts'

interface TablePanelProps {
  /** The caret is in a table. */
  readonly isInTable: boolean
  readonly onChoose: (command: TableCommand) => void
  readonly onClose: () => void
}

/** Inserts a table, or changes the one there. */
export function TablePanel({ isInTable, onChoose, onClose }: TablePanelProps) {
  const texts = useApp().laterText.settings

  return (
    <Panel label={texts.table} onClose={onClose}>
      {tableCommands
        .filter((command) => (command === 'insertTable') !== isInTable)
        .map((command) => (
          <button
            key={command}
            type="button"
            class="button small quiet"
            onClick={() => onChoose(command)}
          >
            {texts[command]}
          </button>
        ))}
    </Panel>
  )
}
