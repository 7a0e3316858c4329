import type { NativeMessageName } from '../../wire/native-types.ts'
import type { MessageCache } from './message-cache.ts'

/** Fetches the message a pointer rests on, so that the click finds it here. */
export interface Aim {
  at(name: NativeMessageName): void
  readonly leave: () => void
}

/** Builds it; a pointer that passes over the list in less than `restMs` asks for nothing. */
export function createAim({
  cache,
  restMs,
}: {
  readonly cache: MessageCache
  readonly restMs: number
}): Aim {
  const { signal } = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    at(name) {
      clearTimeout(timer)
      timer = setTimeout(() => cache.prefetch(name, signal), restMs)
    },
    leave: () => clearTimeout(timer),
  }
}
