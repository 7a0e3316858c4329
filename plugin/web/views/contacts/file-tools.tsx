import { useRef } from 'preact/hooks'
import { useApp } from '../../app/app-context.ts'
import { exportContactsUrl } from '../../wire/links.ts'
import { useContacts } from './context.ts'

/** Whom one wrote to, duplicates, and files of contacts. */
export function ContactTools() {
  const { contacts, texts } = useContacts()
  const loaded = contacts.loaded.value
  const isEmpty = contacts.isEmpty.value

  return (
    <div class="contact-files">
      <button type="button" class="button small quiet" onClick={contacts.showCollected}>
        {texts.collected({ count: loaded?.collected ?? 0 })}
      </button>
      {isEmpty || loaded?.isReadOnly === true ? null : (
        <button type="button" class="button small quiet" onClick={contacts.showDuplicates}>
          {texts.findDoubles}
        </button>
      )}
      {isEmpty ? null : <FileTools />}
      <ImportProgress />
    </div>
  )
}

/** How far the file is; without an end once all of it is at the server, which puts it in order. */
function ImportProgress() {
  const { contacts, texts } = useContacts()
  const progress = contacts.importing.value
  const isSent = progress !== undefined && progress.sentBytes >= progress.totalBytes
  const bar = { value: progress?.sentBytes, max: Math.max(1, progress?.totalBytes ?? 0) }

  return (
    <p class="contact-note" role="status" hidden={progress === undefined}>
      {progress === undefined ? null : (
        <label>
          {texts.importing} {isSent ? <progress key="sent" /> : <progress key="sending" {...bar} />}
        </label>
      )}
    </p>
  )
}

function FileTools() {
  const { contacts, texts } = useContacts()
  const { group } = contacts.query.value

  return (
    <>
      {contacts.loaded.value?.isReadOnly === true ? null : <ImportButton />}
      <a class="button small quiet" href={exportContactsUrl('vcard', group)} download>
        {texts.exportCards}
      </a>
      <a class="button small quiet" href={exportContactsUrl('csv', group)} download>
        {texts.exportTable}
      </a>
    </>
  )
}

/** Chooses a file of contacts, and imports it. */
export function ImportButton() {
  const { unsaved } = useApp()
  const { contacts, texts } = useContacts()
  const picker = useRef<HTMLInputElement>(null)

  return (
    <>
      <button
        type="button"
        class="button small quiet"
        disabled={contacts.importing.value !== undefined}
        onClick={() => picker.current?.click()}
      >
        {texts.importFile}
      </button>
      <input
        ref={picker}
        type="file"
        accept=".vcf,.csv,.tsv,.txt,.ldif,text/vcard,text/csv,text/plain"
        hidden
        onChange={(event) => {
          const file = event.currentTarget.files?.[0]
          event.currentTarget.value = ''
          if (file !== undefined) unsaved.leave(() => void contacts.importFile(file))
        }}
      />
    </>
  )
}
