import type { NativePreferences } from '../../wire/native/types.ts'

/** What a key of the owner's choice can do. */
export type KeyName = keyof NativePreferences['keys']

/** The key of each, as `KeyboardEvent.key` has it. */
export type KeyMap = Readonly<Record<KeyName, string>>

/** The set that Gmail made the custom. */
const defaultKeys: KeyMap = {
  next: 'j',
  previous: 'k',
  open: 'o',
  select: 'x',
  compose: 'c',
  reply: 'r',
  replyAll: 'a',
  forward: 'f',
  archive: 'e',
  junk: '!',
  delete: '#',
  move: 'v',
  unread: 'u',
  flag: 's',
  undo: 'z',
  search: '/',
  goTo: 'g',
  contacts: 'b',
  settings: ',',
  help: '?',
}

/** The keys in force: those that the owner chose, and else the default ones. */
export function keysInForce(chosen: NativePreferences['keys']): KeyMap {
  return { ...defaultKeys, ...chosen }
}
