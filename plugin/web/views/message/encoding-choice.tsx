import type { NativeMessage } from '../../../wire/native/types.ts'
import { useApp } from '../../app/app-context.ts'
import { messageKey, messageNameOf } from '../../wire/message-name.ts'

/** Charsets that mail is written in, by the script that most of their letters are of (ISO 15924). */
const charsets: readonly (readonly [script: string, charset: string])[] = [
  ['Zyyy', 'utf-8'],
  ['Latn', 'windows-1252'],
  ['Latn', 'windows-1250'],
  ['Latn', 'iso-8859-2'],
  ['Latn', 'windows-1254'],
  ['Latn', 'windows-1257'],
  ['Latn', 'windows-1258'],
  ['Latn', 'cp850'],
  ['Cyrl', 'windows-1251'],
  ['Cyrl', 'koi8-r'],
  ['Cyrl', 'cp866'],
  ['Grek', 'windows-1253'],
  ['Hebr', 'windows-1255'],
  ['Arab', 'windows-1256'],
  ['Thai', 'windows-874'],
  ['Jpan', 'shift_jis'],
  ['Jpan', 'euc-jp'],
  ['Jpan', 'iso-2022-jp'],
  ['Hans', 'gb18030'],
  ['Hant', 'big5'],
  ['Kore', 'euc-kr'],
  ['Zyyy', 'utf-16'],
]

/** For a message whose words are unreadable: the user says what they are written in. */
export function EncodingChoice({ message }: { readonly message: NativeMessage }) {
  const { laterText, reader, chosenCharsets, dialogs } = useApp()
  const texts = laterText.settings
  const key = messageKey(messageNameOf(message))
  const scripts = new Intl.DisplayNames(document.documentElement.lang || 'en', { type: 'script' })

  return (
    <label class="field">
      <span>{texts.textEncoding}</span>
      <select
        value={chosenCharsets.get(key) ?? ''}
        onChange={({ currentTarget }) => {
          chosenCharsets.set(key, currentTarget.value || undefined)
          dialogs.close()
          reader.again()
        }}
      >
        <option value="">{texts.automaticEncoding}</option>
        {charsets.map(([script, charset]) => (
          <option key={charset} value={charset}>
            {script === 'Zyyy' ? charset : `${scripts.of(script) ?? script} (${charset})`}
          </option>
        ))}
      </select>
    </label>
  )
}
