import { effect } from '@preact/signals'
import type { MessageList } from './list.ts'

/** Resolves once the first page of the list is there, or is known not to come. */
export function untilListed({ status }: MessageList): Promise<void> {
  return new Promise((resolve) => {
    const stop = effect(() => {
      if (status.value.kind === 'loading') return
      resolve()
      queueMicrotask(() => stop())
    })
  })
}
