import { signal } from '@preact/signals'
import type { NativeListedPart, NativeMessage } from '../../../wire/native/types.ts'

/** Which parts of an open message are listed as attachments: all but those its frame shows. */
export type ListedParts = ReturnType<typeof createListedParts>

/** Remembers it of one message: the open one. */
export function createListedParts() {
  const listed = signal<
    { readonly message: NativeMessage; readonly shown: readonly string[] } | undefined
  >(undefined)
  const shownOf = (message: NativeMessage) =>
    listed.value?.message === message ? listed.value.shown : undefined
  return {
    /** Until the frame is there, without those it may show: the default message lists none of them. */
    of(message: NativeMessage): readonly NativeListedPart[] {
      const shown = shownOf(message)
      return message.attachments.filter(
        ({ id, imageNames }) => imageNames === undefined || shown?.includes(id) === false,
      )
    },
    isReported: (message: NativeMessage) => shownOf(message) !== undefined,
    /** The parts the frame of the message shows, by id; none where it has no frame on show. */
    notify: (message: NativeMessage, shown: readonly string[]) =>
      (listed.value = { message, shown }),
  }
}
