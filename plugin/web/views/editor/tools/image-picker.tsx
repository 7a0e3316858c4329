import type { RefObject } from 'preact'
import { useApp } from '../../../app/app-context.ts'

interface ImagePickerProps {
  readonly picker: RefObject<HTMLInputElement | null>
  readonly onChoose: (files: readonly File[]) => void
}

/** The dialog of the browser for images of this machine. */
export function ImagePicker({ picker, onChoose }: ImagePickerProps) {
  return (
    <input
      ref={picker}
      class="file-picker"
      type="file"
      accept="image/*"
      multiple
      hidden
      aria-label={useApp().laterText.settings.insertImage}
      onChange={({ currentTarget }) => {
        onChoose([...(currentTarget.files ?? [])])
        currentTarget.value = ''
      }}
    />
  )
}
