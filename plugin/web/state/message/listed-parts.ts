import { signal } from '@preact/signals'
import type { NativeListedPart, NativeMessage } from '../../../wire/native/types.ts'

/** Which parts of an open message are listed as attachments: all but those that its frame or its invitation shows. */
export type ListedParts = ReturnType<typeof createListedParts>

/** The parts that each of the two shows, by id. */
interface Shown {
  readonly frame?: readonly string[]
  readonly event?: readonly string[]
}

/** Remembers it of one message: the open one. */
export function createListedParts() {
  const listed = signal<Shown & { readonly message?: NativeMessage }>({})
  const shownOf = (message: NativeMessage): Shown =>
    listed.value.message === message ? listed.value : {}
  return {
    /** Until both are there, without those they may show: the default message lists none of them. */
    of(message: NativeMessage): readonly NativeListedPart[] {
      const { frame, event } = shownOf(message)
      return message.attachments.filter(
        ({ id, imageNames, isCalendar }) =>
          (imageNames === undefined || frame?.includes(id) === false) &&
          (isCalendar === undefined || event?.includes(id) === false),
      )
    },
    /** None, where the message has no such view on show. */
    notify: (message: NativeMessage, shown: Shown) =>
      (listed.value = { ...shownOf(message), ...shown, message }),
    /** What did not come by now hides nothing. */
    listRest: (message: NativeMessage) =>
      (listed.value = { frame: [], event: [], ...shownOf(message), message }),
  }
}
