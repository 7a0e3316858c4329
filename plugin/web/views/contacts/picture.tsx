import { useRef } from 'preact/hooks'
import { useApp } from '../../app/app-context.ts'
import { smallPicture } from '../../state/contacts/small-picture.ts'
import { contactPhotoUrl } from '../../wire/links.ts'
import { Avatar } from '../icon/avatar.tsx'
import { useContacts } from './context.ts'

interface ContactPictureProps {
  readonly name: string
  /** Names the picture; empty for none. */
  readonly photo: string
  readonly onEdit: (photo: string) => void
}

/** The picture of a contact that is being written. */
export function ContactPicture({ name, photo, onEdit }: ContactPictureProps) {
  const { notices } = useApp()
  const { contacts, texts } = useContacts()
  const picker = useRef<HTMLInputElement>(null)

  async function choose(file: File): Promise<void> {
    const picture = await smallPicture(file).catch(() => undefined)
    if (picture === undefined) {
      notices.say(texts.pictureUnreadable)
      return
    }
    const remaining = await contacts.keepPhoto(picture)
    if (remaining !== undefined) onEdit(remaining)
  }

  return (
    <div class="contact-head" role="group" aria-label={texts.picture}>
      {photo === '' ? (
        <Avatar name={name} />
      ) : (
        <img class="avatar" src={contactPhotoUrl(photo)} alt="" />
      )}
      <button type="button" class="button small quiet" onClick={() => picker.current?.click()}>
        {texts.choosePicture}
      </button>
      <input
        ref={picker}
        type="file"
        accept="image/*"
        hidden
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          currentTarget.value = ''
          if (file !== undefined) void choose(file)
        }}
      />
      {photo === '' ? null : (
        <button type="button" class="button small quiet" onClick={() => onEdit('')}>
          {texts.removePicture}
        </button>
      )}
    </div>
  )
}
