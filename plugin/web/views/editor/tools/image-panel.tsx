import { useSignal } from '@preact/signals'
import { useApp } from '../../../app/app-context.ts'
import { sizeOf, type WrittenSize, writtenSizes } from '../written-images.ts'

interface ImagePanelProps {
  readonly image: HTMLImageElement
  readonly onResize: (size: WrittenSize) => void
  /** Before its description changes, which one undo then takes back. */
  readonly onDescribe: () => void
  readonly onClose: () => void
}

/** How large the selected image is shown, and what is read where it is not. */
export function ImagePanel({ image, onResize, onDescribe, onClose }: ImagePanelProps) {
  const texts = useApp().laterText.settings
  const size = useSignal(sizeOf(image))

  return (
    <div
      class="editor-panel"
      role="group"
      aria-label={texts.image}
      onKeyDown={(event) => {
        const isEntered = event.key === 'Enter' && event.target instanceof HTMLInputElement
        if (event.key !== 'Escape' && !isEntered) return
        event.preventDefault()
        event.stopPropagation()
        onClose()
      }}
    >
      {writtenSizes.map((one) => (
        <button
          key={one}
          type="button"
          class="button small quiet"
          aria-pressed={size.value === one}
          // The image stays selected.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            onResize(one)
            size.value = sizeOf(image)
          }}
        >
          {texts.imageSizes[one]}
        </button>
      ))}
      <label class="editor-description">
        {texts.imageDescription}
        <input
          type="text"
          dir="auto"
          value={image.alt}
          onFocus={onDescribe}
          onInput={(event) => image.setAttribute('alt', event.currentTarget.value)}
        />
      </label>
    </div>
  )
}
