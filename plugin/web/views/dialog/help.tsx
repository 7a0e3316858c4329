import { useApp } from '../../app/app-context.ts'
import { keyBindingsOf, keysOf } from '../../app/keyboard.ts'
import { Dialog } from './dialog.tsx'

/** All keys of the page, from the same table that listens to them. */
export function HelpDialog() {
  const app = useApp()
  const { text, laterText, dialogs, keys: chosen } = app

  return (
    <Dialog isWide title={laterText.mail.keyboardHelp} onClose={dialogs.close}>
      <dl class="keys">
        {keyBindingsOf(app).map((binding) => {
          const { isCombined, label } = binding
          const keys = keysOf(binding, chosen.value)
          return (
            <div key={`${keys.join()} ${isCombined ?? false}`}>
              <dt>
                {keys.map((key) => (
                  <kbd key={key}>{isCombined ? `Ctrl+${key.toUpperCase()}` : keyName(key)}</kbd>
                ))}
              </dt>
              <dd>{label({ ...text, ...laterText.mail })}</dd>
            </div>
          )
        })}
        <div>
          <dt>
            <kbd>Escape</kbd>
          </dt>
          <dd>{laterText.mail.keyCloseComposer}</dd>
        </div>
        <div>
          <dt>
            <kbd>Ctrl+Enter</kbd>
          </dt>
          <dd>{text.send}</dd>
        </div>
      </dl>
    </Dialog>
  )
}

function keyName(key: string): string {
  return key === 'ArrowDown' ? '↓' : key === 'ArrowUp' ? '↑' : key
}
