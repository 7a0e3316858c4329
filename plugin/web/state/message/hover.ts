import { effect, signal, type ReadonlySignal } from '@preact/signals'
import type { NativeMessageName } from '../../../wire/native/types.ts'
import { isSameMessage } from '../../wire/message-name.ts'
import type { MessageCache } from './cache.ts'
import type { Reader } from './reader.ts'

/** Fetches the message a pointer rests on, so that the click finds it here. */
export interface Hover {
  /** The message the pointer rests on, or rested on last; not one that was opened since. */
  readonly hovered: ReadonlySignal<NativeMessageName | undefined>
  at(name: NativeMessageName): void
  /** The pointer is pressed on it: the click follows when it is let go. */
  press(name: NativeMessageName): void
  readonly leave: () => void
}

/** Builds it; a pointer that passes over the list in less than `restMs` requests nothing. */
export function createHover({
  cache,
  opened,
  restMs,
}: {
  readonly cache: Pick<MessageCache, 'prefetch'>
  readonly opened: Reader['opened']
  readonly restMs: number
}): Hover {
  const hovered = signal<NativeMessageName | undefined>(undefined)
  const requested = new Map<NativeMessageName, AbortController>()
  let timer: ReturnType<typeof setTimeout> | undefined
  effect(() => {
    const [open, name] = [opened.value, hovered.value]
    // What the user left is not waited for: what is opened next would come after it.
    for (const [left, abort] of requested) {
      if ([open, name].some((wanted) => wanted && isSameMessage(wanted, left))) continue
      requested.delete(left)
      abort.abort()
    }
    if (open !== undefined && name !== undefined && isSameMessage(open, name)) {
      hovered.value = undefined
    }
  })

  function press(name: NativeMessageName): void {
    clearTimeout(timer)
    hovered.value = name
    const abort = new AbortController()
    requested.set(name, abort)
    cache.prefetch(name, abort.signal)
  }

  return {
    hovered,
    press,
    at(name) {
      clearTimeout(timer)
      timer = setTimeout(() => press(name), restMs)
    },
    leave: () => clearTimeout(timer),
  }
}
