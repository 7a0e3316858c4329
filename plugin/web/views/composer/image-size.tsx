import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { useApp } from '../../app/app-context.ts'
import { smallerImage } from '../../browser/smaller-image.ts'
import type { Draft } from '../../state/composer/draft.ts'
import { useComposer } from './context.ts'

const SIZES = ['original', 'large', 'small'] as const
type ImageSize = (typeof SIZES)[number]

/** The longer side: of a screen, and of a window beside others. */
const LONGEST_PIXELS = { large: 1_600, small: 640 }

/** Still images that browsers read and write. */
const TYPES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp'])

/** Smaller ones are left as they are, without a question. */
const LEAST_BYTES = 100_000

/** How large attached images are sent; the original of each is there for as long as the message is written. */
export function ImageSizeChoice({ draft }: { readonly draft: Draft }) {
  const { laterText } = useApp()
  const { composer } = useComposer()
  const texts = laterText.mail.imageSize
  const chosen = useSignal<ImageSize>('original')
  const made = useRef(new Map<File, { readonly original: File; readonly size: ImageSize }>())
  const originalOf = (file: File) => made.current.get(file)?.original ?? file
  const images = draft.files.filter((file) => {
    const { type, size } = originalOf(file)
    return TYPES.has(type) && size >= LEAST_BYTES
  })

  async function resize(file: File, size: ImageSize): Promise<void> {
    const original = originalOf(file)
    const next = size === 'original' ? original : await smallerImage(original, LONGEST_PIXELS[size])
    made.current.set(next, { original, size })
    const current = composer.draft.peek()
    const isSending = composer.status.peek().kind === 'sending'
    if (next === file || isSending || current?.files.includes(file) !== true) return
    composer.edit({ files: current.files.map((one) => (one === file ? next : one)) })
  }

  useEffect(() => {
    const size = chosen.peek()
    for (const file of images) {
      const present = made.current.get(file)?.size ?? 'original'
      if (present !== size) void resize(file, size)
    }
  }, [draft.files, chosen.value])

  if (images.length === 0) return null
  return (
    <label class="image-size">
      {texts.label}
      <select
        value={chosen.value}
        onChange={({ currentTarget }) => {
          chosen.value = SIZES.find((size) => size === currentTarget.value) ?? 'original'
        }}
      >
        {SIZES.map((size) => (
          <option key={size} value={size}>
            {texts[size]}
          </option>
        ))}
      </select>
    </label>
  )
}
