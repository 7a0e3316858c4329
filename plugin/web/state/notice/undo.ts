import { effect } from '@preact/signals'
import type { Catalogue } from '../../messages/en.ts'
import type { Notices } from './notices.ts'

/** The way back from the last act, also when its notice is gone. */
export interface UndoLastAct {
  /** Takes the last act back, once. */
  readonly run: () => void
  /** An act whose outcome is told by the page itself: there is no notice to offer the way back. */
  remember(back: () => void): void
}

/** Builds the undo on the notices: what the last one of an act offers is what is taken back. */
export function createUndo({
  notices,
  text,
}: {
  readonly notices: Notices
  readonly text: Catalogue
}): UndoLastAct {
  let back: (() => void) | undefined

  effect(() => {
    const notice = notices.current.value
    if (notice?.tone !== 'plain') return
    // An act without a way back must not lead to the one before it.
    back = notice.action?.label === text.undo ? notice.action.run : undefined
  })

  return {
    run() {
      const last = back
      back = undefined
      if (last === undefined) notices.say(text.nothingToUndo)
      else last()
    },
    remember: (next) => (back = next),
  }
}
