import { signal, type ReadonlySignal } from '@preact/signals'
import { loadEmojiNames, type NamedEmoji } from './emoji-names.ts'
import { findEmoji, typedName } from './find-emoji.ts'

/** What is offered while the name of an emoji is typed. */
export interface EmojiCompletion {
  readonly found: ReadonlySignal<readonly NamedEmoji[]>
  /** Which of them Enter takes. */
  readonly active: ReadonlySignal<number>
  /** `before`: the text up to the caret; empty: nothing is typed. */
  readonly follow: (before: string) => void
  readonly take: (named: NamedEmoji) => void
  /** True for a key that was meant for it, which is then nobody else's. */
  readonly takesKey: (event: KeyboardEvent) => boolean
}

interface CompletionOptions {
  readonly language: () => string
  /** Puts the emoji in the place of that many characters before the caret. */
  readonly replace: (typedLength: number, emoji: string) => void
}

/** Loads the names once the first is typed; where they can not be had, what is typed stays as it is. */
export function createEmojiCompletion({ language, replace }: CompletionOptions): EmojiCompletion {
  const found = signal<readonly NamedEmoji[]>([])
  const active = signal(0)
  let typed: string | undefined

  function close(): void {
    found.value = []
    active.value = 0
  }

  async function find(name: string): Promise<void> {
    const all = await loadEmojiNames(language()).catch(() => [])
    // Meanwhile something else may be typed.
    if (typed !== name) return
    active.value = 0
    found.value = findEmoji(all, name)
  }

  function take({ emoji }: NamedEmoji): void {
    const length = (typed?.length ?? 0) + ':'.length
    typed = undefined
    close()
    replace(length, emoji)
  }

  return {
    found,
    active,
    follow(before) {
      const name = typedName(before)
      if (name === typed) return
      typed = name
      if (name === undefined) close()
      else void find(name)
    },
    take,
    takesKey(event) {
      const { key, ctrlKey, metaKey, altKey, isComposing } = event
      const count = found.peek().length
      const named = found.peek()[active.peek()]
      if (named === undefined || ctrlKey || metaKey || altKey || isComposing) return false
      if (key === 'ArrowDown') active.value = (active.peek() + 1) % count
      else if (key === 'ArrowUp') active.value = (active.peek() + count - 1) % count
      else if (key === 'Enter' || key === 'Tab') take(named)
      else if (key === 'Escape') close()
      else return false
      event.preventDefault()
      event.stopPropagation()
      return true
    },
  }
}
