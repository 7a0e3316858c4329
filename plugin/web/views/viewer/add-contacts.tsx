import type { NativePart } from '../../../wire/native/types.ts'
import { useApp } from '../../app/app-context.ts'
import type { ViewedMessage } from '../../state/notice/dialogs.ts'
import { messageNameOf } from '../../wire/message-name.ts'
import { BarButton } from '../message/bar-buttons.tsx'

/** True for a file of contacts (RFC 6350 10.1), also where its type is one of the time before, or says no more than that it is bytes. */
export function isVCard({ type, filename }: NativePart): boolean {
  return /^text\/(?:x-)?vcard$/.test(type) || /\.vcf$/i.test(filename)
}

interface AddContactsProps {
  readonly message: ViewedMessage
  readonly part: NativePart
}

/** Imports the contacts of a file, and says how many they are. */
export function AddContacts({ message, part }: AddContactsProps) {
  const { http, connection, notices, noteContactChange, laterText } = useApp()
  const texts = laterText.contacts

  /** As long as it takes: it goes on when the file is closed. */
  async function add(): Promise<void> {
    const { signal } = new AbortController()
    const name = { ...messageNameOf(message), partId: part.id }
    try {
      const content = await connection.reach(() => http.bytes('get', name, signal), signal)
      const file = new File([content], part.filename)
      const watch = { signal, onProgress: () => undefined }
      const report = await connection.once(
        () => http.upload('import-contacts', {}, [file], watch),
        signal,
      )
      const { added, changed, same, problemCount } = report
      noteContactChange()
      notices.say(texts.imported({ added, changed, same }))
      if (problemCount > 0) notices.fail(texts.importIncomplete({ count: problemCount }))
    } catch (error) {
      notices.failed(error)
    }
  }

  return <BarButton label={texts.addAllToContacts} action={() => void add()} />
}
