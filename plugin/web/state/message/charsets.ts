import type { NativeMessageName } from '../../../wire/native/types.ts'
import { messageKey } from '../../wire/message-name.ts'

/** What the person says messages are written in, for as long as the page is open. */
export interface ChosenCharsets {
  /** undefined: what the message says. */
  of(name: NativeMessageName): string | undefined
  choose(name: NativeMessageName, charset: string | undefined): void
}

/** Nothing is chosen at first. */
export function createChosenCharsets(): ChosenCharsets {
  const chosen = new Map<string, string>()
  return {
    of: (name) => chosen.get(messageKey(name)),
    choose(name, charset) {
      if (charset === undefined) chosen.delete(messageKey(name))
      else chosen.set(messageKey(name), charset)
    },
  }
}
